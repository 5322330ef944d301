import CPoppler
import Glibc
package import ViewerCore
import Wire

/// An open PDF document.
package struct PDFDocument: ~Copyable {
  let reference: GObjectRef
  package let pageCount: Int32
  /// Whether a password opened it, or its trailer or permissions tell of protection.
  package let isEncrypted: Bool
  private let turns: PageTurns

  /// Opens a document from a descriptor of a regular file or memfd, which stays the caller's.
  ///
  /// Without a password first: an empty user password needs none. poppler calls a wrong password "damaged" and
  /// uses up its descriptor in each attempt, so each gets a duplicate.
  package static func open(
    descriptor: Int32, password: [UInt8]?, log: EngineLog
  ) throws(PDFError) -> PDFDocument {
    var problem: Problem
    var wasLocked = false
    var opened: OpaquePointer?
    (opened, problem) = attempt(descriptor, password: nil)
    if opened == nil, problem.isEncrypted {
      wasLocked = true
      for spelling in PasswordCandidates.spellings(of: password ?? []) where password != nil {
        (opened, problem) = attempt(descriptor, password: spelling)
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
    let reference = GObjectRef(owning: opened)
    // Opens as white pages, as if all were well.
    if let line = messages.tellUnsupportedEncryption { throw .unsupportedEncryption(line) }
    let pages = poppler_document_get_n_pages(opened)
    let file = FileScan(descriptor: descriptor)
    // What is left of a document that was cut off counts no pages either.
    if pages <= 0 { throw file.isCutOff ? .damaged("the end of the file is missing") : .emptyDocument }
    if pages > WorkerLimits.pages { throw .damaged("\(pages) pages") }
    let isProtected =
      wasLocked || Permissions(poppler: poppler_document_get_permissions(opened)) != .all
      || file.tellsEncryption
    return PDFDocument(reference: reference, pageCount: pages, isEncrypted: isProtected)
  }

  private init(reference: consuming GObjectRef, pageCount: Int32, isEncrypted: Bool) {
    turns = PageTurns(document: reference.pointer)
    self.reference = reference
    self.pageCount = pageCount
    self.isEncrypted = isEncrypted
  }

  package var permissions: Permissions {
    Permissions(poppler: poppler_document_get_permissions(reference.pointer))
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
      permissions: permissions, linearised: poppler_document_is_linearized(reference.pointer) != 0)
  }

  /// - Parameter index: counted from 0.
  /// - Throws: `pageOutOfRange`; `damaged` when the page is counted but not there.
  package func page(_ index: Int32) throws(PDFError) -> PDFPage {
    guard index >= 0, index < pageCount else { throw .pageOutOfRange }
    guard let page = poppler_document_get_page(reference.pointer, index) else {
      throw .renderFailed("the page is missing")
    }
    return PDFPage(
      reference: GObjectRef(owning: page), document: reference.pointer, pageCount: pageCount, turns: turns)
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
    OutlineReader(document: reference.pointer, pageCount: pageCount).items()
  }

  private struct Problem {
    var isEncrypted: Bool
    var text: String
  }

  private static func attempt(_ descriptor: Int32, password: String?) -> (OpaquePointer?, Problem) {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else {
      return (nil, Problem(isEncrypted: false, text: "the descriptor cannot be duplicated"))
    }
    var error: UnsafeMutablePointer<GError>?
    let document = poppler_document_new_from_fd(duplicate, password, &error)
    guard let error else { return (document, Problem(isEncrypted: false, text: "")) }
    defer { g_error_free(error) }
    let isEncrypted =
      error.pointee.domain == poppler_error_quark()
      && error.pointee.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
    return (document, Problem(isEncrypted: isEncrypted, text: copyString(error.pointee.message)))
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
