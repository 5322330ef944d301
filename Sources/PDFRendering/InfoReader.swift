import CPoppler
package import ViewerCore
import Wire

extension PDFDocument {
  /// What the document says of itself.
  /// - Parameter log: the engine's complaints so far become the warnings.
  package func info(log: EngineLog) -> DocumentInfo {
    let document = pointer
    var info = DocumentInfo()
    info.format = text(poppler_document_get_pdf_version_string(document)).replacing("-", with: " ")
    info.title = text(poppler_document_get_title(document))
    info.author = text(poppler_document_get_author(document))
    info.subject = text(poppler_document_get_subject(document))
    info.keywords = text(poppler_document_get_keywords(document))
    info.creator = text(poppler_document_get_creator(document))
    info.producer = text(poppler_document_get_producer(document))
    info.created = Self.date(poppler_document_get_creation_date_time(document))
    info.modified = Self.date(poppler_document_get_modification_date_time(document))
    info.linearisation = linearisation
    info.attachments = Int32(clamping: poppler_document_get_n_attachments(document))
    info.labels = labels()
    info.warnings = Array(log.take().lines.prefix(WorkerLimits.warnings))
    return info
  }

  /// Kind of form and number of fields on all pages.
  package func forms() -> (kind: FormKind, fields: Int32) {
    var fields = 0
    for index in 0..<pageCount {
      guard let page = try? page(index) else { continue }
      fields += page.fieldCount()
    }
    if FileScan(bytes).tellsXFA { return (.xfa, Int32(clamping: fields)) }
    return (fields > 0 ? .acroForm : .none, Int32(clamping: fields))
  }

  /// Empty when each page's label is its number.
  private func labels() -> [String] {
    var result: [String] = []
    var isPlain = true
    for index in 0..<pageCount {
      var label = ""
      if let page = try? page(index) { label = page.label }
      if label.isEmpty { label = String(index + 1) }
      if label != String(index + 1) { isPlain = false }
      result.append(label)
    }
    return isPlain ? [] : result
  }

  private func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
    var result = ""
    for scalar in takeString(pointer).unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }

  /// ISO 8601 with the zone the document gives; UTC as `Z`.
  private static func date(_ moment: OpaquePointer?) -> String {
    guard let moment else { return "" }
    defer { g_date_time_unref(moment) }
    let text = takeString(g_date_time_format(moment, "%Y-%m-%dT%H:%M:%S%:z"))
    return text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text
  }
}
