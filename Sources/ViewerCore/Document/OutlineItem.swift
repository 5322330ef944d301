/// One line of a document's outline, in the order of reading; the tree is told by depths.
package struct OutlineItem: Hashable, Sendable {
  package var title: String
  /// 0 = top level.
  package var depth: Int
  /// Counted from 0; nil for a line that leads nowhere in this document.
  package var page: Int?
  /// Points from the page's top left, where one is given.
  package var x: Double?
  package var y: Double?

  package init(title: String, depth: Int, page: Int?, x: Double? = nil, y: Double? = nil) {
    self.title = title
    self.depth = depth
    self.page = page
    self.x = x
    self.y = y
  }
}
