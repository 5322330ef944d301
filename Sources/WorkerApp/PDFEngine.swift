import PDFRendering
import ViewerCore
import Wire

/// PDF by poppler.
final class PDFEngine: DocumentEngine {
  private let pdf: PDFDocument
  private let log: EngineLog

  /// - Parameter descriptor: stays the caller's, and open.
  init(descriptor: Int32, password: [UInt8]?, log: EngineLog) throws(EngineFailure) {
    pdf = try Self.told { () throws(PDFError) in
      try PDFDocument.open(descriptor: descriptor, password: password, log: log)
    }
    self.log = log
  }

  /// A document that is still coming.
  init(stream: StreamedFile, password: [UInt8]?, log: EngineLog) throws(EngineFailure) {
    pdf = try Self.told { () throws(PDFError) in
      try PDFDocument.open(stream: stream, password: password, log: log)
    }
    self.log = log
  }

  func facts() -> DocumentFacts { pdf.facts() }
  func pageSizes(first: Int32, count: Int32) -> [Size] { pdf.pageSizes(first: first, count: count) }
  func info() -> DocumentInfo { pdf.info(log: log) }
  func forms() -> (kind: FormKind, fields: Int32) { pdf.forms() }
  func trim() {}

  func outline() throws(EngineFailure) -> [OutlineItem] {
    let items = pdf.outline()
    try refuseHalfWork()
    return items
  }

  func text(of page: Int32) throws(EngineFailure) -> PageText {
    let text = try Self.told { () throws(PDFError) in try pdf.page(page).text() }
    try refuseHalfWork()
    return text
  }

  func words(of page: Int32) throws(EngineFailure) -> FoldedText {
    let words = try Self.told { () throws(PDFError) in try pdf.page(page).words() }
    try refuseHalfWork()
    return words
  }

  func text(of page: Int32, holding query: FoldedQuery) throws(EngineFailure) -> PageText? {
    let text = try Self.told { () throws(PDFError) in try pdf.page(page).text(holding: query) }
    try refuseHalfWork()
    return text
  }

  func links(of page: Int32) throws(EngineFailure) -> [PageLink] {
    let links = try Self.told { () throws(PDFError) in try pdf.page(page).links() }
    try refuseHalfWork()
    return links
  }

  func draw(
    _ order: RenderOrder, into lent: UnsafeMutableRawPointer, by memory: inout PageMemory
  ) throws(EngineFailure) -> DrawnPage {
    do throws(PDFError) {
      let page = try pdf.page(order.page)
      let (format, warnings) = try memory.draw(order, into: lent) {
        [log] place throws(PDFError) in try page.render(order, into: place, log: log)
      }
      var drawn = DrawnPage(format: format, warnings: warnings)
      guard !order.harvest.isEmpty else { return drawn }
      let text = order.harvest.contains(.text) ? page.text() : nil
      let links = order.harvest.contains(.links) ? page.links() : nil
      // A harvest that failed must not cost the page that is drawn: it is asked for again by itself.
      guard log.take().tellOutOfMemory == nil else { return drawn }
      drawn.text = text
      drawn.links = links
      return drawn
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }

  /// Text or links that the engine cut short for want of memory are not a result.
  private func refuseHalfWork() throws(EngineFailure) {
    if let line = log.take().tellOutOfMemory { throw EngineFailure(.outOfMemory, line) }
  }

  private static func told<Value: ~Copyable>(
    _ work: () throws(PDFError) -> Value
  ) throws(EngineFailure) -> Value {
    do throws(PDFError) {
      return try work()
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }
}
