import CPoppler
import Glibc
package import ViewerCore

/// The form of a document: what its fields are, and how the document comes to hold what was put into them.
///
/// | the document | values | looks | is written |
/// |---|---|---|---|
/// | signed, or longer than 64 MiB | poppler | poppler | as it was, with what is new behind it: what is signed stays |
/// | any other | libqpdf | poppler | anew: old values are gone, mistakes are mended |
///
/// poppler draws what it writes, so looks are its own; but it leaves out what a document's maker should have put there,
/// and gets some values wrong. libqpdf gets values right and makes looks of plain letters only.
package final class PDFForm {
  /// Beyond it a document is not written twice.
  private static let rewriteLimit = 64 << 20
  private let bytes: any DocumentBytes
  private let password: [UInt8]?
  private var read: FormReader.Reading?

  /// - Parameter password: its bytes; nil when none is known.
  package init(_ bytes: any DocumentBytes, password: [UInt8]?) {
    self.bytes = bytes
    self.password = password
  }

  /// The fields as the file has them; read once.
  package func form() throws(PDFError) -> DocumentForm { try reading().form }

  /// Whether values are put into a copy of the document rather than into the document as it is open.
  package func wantsCopy() throws(PDFError) -> Bool {
    let form = try reading().form
    return !form.isSigned && (form.wasMended || bytes.byteCount <= Self.rewriteLimit)
  }

  /// Writes a copy with values in it, in which every field can get a new look.
  /// - Parameter output: an empty regular file; stays the caller's.
  package func copy(_ edits: FormEdits, to output: Int32) throws(PDFError) {
    try check(edits)
    try FormReader(bytes, password: password).write(edits, prepares: true, to: output)
  }

  /// Makes the looks of what was put into a copy; where readers are asked to make all looks, of everything in it.
  package func draw(_ edits: FormEdits, in copy: borrowing PDFDocument) throws(PDFError) {
    var all = edits
    let reading = try reading()
    for (index, field) in reading.form.fields.enumerated() where reading.needsLooks {
      guard edits.value(of: index) == nil, field.isFillable, !field.isEmpty(field.value) else { continue }
      all.set(index, to: field.value, original: .none)
    }
    // What is shown nowhere has no look.
    try put(all, into: copy) { [.text, .dropdown, .list].contains($0.kind) && !$0.widgets.isEmpty }
  }

  /// Puts values into the document as it is open, and makes their looks.
  package func put(_ edits: FormEdits, into document: borrowing PDFDocument) throws(PDFError) {
    try check(edits)
    try put(edits, into: document) { _ in true }
  }

  /// Writes the document as it is open.
  /// - Parameters:
  ///   - edits: what was put into it; into a copy of it where `isCopy`.
  ///   - output: an empty regular file; stays the caller's.
  ///   - scratch: another one, for what comes before.
  package func export(
    _ document: borrowing PDFDocument, _ edits: FormEdits, isCopy: Bool, to output: Int32, scratch: Int32
  ) throws(PDFError) {
    guard isCopy else { return try Self.save(document, to: output) }
    try Self.save(document, to: scratch)
    try FormReader(LocalBytes(descriptor: scratch), password: password).write(
      edits, prepares: false, to: output)
  }

  private static func save(_ document: borrowing PDFDocument, to output: Int32) throws(PDFError) {
    // The engine takes what it writes to for its own.
    let duplicate = fcntl(output, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .unwritable("the descriptor cannot be duplicated") }
    var error: UnsafeMutablePointer<GError>?
    let isDone = poppler_document_save_to_fd(document.pointer, duplicate, 1, &error)
    // It neither closes it nor writes out what it holds back.
    fflush(nil)
    if let error {
      defer { g_error_free(error) }
      throw .unwritable(copyString(error.pointee.message))
    }
    guard isDone != 0 else { throw .unwritable("the document cannot be written") }
  }

  private func put(
    _ edits: FormEdits, into document: borrowing PDFDocument, where isWanted: (FormField) -> Bool
  ) throws(PDFError) {
    let reading = try reading()
    var filler = FormFiller(document: document.pointer)
    for edit in edits.edits {
      let field = reading.form.fields[edit.field]
      guard isWanted(field) else { continue }
      try filler.put(edit.value, into: field, at: reading.places[edit.field])
    }
  }

  /// The viewer has checked them; what it says is not believed either.
  private func check(_ edits: FormEdits) throws(PDFError) {
    let fields = try reading().form.fields
    for edit in edits.edits {
      guard fields.indices.contains(edit.field), (try? fields[edit.field].checked(edit.value)) != nil else {
        throw .damaged("the form has no field that takes this value")
      }
    }
  }

  private func reading() throws(PDFError) -> FormReader.Reading {
    if let read { return read }
    let reading = try FormReader(bytes, password: password).read()
    read = reading
    return reading
  }
}
