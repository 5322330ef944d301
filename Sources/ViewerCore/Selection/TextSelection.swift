/// What is selected: all characters between two places of the document's text, never none.
///
/// It is kept in characters, not in pixels, so that zoom, scrolling, relayout and rotation leave it alone.
package struct TextSelection: Hashable, Sendable {
  package let start: TextPosition
  package let end: TextPosition

  /// What lies between two places, in whichever order; nil when that is nothing.
  package init?(between one: TextPosition, and other: TextPosition) {
    guard one != other else { return nil }
    start = min(one, other)
    end = max(one, other)
  }

  /// Characters of one page.
  package init?(_ range: Range<Int>, on page: Int) {
    self.init(
      between: TextPosition(page: page, character: range.lowerBound),
      and: TextPosition(page: page, character: range.upperBound))
  }

  /// Whole pages.
  package init?(pages: Range<Int>) {
    guard let first = pages.first, let last = pages.last else { return nil }
    start = TextPosition(page: first, character: 0)
    end = TextPosition(page: last, character: .max)
  }

  /// The pages it reaches over, from first to last.
  package var pages: ClosedRange<Int> { start.page...end.page }

  /// What of a page is selected.
  /// - Parameter count: how many characters the page has.
  package func range(on page: Int, count: Int) -> Range<Int> {
    guard pages.contains(page) else { return 0..<0 }
    let first = page == start.page ? min(max(0, start.character), count) : 0
    let last = page == end.page ? min(max(0, end.character), count) : count
    return first..<max(first, last)
  }

  /// The smallest selection that holds both.
  package func joined(with other: TextSelection) -> TextSelection {
    TextSelection(between: min(start, other.start), and: max(end, other.end)) ?? self
  }

  /// As far as a place.
  package func reaching(_ place: TextPosition) -> TextSelection {
    TextSelection(between: min(start, place), and: max(end, place)) ?? self
  }
}
