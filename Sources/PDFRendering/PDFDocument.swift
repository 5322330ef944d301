import CPoppler
import Glibc
package import ViewerCore
import Wire

/// An open PDF document.
package struct PDFDocument: ~Copyable {
  private let engine: OpenEngine
  package let pageCount: Int32
  /// Whether a password opened it, or its trailer or permissions tell of protection.
  package let isEncrypted: Bool
  let bytes: any DocumentBytes
  /// Where it is read from while it is coming; nil for a file that is here.
  private let source: StreamedSource?
  private let password: [UInt8]?
  /// The password as the engine took it.
  private let spelling: String?

  /// The engine's document, which is opened anew where it took a page for an empty one.
  private final class OpenEngine {
    var reference: GObjectRef
    var turns: PageTurns

    init(owning pointer: OpaquePointer) {
      reference = GObjectRef(owning: pointer)
      turns = PageTurns(document: pointer)
    }
  }

  var pointer: OpaquePointer { engine.reference.pointer }

  /// Opens a document from a descriptor of a regular file or memfd, which stays the caller's.
  ///
  /// Without a password first: an empty user password needs none. poppler calls a wrong password "damaged" and
  /// uses up its descriptor in each attempt, so each gets a duplicate.
  package static func open(
    descriptor: Int32, password: [UInt8]?, log: EngineLog
  ) throws(PDFError) -> PDFDocument {
    try open(LocalBytes(descriptor: descriptor), source: nil, password: password, log: log) {
      attempt(descriptor, password: $0)
    }
  }

  /// Opens a document that is still coming: waits for what is needed of it, and asks for that in as few steps as it
  /// takes.
  package static func open(
    stream bytes: any DocumentBytes, password: [UInt8]?, log: EngineLog
  ) throws(PDFError) -> PDFDocument {
    let (claim, layout) = StreamLayout.read(bytes, passwords: passwords(password))
    let source = StreamedSource(bytes, layout: layout, isClaimed: claim != .none)
    if source.layout != nil {
      let document = try open(source, password: password, log: log)
      let isFollowed = source.isFollowed { _ = try? document.page(0) }
      if isFollowed { return document }
    }
    let plain = StreamedSource(bytes, layout: nil, isClaimed: claim != .none)
    if !plain.fetchEnd() { throw .abandoned }
    plain.findPages(passwords(password))
    return try open(plain, password: password, log: log)
  }

  private static func open(
    _ source: StreamedSource, password: [UInt8]?, log: EngineLog
  ) throws(PDFError) -> PDFDocument {
    try open(source.bytes, source: source, password: password, log: log) { attempt(source, password: $0) }
  }

  /// As libqpdf takes them.
  private static func passwords(_ password: [UInt8]?) -> [[UInt8]] {
    guard let password else { return [] }
    let spellings = PasswordCandidates.spellings(of: password)
    return [password] + spellings.map { $0.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
  }

  private static func open(
    _ bytes: any DocumentBytes, source: StreamedSource?, password: [UInt8]?, log: EngineLog,
    attempt: (String?) -> (OpaquePointer?, Problem)
  ) throws(PDFError) -> PDFDocument {
    var problem: Problem
    var wasLocked = false
    var opened: OpaquePointer?
    var taken: String?
    (opened, problem) = attempt(nil)
    if opened == nil, problem.isEncrypted {
      wasLocked = true
      for spelling in PasswordCandidates.spellings(of: password ?? []) where password != nil {
        (opened, problem) = attempt(spelling)
        taken = spelling
        if opened != nil { break }
      }
    }
    let messages = log.take()
    guard let opened else {
      if let line = messages.tellUnsupportedEncryption { throw .unsupportedEncryption(line) }
      if wasLocked { throw password == nil ? .passwordRequired : .wrongPassword }
      if let line = messages.tellOutOfMemory { throw .outOfMemory(line) }
      throw .damaged(messages.lines.first ?? problem.text)
    }
    let engine = OpenEngine(owning: opened)
    // Opens as white pages, as if all were well.
    if let line = messages.tellUnsupportedEncryption { throw .unsupportedEncryption(line) }
    let pages = poppler_document_get_n_pages(opened)
    let file = FileScan(bytes, isComing: source != nil)
    // What is left of a document that was cut off counts no pages either.
    if pages <= 0 { throw file.isCutOff ? .damaged("the end of the file is missing") : .emptyDocument }
    if pages > WorkerLimits.pages { throw .damaged("\(pages) pages") }
    let isProtected =
      wasLocked || Permissions(poppler: poppler_document_get_permissions(opened)) != .all
      || file.tellsEncryption
    return PDFDocument(
      engine: engine, pageCount: pages, isEncrypted: isProtected, bytes: bytes, source: source,
      password: password, spelling: taken)
  }

  /// What its claim to be laid out for streaming is worth. Looks at the beginning of each page.
  package var linearisation: Linearisation {
    let (status, layout) = StreamLayout.read(bytes, passwords: Self.passwords(password))
    guard status == .fine, let layout else { return status }
    return layout.holds(in: bytes) ? .fine : .damagedHints
  }

  /// Whether pages can be found without what comes before them.
  private var isLinearised: Bool {
    if let source { return source.layout != nil }
    return poppler_document_is_linearized(pointer) != 0
  }

  package var permissions: Permissions {
    Permissions(poppler: poppler_document_get_permissions(pointer))
  }

  package func facts() -> DocumentFacts {
    var size = Size.zero
    var label = "1"
    if let page = try? page(0) {
      size = page.size
      label = page.label
    }
    return DocumentFacts(
      pages: pageCount, firstPageSize: size, firstPageLabel: label, encrypted: isEncrypted,
      permissions: permissions, linearised: isLinearised)
  }

  /// - Parameter index: counted from 0.
  /// - Throws: `pageOutOfRange`; `damaged` when the page is counted but not there.
  package func page(_ index: Int32) throws(PDFError) -> PDFPage {
    guard index >= 0, index < pageCount else { throw .pageOutOfRange }
    if let source {
      guard source.fetch(page: Int(index)) else { throw .abandoned }
      if source.hasStoodIn(forPage: Int(index)) { try reopen(source) }
    }
    guard let page = poppler_document_get_page(pointer, index) else {
      throw .renderFailed("the page is missing")
    }
    return PDFPage(
      reference: GObjectRef(owning: page), document: pointer, pageCount: pageCount, turns: engine.turns,
      source: source)
  }

  private func reopen(_ source: StreamedSource) throws(PDFError) {
    guard let opened = Self.attempt(source, password: spelling).0 else {
      throw .damaged("the document cannot be opened again")
    }
    engine.reference = GObjectRef(owning: opened)
    engine.turns = PageTurns(document: opened)
    _ = source.isFollowed {
      if let page = poppler_document_get_page(opened, 0) { _ = GObjectRef(owning: page) }
    }
  }

  /// Sizes in points; zero for pages that are missing or have none.
  package func pageSizes(first: Int32, count: Int32) -> [Size] {
    guard first >= 0, first < pageCount, count > 0 else { return [] }
    return (first..<first + min(count, pageCount - first)).map { index in
      guard let page = try? page(index) else { return .zero }
      return page.size
    }
  }

  /// The lines of the outline in the order of reading.
  package func outline() -> [OutlineItem] {
    OutlineReader(document: pointer, pageCount: pageCount, source: source).items()
  }

  private struct Problem {
    var isEncrypted: Bool
    var text: String

    init(isEncrypted: Bool, text: String) {
      self.isEncrypted = isEncrypted
      self.text = text
    }

    /// - Parameter error: freed.
    init(taking error: UnsafeMutablePointer<GError>?) {
      self.init(isEncrypted: false, text: "")
      guard let error else { return }
      defer { g_error_free(error) }
      isEncrypted =
        error.pointee.domain == poppler_error_quark()
        && error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
      text = copyString(error.pointee.message)
    }
  }

  private static func attempt(_ source: StreamedSource, password: String?) -> (OpaquePointer?, Problem) {
    guard let stream = source.stream() else {
      return (nil, Problem(isEncrypted: false, text: "there is no memory for a stream"))
    }
    var error: UnsafeMutablePointer<GError>?
    let document = poppler_document_new_from_stream(
      UnsafeMutablePointer(stream.pointer), goffset(source.bytes.byteCount), password, nil, &error)
    return (document, Problem(taking: error))
  }

  private static func attempt(_ descriptor: Int32, password: String?) -> (OpaquePointer?, Problem) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else {
      return (nil, Problem(isEncrypted: false, text: "the descriptor cannot be duplicated"))
    }
    var error: UnsafeMutablePointer<GError>?
    let document = poppler_document_new_from_fd(duplicate, password, &error)
    return (document, Problem(taking: error))
  }
}

extension Permissions {
  /// poppler's bits have the same order.
  init(poppler: PopplerPermissions) {
    self = []
    let pairs: [(PopplerPermissions, Permissions)] = [
      (POPPLER_PERMISSIONS_OK_TO_PRINT, .print), (POPPLER_PERMISSIONS_OK_TO_MODIFY, .modify),
      (POPPLER_PERMISSIONS_OK_TO_COPY, .copy), (POPPLER_PERMISSIONS_OK_TO_ADD_NOTES, .annotate),
      (POPPLER_PERMISSIONS_OK_TO_FILL_FORM, .fillForms),
      (POPPLER_PERMISSIONS_OK_TO_EXTRACT_CONTENTS, .extract),
      (POPPLER_PERMISSIONS_OK_TO_ASSEMBLE, .assemble),
      (POPPLER_PERMISSIONS_OK_TO_PRINT_HIGH_RESOLUTION, .printFinely),
    ]
    for (theirs, ours) in pairs where poppler.rawValue & theirs.rawValue != 0 { insert(ours) }
  }
}
