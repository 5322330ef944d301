import PDFRendering
import Posix
import ViewerCore
import Wire
import WorkerApp

/// PDF by poppler.
final class PDFEngine: DocumentEngine {
  private var pdf: PDFDocument
  /// Reads the document as its file has it.
  private let reopened: () throws(PDFError) -> PDFDocument
  private let password: [UInt8]?
  private let bytes: any DocumentBytes
  private let form: PDFForm
  /// What was put into the form, and the copy that is open instead of the document because of that.
  private var filled = FormEdits()
  private var copy: SharedCopy?
  private let log: EngineLog

  /// - Parameter descriptor: stays the caller's, and open.
  init(descriptor: Int32, password: [UInt8]?, log: EngineLog) throws(EngineFailure) {
    pdf = try Self.told { () throws(PDFError) in
      try PDFDocument.open(descriptor: descriptor, password: password, log: log)
    }
    reopened = { () throws(PDFError) in
      try PDFDocument.open(descriptor: descriptor, password: password, log: log)
    }
    self.password = password
    bytes = LocalBytes(descriptor: descriptor)
    form = PDFForm(bytes, password: password)
    self.log = log
  }

  /// A document that is still coming.
  init(stream: StreamedFile, password: [UInt8]?, log: EngineLog) throws(EngineFailure) {
    pdf = try Self.told { () throws(PDFError) in
      try PDFDocument.open(stream: stream, password: password, log: log)
    }
    reopened = { () throws(PDFError) in
      try PDFDocument.open(stream: stream, password: password, log: log)
    }
    self.password = password
    bytes = stream
    form = PDFForm(bytes, password: password)
    self.log = log
  }

  func facts() -> DocumentFacts { pdf.facts() }
  func pageSizes(first: Int32, count: Int32) -> [Size] { pdf.pageSizes(first: first, count: count) }
  func info() -> DocumentInfo { pdf.info(log: log) }
  func forms() -> (kind: FormKind, fields: Int32) { pdf.forms() }
  func trim() {}

  func fields() throws(EngineFailure) -> DocumentForm {
    var read = try Self.told { () throws(PDFError) in try form.form() }
    read.isPermitted = pdf.permissions.mayFillForms
    return read
  }

  func fill(_ edits: FormEdits) throws(EngineFailure) {
    guard edits != filled else { return }
    try Self.told { () throws(PDFError) in
      if edits.isEmpty {
        try reopen(nil)
      } else if try form.wantsCopy() {
        try fillCopy(edits)
      } else {
        // The engine keeps no old values: what is taken back is read anew.
        if !filled.isEmpty { try reopen(nil) }
        try form.put(edits, into: pdf)
      }
    }
    try refuseHalfWork()
    filled = edits
  }

  private func fillCopy(_ edits: FormEdits) throws(PDFError) {
    let made: SharedCopy
    do {
      made = try SharedCopy()
    } catch {
      throw .outOfMemory("\(error)")
    }
    try ProcessLimit.fileSize.lifted { [form] () throws(PDFError) in
      try form.copy(edits, to: made.file.rawValue)
    }
    try reopen(made)
    try form.draw(edits, in: pdf)
  }

  private func reopen(_ other: SharedCopy?) throws(PDFError) {
    if let other {
      pdf = try PDFDocument.open(descriptor: other.file.rawValue, password: password, log: log)
    } else {
      pdf = try reopened()
    }
    copy = other
  }

  func export(to output: Int32, scratch: Int32) throws(EngineFailure) {
    try Self.told { () throws(PDFError) in
      try form.export(pdf, filled, isCopy: copy != nil, to: output, scratch: scratch)
    }
    try refuseHalfWork()
  }

  func joiner() throws(EngineFailure) -> any DocumentJoiner {
    PDFWhole(try Self.told { () throws(PDFError) in try PDFJoiner() })
  }

  func append(to joiner: any DocumentJoiner, title: String) throws(EngineFailure) {
    guard let whole = joiner as? PDFWhole else {
      throw EngineFailure(.unsupportedDocument, "documents of two kinds are not put together")
    }
    try Self.told { [bytes, password] () throws(PDFError) in
      try whole.joiner.append(bytes, password: password, pages: pdf.pageCount, title: title)
    }
  }

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

  fileprivate static func told<Value: ~Copyable>(
    _ work: () throws(PDFError) -> Value
  ) throws(EngineFailure) -> Value {
    do throws(PDFError) {
      return try work()
    } catch {
      throw EngineFailure(error.code, error.detail)
    }
  }
}

/// PDF documents that are put together.
private final class PDFWhole: DocumentJoiner {
  let joiner: PDFJoiner

  init(_ joiner: PDFJoiner) {
    self.joiner = joiner
  }

  func write(to output: Int32) throws(EngineFailure) {
    try PDFEngine.told { [joiner] () throws(PDFError) in try joiner.write(to: output) }
  }
}

/// A copy of a document in memory; an optional cannot be looked into where it owns a descriptor itself.
private final class SharedCopy {
  let file: FileDescriptor

  init() throws(SystemError) {
    file = try FileDescriptor.growingMemory(name: "lectern-prepared")
  }
}
