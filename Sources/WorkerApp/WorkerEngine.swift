import Glibc
import Posix
import ViewerCore
import Wire

/// An answer, with its bulk attached or in a memfd that goes with it.
struct WorkerAnswer: ~Copyable {
  var body: WorkerReply.Body
  var attached: [UInt8] = []
  var bulk: FileDescriptor?

  init(_ body: WorkerReply.Body) {
    self.body = body
  }

  /// What goes along with the message; the answer keeps it open until it is sent.
  var descriptors: [Int32] {
    switch bulk {
    case .some(let file): [file.rawValue]
    case .none: []
    }
  }
}

/// A document and the file it is read from: a row of the table, for tables cannot hold what cannot be copied.
private final class OpenDocument {
  /// Nil while a document that is still coming has to be opened anew.
  var engine: (any DocumentEngine)?
  private let file: FileDescriptor?
  let stream: StreamedFile?
  /// Of the stream.
  let password: [UInt8]?

  init(_ engine: any DocumentEngine, file: consuming FileDescriptor) {
    self.engine = engine
    self.file = consume file
    stream = nil
    password = nil
  }

  init(_ stream: StreamedFile, password: [UInt8]?) {
    self.stream = stream
    self.password = password
    file = nil
  }
}

/// The documents that this worker has open, and what it does with them.
final class WorkerEngine {
  /// Pages drawn between two clean-ups of the heap.
  private static let trimInterval = 16
  private let opener: any DocumentOpener
  private let line: ViewerLine
  private var documents: [UInt32: OpenDocument] = [:]
  private var pagesSinceTrim = 0
  private var pageMemory = PageMemory()
  /// What documents are put together to.
  private var joiner: (any DocumentJoiner)?

  init(opener: any DocumentOpener, line: ViewerLine) {
    self.opener = opener
    self.line = line
  }

  /// - Parameters:
  ///   - file: the document of `open`, the bitmap of `render`; else unused and closed.
  ///   - presence: what is there of the document of `openStream`.
  func handle(
    _ request: WorkerRequest, file: consuming FileDescriptor?, presence: consuming FileDescriptor? = nil
  ) -> WorkerAnswer {
    let row = documents[request.document]
    row?.stream?.request = request.number
    let answer = work(on: request, file: file, presence: presence)
    guard let row = row ?? documents[request.document], let stream = row.stream, stream.isAbandoned else {
      return answer
    }
    // Whatever came of it was made of holes.
    row.engine = nil
    stream.forgive()
    opener.forget()
    return WorkerAnswer(.failed(.cancelled, detail: ""))
  }

