package import ViewerCore
package import Wire

/// What the worker does with an open document, whatever engine reads it. Pages are counted from 0.
///
/// Two engines stand behind it: `PDFEngine` (poppler) and `ImageEngine`, each in a program of its own.
package protocol DocumentEngine: AnyObject {
  func facts() -> DocumentFacts
  /// Points, upright; zero for pages without a usable size.
  func pageSizes(first: Int32, count: Int32) -> [Size]
  func info() -> DocumentInfo
  func outline() throws(EngineFailure) -> [OutlineItem]
  func forms() -> (kind: FormKind, fields: Int32)
  /// The form with all its fields, as the file has them.
  func fields() throws(EngineFailure) -> DocumentForm
  /// Puts values into the form's fields; all others hold what they do in the file.
  func fill(_ edits: FormEdits) throws(EngineFailure)
  /// Writes the document with what was put into its form.
  /// - Parameters:
  ///   - output: an empty regular file that stays the caller's.
  ///   - scratch: another one, for what comes before.
  func export(to output: Int32, scratch: Int32) throws(EngineFailure)
  /// What puts documents like this one together; nothing is in it yet.
  func joiner() throws(EngineFailure) -> any DocumentJoiner
  /// Puts the document behind those that were put together before.
  /// - Parameter title: of the line of the outline that leads to it.
  func append(to joiner: any DocumentJoiner, title: String) throws(EngineFailure)
  func text(of page: Int32) throws(EngineFailure) -> PageText
  /// The words of a page as searches see them.
  func words(of page: Int32) throws(EngineFailure) -> FoldedText
  /// The words of a page that holds what is looked for; nil for any other page.
  func text(of page: Int32, holding query: FoldedQuery) throws(EngineFailure) -> PageText?
  func links(of page: Int32) throws(EngineFailure) -> [PageLink]
  /// Draws a page as ordered.
  /// - Parameters:
  ///   - lent: `order.byteCount` bytes.
  ///   - memory: puts the pixels there as what they are.
  func draw(
    _ order: RenderOrder, into lent: UnsafeMutableRawPointer, by memory: inout PageMemory
  ) throws(EngineFailure) -> DrawnPage
  /// Gives back what can be had again.
  func trim()
}

extension DocumentEngine {
  package func fields() throws(EngineFailure) -> DocumentForm { DocumentForm() }

  package func fill(_ edits: FormEdits) throws(EngineFailure) {
    if !edits.isEmpty { throw EngineFailure(.unsupportedDocument, "only PDF documents have forms") }
  }

  package func export(to output: Int32, scratch: Int32) throws(EngineFailure) {
    throw EngineFailure(.unsupportedDocument, "only PDF documents can be filled in")
  }

  package func joiner() throws(EngineFailure) -> any DocumentJoiner {
    throw EngineFailure(.unsupportedDocument, "documents of this kind are not put together")
  }

  package func append(to joiner: any DocumentJoiner, title: String) throws(EngineFailure) {
    throw EngineFailure(.unsupportedDocument, "documents of this kind are not put together")
  }

  package func words(of page: Int32) throws(EngineFailure) -> FoldedText { FoldedText(try text(of: page)) }

  package func text(of page: Int32, holding query: FoldedQuery) throws(EngineFailure) -> PageText? {
    let text = try text(of: page)
    return FoldedText(text).matches(query).isEmpty ? nil : text
  }
}

/// Documents that are put together into one.
package protocol DocumentJoiner: AnyObject {
  /// Writes the whole.
  /// - Parameter output: an empty regular file that stays the caller's.
  func write(to output: Int32) throws(EngineFailure)
}

/// A page that was drawn, and what was read of it meanwhile.
package struct DrawnPage {
  package var format: RenderYield.Format
  package var warnings: [String]
  /// Nil where they were not asked for, or could not be had.
  package var text: PageText?
  package var links: [PageLink]?

  package init(
    format: RenderYield.Format, warnings: [String], text: PageText? = nil, links: [PageLink]? = nil
  ) {
    self.format = format
    self.warnings = warnings
    self.text = text
    self.links = links
  }
}

/// Why a request came to nothing: the code that everybody relies on, and the engine's word for a log.
package struct EngineFailure: Error, Hashable {
  package var code: ErrorCode
  package var detail: String

  package init(_ code: ErrorCode, _ detail: String = "") {
    self.code = code
    self.detail = detail
  }
}
