import Glibc
import PDFRendering
import Posix
import ViewerCore
import Wire

/// An answer, and the memfd that goes with it.
struct WorkerAnswer: ~Copyable {
  var body: WorkerReply.Body
  var bulk: FileDescriptor?

  init(_ body: WorkerReply.Body, bulk: consuming FileDescriptor? = nil) {
    self.body = body
    self.bulk = bulk
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
  let engine: any DocumentEngine
  private let file: FileDescriptor

  init(_ engine: any DocumentEngine, file: consuming FileDescriptor) {
    self.engine = engine
    self.file = file
  }
}

/// The documents that this worker has open, and what it does with them.
final class WorkerEngine {
  /// Pages drawn between two clean-ups of the heap.
  private static let trimInterval = 16
  private let log: EngineLog
  private var documents: [UInt32: OpenDocument] = [:]
  private var pagesSinceTrim = 0
  private var pageMemory = PageMemory()

  init(log: EngineLog) {
    self.log = log
  }

  /// - Parameter file: the document of `open`, the bitmap of `render`; else unused and closed.
  func handle(_ request: WorkerRequest, file: consuming FileDescriptor?) -> WorkerAnswer {
    do throws(EngineFailure) {
      switch request.body {
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
        for row in documents.values { row.engine.trim() }
        Hardening.trimHeap()
        return WorkerAnswer(.trimmed)
      case .pageSizes(let first, let count):
        return WorkerAnswer(.sizes(first: first, try engine(request).pageSizes(first: first, count: count)))
      case .render(let order):
        guard let file else { throw EngineFailure(.tooLarge) }
        return try render(order, by: try engine(request), bitmap: file)
      case .text(let page):
        return try bulk(try engine(request).text(of: page).encodedBulk()) { .text(byteCount: $0) }
      case .links(let page):
        let links = PageLinks(try engine(request).links(of: page))
        return try bulk(links.encodedBulk()) { .links(byteCount: $0) }
      case .info:
        return try bulk(try engine(request).info().encodedBulk()) { .info(byteCount: $0) }
      case .outline:
        let outline = DocumentOutline(try engine(request).outline())
        return try bulk(outline.encodedBulk()) { .outline(byteCount: $0) }
      case .forms:
        let forms = try engine(request).forms()
        return WorkerAnswer(.forms(forms.kind, fields: forms.fields))
      }
    } catch {
      return WorkerAnswer(.failed(error.code, detail: error.detail))
    }
  }

  private func open(
    _ number: UInt32, file: consuming FileDescriptor, password: [UInt8]?
  ) throws(EngineFailure) -> WorkerAnswer {
    documents[number] = nil
    let engine: any DocumentEngine
    if let images = try ImageEngine(descriptor: file.rawValue) {
      engine = images
    } else {
      // What is no picture is PDF, or as much of it as there is left.
      engine = try PDFEngine(descriptor: file.rawValue, password: password, log: log)
    }
    let facts = engine.facts()
    documents[number] = OpenDocument(engine, file: file)
    return WorkerAnswer(.opened(facts))
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
    guard !(text.isEmpty && links.isEmpty), let file = try? shared(text + links) else {
      return WorkerAnswer(.rendered(drawn))
    }
    let harvest = Rendered.Harvest(textBytes: text.count, linkBytes: links.count)
    return WorkerAnswer(
      .rendered(Rendered(format: page.format, warnings: page.warnings, harvest: harvest)), bulk: file)
  }

  private func engine(_ request: WorkerRequest) throws(EngineFailure) -> any DocumentEngine {
    guard let row = documents[request.document] else {
      throw EngineFailure(.damagedDocument, "the document is not open")
    }
    return row.engine
  }

  private func bulk(
    _ bytes: [UInt8], _ body: (Int) -> WorkerReply.Body
  ) throws(EngineFailure) -> WorkerAnswer {
    WorkerAnswer(body(bytes.count), bulk: try shared(bytes))
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