  private func work(
    on request: WorkerRequest, file: consuming FileDescriptor?, presence: consuming FileDescriptor?
  ) -> WorkerAnswer {
    do throws(EngineFailure) {
      switch request.body {
      case .openStream(let password, let byteCount):
        guard let file, let presence else {
          throw EngineFailure(.damagedDocument, "no descriptor came along")
        }
        return try openStream(
          request, file: file, presence: presence, byteCount: byteCount, password: password)
      case .arrived, .abandon:
        throw EngineFailure(.damagedDocument, "nothing was waited for")
      case .open(let password):
        guard let file else { throw EngineFailure(.damagedDocument, "no descriptor came along") }
        return try open(request.document, file: file, password: password)
      case .close:
        documents[request.document] = nil
        pageMemory.release()
        Hardening.trimHeap()
        return WorkerAnswer(.closed)
      case .trim:
        pagesSinceTrim = 0
        pageMemory.release()
        for row in documents.values { row.engine?.trim() }
        Hardening.trimHeap()
        return WorkerAnswer(.trimmed)
      case .pageSizes(let first, let count):
        return WorkerAnswer(.sizes(first: first, try engine(request).pageSizes(first: first, count: count)))
      case .render(let order):
        guard let file else { throw EngineFailure(.tooLarge) }
        return try render(order, by: try engine(request), bitmap: file)
      case .text(let page):
        return try bulk(try engine(request).text(of: page).encodedBulk()) { .text(byteCount: $0) }
      case .words(let first, let count):
        let pages = try answers(request, first, count) { engine, page throws(EngineFailure) in
          PageAnswer.item(try engine.words(of: page))
        }
        return try bulk(PageAnswers(pages).encodedBulk()) { .words(byteCount: $0) }
      case .find(let first, let count, let text):
        let query = FoldedQuery(text)
        let pages = try answers(request, first, count) { engine, page throws(EngineFailure) in
          guard let query, let text = try engine.text(of: page, holding: query) else {
            return PageAnswer<PageText>.nothing
          }
          return .item(text)
        }
        return try bulk(PageAnswers(pages).encodedBulk()) { .found(byteCount: $0) }
      case .links(let page):
        let links = PageLinks(try engine(request).links(of: page))
        return try bulk(links.encodedBulk()) { .links(byteCount: $0) }
      case .info:
        return try bulk(try engine(request).info().encodedBulk()) { .info(byteCount: $0) }
      case .outline:
        let outline = DocumentOutline(try engine(request).outline())
        return try bulk(outline.encodedBulk()) { .outline(byteCount: $0) }
      case .fields:
        return try bulk(try engine(request).fields().encodedBulk()) { .fields(byteCount: $0) }
      case .fill:
        try engine(request).fill(try edits(in: file))
        return WorkerAnswer(.filled)
      case .export:
        guard let file else { throw EngineFailure(.writeFailed, "no descriptor came along") }
        let engine = try engine(request)
        // Documents may be longer than answers.
        let scratch = try scratch()
        try ProcessLimit.fileSize.lifted { () throws(EngineFailure) in
          try engine.export(to: file.rawValue, scratch: scratch.rawValue)
        }
        return WorkerAnswer(.exported)
      case .append(let title):
        let engine = try engine(request)
        let joiner = if let joiner { joiner } else { try engine.joiner() }
        self.joiner = joiner
        try engine.append(to: joiner, title: title)
        return WorkerAnswer(.appended)
      case .join:
        guard let file, let joiner else { throw EngineFailure(.writeFailed, "there is nothing to write") }
        try ProcessLimit.fileSize.lifted { () throws(EngineFailure) in try joiner.write(to: file.rawValue) }
        return WorkerAnswer(.exported)
      case .forms:
        let forms = try engine(request).forms()
        return WorkerAnswer(.forms(forms.kind, fields: forms.fields))
      }
    } catch {
      return WorkerAnswer(.failed(error.code, detail: error.detail))
    }
  }

  private func scratch() throws(EngineFailure) -> FileDescriptor {
    do {
      return try FileDescriptor.growingMemory(name: "lectern-export")
    } catch {
      throw EngineFailure(.outOfMemory, "\(error)")
    }
  }

  private func edits(in file: consuming FileDescriptor?) throws(EngineFailure) -> FormEdits {
    guard let file, let bytes = try? file.readAll(limit: WorkerLimits.editBytes),
      let edits = try? FormEdits(decodingBulk: bytes[...])
    else { throw EngineFailure(.damagedDocument, "what was filled in cannot be understood") }
    return edits
  }

  private func open(
    _ number: UInt32, file: consuming FileDescriptor, password: [UInt8]?
  ) throws(EngineFailure) -> WorkerAnswer {
    documents[number] = nil
    let engine = try opener.open(file.rawValue, password: password)
    let facts = engine.facts()
    documents[number] = OpenDocument(engine, file: file)
    return WorkerAnswer(.opened(facts))
  }

  /// A document that is still coming: a PDF, or there would be no reading it before it is there.
  private func openStream(
    _ request: WorkerRequest, file: consuming FileDescriptor, presence: consuming FileDescriptor,
    byteCount: Int, password: [UInt8]?
  ) throws(EngineFailure) -> WorkerAnswer {
    documents[request.document] = nil
    let stream: StreamedFile
    do throws(SystemError) {
      stream = try StreamedFile(file, byteCount: byteCount, presence: presence, line: line)
    } catch {
      throw EngineFailure(.damagedDocument, "\(error)")
    }
    stream.request = request.number
    let row = OpenDocument(stream, password: password)
    documents[request.document] = row
    do throws(EngineFailure) {
      return WorkerAnswer(.opened(try engine(of: row).facts()))
    } catch {
      // One that was abandoned is opened when it is asked for next.
      if !stream.isAbandoned { documents[request.document] = nil }
      throw error
    }
  }

