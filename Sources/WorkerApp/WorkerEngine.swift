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
  let pdf: PDFDocument
  let file: FileDescriptor

  init(pdf: consuming PDFDocument, file: consuming FileDescriptor) {
    self.pdf = pdf
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
    do throws(PDFError) {
      switch request.body {
      case .open(let password):
        guard let file else { throw .damaged("no descriptor came along") }
        return try open(request.document, file: file, password: password)
      case .close:
        documents[request.document] = nil
        pageMemory.release()
        Hardening.trimHeap()
        return WorkerAnswer(.closed)
      case .trim:
        pagesSinceTrim = 0
        pageMemory.release()
        Hardening.trimHeap()
        return WorkerAnswer(.trimmed)
      case .pageSizes(let first, let count):
        let sizes = try document(request).pdf.pageSizes(first: first, count: count)
        return WorkerAnswer(.sizes(first: first, sizes))
      case .render(let order):
        guard let file else { throw .badBitmap }
        return try render(order, in: try document(request), bitmap: file)
      case .text(let page):
        let text = try document(request).pdf.page(page).text()
        try refuseHalfWork()
        return try bulk(text.encodedBulk()) { .text(byteCount: $0) }
      case .links(let page):
        let links = try document(request).pdf.page(page).links()
        try refuseHalfWork()
        return try bulk(PageLinks(links).encodedBulk()) { .links(byteCount: $0) }
      case .info:
        return try bulk(try document(request).pdf.info(log: log).encodedBulk()) { .info(byteCount: $0) }
      case .outline:
        let outline = DocumentOutline(try document(request).pdf.outline())
        try refuseHalfWork()
        return try bulk(outline.encodedBulk()) { .outline(byteCount: $0) }
      case .forms:
        let row = try document(request)
        let forms = row.pdf.forms(descriptor: row.file.rawValue)
        return WorkerAnswer(.forms(forms.kind, fields: forms.fields))
      }
    } catch {
      return WorkerAnswer(.failed(error.code, detail: error.detail))
    }
  }

  private func open(
    _ number: UInt32, file: consuming FileDescriptor, password: [UInt8]?
  ) throws(PDFError) -> WorkerAnswer {
    documents[number] = nil
    let pdf = try PDFDocument.open(descriptor: file.rawValue, password: password, log: log)
    let facts = pdf.facts()
    documents[number] = OpenDocument(pdf: pdf, file: file)
    return WorkerAnswer(.opened(facts))
  }

  private func render(
    _ order: RenderOrder, in row: OpenDocument, bitmap: consuming FileDescriptor
  ) throws(PDFError) -> WorkerAnswer {
    let memory: SharedMemory
    do {
      memory = try SharedMemory(mapping: bitmap, byteCount: order.byteCount)
    } catch {
      throw error.code == ENOMEM ? .outOfMemory("\(error)") : .badBitmap
    }
    defer { trimSometimes() }
    let page = try row.pdf.page(order.page)
    let (format, warnings) = try pageMemory.draw(order, into: memory.pointer) {
      [log] place throws(PDFError) in try page.render(order, into: place, log: log)
    }
    let drawn = Rendered(format: format, warnings: warnings, harvest: nil)
    guard !order.harvest.isEmpty else { return WorkerAnswer(.rendered(drawn)) }
    var text = order.harvest.contains(.text) ? page.text().encodedBulk() : []
    // Taking it apart must not cost the viewer a frame: so long a text is asked for by itself.
    if text.count > WorkerLimits.harvestBytes { text = [] }
    let links = order.harvest.contains(.links) ? PageLinks(page.links()).encodedBulk() : []
    // A harvest that failed must not cost the page that is drawn: it is asked for again by itself.
    guard log.take().tellOutOfMemory == nil, !(text.isEmpty && links.isEmpty),
      let file = try? shared(text + links)
    else {
      return WorkerAnswer(.rendered(drawn))
    }
    let harvest = Rendered.Harvest(textBytes: text.count, linkBytes: links.count)
    return WorkerAnswer(
      .rendered(Rendered(format: format, warnings: warnings, harvest: harvest)), bulk: file)
  }

  private func document(_ request: WorkerRequest) throws(PDFError) -> OpenDocument {
    guard let row = documents[request.document] else { throw .damaged("the document is not open") }
    return row
  }

  /// Text or links that the engine cut short for want of memory are not a result.
  private func refuseHalfWork() throws(PDFError) {
    if let line = log.take().tellOutOfMemory { throw .outOfMemory(line) }
  }

  private func bulk(
    _ bytes: [UInt8], _ body: (Int) -> WorkerReply.Body
  ) throws(PDFError) -> WorkerAnswer {
    WorkerAnswer(body(bytes.count), bulk: try shared(bytes))
  }

  private func shared(_ bytes: [UInt8]) throws(PDFError) -> FileDescriptor {
    guard bytes.count <= WorkerLimits.bulkBytes else { throw .outOfMemory("the answer is too long") }
    do {
      let file = try FileDescriptor.growingMemory(name: "lectern-answer")
      try file.writeAll(bytes)
      return file
    } catch {
      throw .outOfMemory("\(error)")
    }
  }

  private func trimSometimes() {
    pagesSinceTrim += 1
    guard pagesSinceTrim >= Self.trimInterval else { return }
    pagesSinceTrim = 0
    Hardening.trimHeap()
  }
}
