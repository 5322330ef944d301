/// What is known of a document that is read while it comes from a server, until all of it is here.
///
/// Nothing goes through all of its pages: sizes are asked for as pages come into view, an outline, links that may lead
/// anywhere and a search wait for the rest.
package struct Coming: Hashable, Sendable {
  /// Whether the document tells where its pages are.
  package var hasLayout: Bool
  /// Pages whose bytes are missing and that no worker waits for.
  package var starving: Set<Int> = []

  package init(hasLayout: Bool) {
    self.hasLayout = hasLayout
  }
}