  private func engine(of row: OpenDocument) throws(EngineFailure) -> any DocumentEngine {
    if let engine = row.engine { return engine }
    guard let stream = row.stream else { throw EngineFailure(.damagedDocument, "the document is not open") }
    let engine = try opener.open(stream, password: row.password)
    row.engine = engine
    return engine
  }

  private func render(
    _ order: RenderOrder, by engine: any DocumentEngine, bitmap: consuming FileDescriptor
  ) throws(EngineFailure) -> WorkerAnswer {
    let memory: SharedMemory
    do {
      memory = try SharedMemory(mapping: bitmap, byteCount: order.byteCount)
    } catch {
      throw error.code == ENOMEM ? EngineFailure(.outOfMemory, "\(error)") : EngineFailure(.tooLarge)
    }
    defer { trimSometimes() }
    let page = try engine.draw(order, into: memory.pointer, by: &pageMemory)
    let drawn = Rendered(format: page.format, warnings: page.warnings, harvest: nil)
    var text = page.text?.encodedBulk() ?? []
    // Taking it apart must not cost the viewer a frame: so long a text is asked for by itself.
    if text.count > WorkerLimits.harvestBytes { text = [] }
    let links = page.links.map { PageLinks($0).encodedBulk() } ?? []
    let harvest = Rendered.Harvest(textBytes: text.count, linkBytes: links.count)
    let whole = Rendered(format: page.format, warnings: page.warnings, harvest: harvest)
    guard !(text.isEmpty && links.isEmpty), let answer = try? bulk(text + links, { _ in .rendered(whole) })
    else {
      return WorkerAnswer(.rendered(drawn))
    }
    return answer
  }

  /// Reads several pages. Of several one that fails is only marked; one alone says why.
  private func answers<Item>(
    _ request: WorkerRequest, _ first: Int32, _ count: Int32,
    _ read: (any DocumentEngine, Int32) throws(EngineFailure) -> PageAnswer<Item>
  ) throws(EngineFailure) -> [PageAnswer<Item>] {
    let engine = try engine(request)
    var answers: [PageAnswer<Item>] = []
    for page in first..<first + count {
      do throws(EngineFailure) {
        answers.append(try read(engine, page))
      } catch {
        if count == 1 { throw error }
        answers.append(.failed)
      }
    }
    return answers
  }

  private func engine(_ request: WorkerRequest) throws(EngineFailure) -> any DocumentEngine {
    guard let row = documents[request.document] else {
      throw EngineFailure(.damagedDocument, "the document is not open")
    }
    return try engine(of: row)
  }

  private func bulk(
    _ bytes: [UInt8], _ body: (Int) -> WorkerReply.Body
  ) throws(EngineFailure) -> WorkerAnswer {
    var answer = WorkerAnswer(body(bytes.count))
    if bytes.count <= WorkerLimits.attachedBytes {
      answer.attached = bytes
    } else {
      answer.bulk = try shared(bytes)
    }
    return answer
  }

  private func shared(_ bytes: [UInt8]) throws(EngineFailure) -> FileDescriptor {
    guard bytes.count <= WorkerLimits.bulkBytes else {
      throw EngineFailure(.outOfMemory, "the answer is too long")
    }
    do {
      let file = try FileDescriptor.growingMemory(name: "lectern-answer")
      try file.writeAll(bytes)
      return file
    } catch {
      throw EngineFailure(.outOfMemory, "\(error)")
    }
  }

  private func trimSometimes() {
    pagesSinceTrim += 1
    guard pagesSinceTrim >= Self.trimInterval else { return }
    pagesSinceTrim = 0
    Hardening.trimHeap()
  }
}
