/// A place between two characters of the document's text.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// Counted from 0.
  package var page: Int
  /// Characters of the page before it. `Int.max` = the page's end, however long its text turns out to be.
  package var character: Int

  package init(page: Int, character: Int) {
    self.page = page
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    left.page != right.page ? left.page < right.page : left.character < right.character
  }
}
