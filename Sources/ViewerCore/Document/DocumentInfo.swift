/// What a document says about itself; empty strings where it says nothing.
package struct DocumentInfo: Hashable, Sendable {
  /// `PDF 1.7`.
  package var format = ""
  package var title = ""
  package var author = ""
  package var subject = ""
  package var keywords = ""
  package var creator = ""
  package var producer = ""
  /// ISO 8601 with the zone the document gives: `2024-03-01T12:00:00+01:00`.
  package var created = ""
  package var modified = ""
  /// Laid out for reading before all of it has arrived (PDF 1.7, annex F).
  package var linearisation = Linearisation.none
  package var attachments: Int32 = 0
  /// What the document calls its pages; empty when they are plain numbers from 1.
  package var labels: [String] = []
  /// What the engine complained of, cleaned and cut.
  package var warnings: [String] = []

  package init() {}
}
