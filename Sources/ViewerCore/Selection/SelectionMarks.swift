/// What the selection covers on the pages in view: worked out when it changes or a page comes into view, not for
/// every picture.
package struct SelectionMarks: Hashable, Sendable {
  /// The edge of the first or last selected character, pt of its page.
  package struct Caret: Hashable, Sendable {
    package var x: Double
    package var top: Double
    package var bottom: Double
    /// Which side the selection lies on: its handle stands at the other.
    package var selectionIsRight: Bool
  }

  package struct Page: Hashable, Sendable {
    package var range: Range<Int>
    /// How many characters the page has.
    package var count: Int
    /// One for each stretch of a line, pt.
    package var boxes: [PageText.Box]
    package var first: Caret?
    package var last: Caret?

    init(_ text: PageText, _ range: Range<Int>) {
      self.range = range
      count = text.count
      boxes = PageText.separated(text.boxes(covering: range))
      first = Self.caret(text, range, isStart: true)
      last = Self.caret(text, range, isStart: false)
    }

    /// Spaces and line ends may have no box: the next character that has one stands for them.
    private static func caret(_ text: PageText, _ range: Range<Int>, isStart: Bool) -> Caret? {
      let scalars = text.text.unicodeScalars
      for step in 0..<min(range.count, 64) {
        let character = isStart ? range.lowerBound + step : range.upperBound - 1 - step
        guard let box = text.boxes(covering: character..<character + 1).first else { continue }
        let place = scalars.index(scalars.startIndex, offsetBy: character)
        let isRight = scalars[place].isRightToLeft != isStart
        return Caret(
          x: Double(isRight ? box.left : box.right), top: Double(box.top), bottom: Double(box.bottom),
          selectionIsRight: isRight)
      }
      return nil
    }
  }

  private var pages: [Int: Page] = [:]

  package init() {}

  package var isEmpty: Bool { pages.isEmpty }

  package subscript(_ page: Int) -> Page? { pages[page] }

  /// Lets go of pages that are out of view or not selected any more.
  package mutating func trim(_ selection: TextSelection?, visible: Range<Int>) {
    for page in pages.keys where !visible.contains(page) || !(selection?.pages.contains(page) ?? false) {
      pages[page] = nil
    }
  }

  /// The words of a page in view are here.
  package mutating func mark(_ page: Int, _ text: PageText, _ selection: TextSelection) {
    pages[page] = Page(text, selection.range(on: page, count: text.count))
  }

  /// The first page in view whose words are needed to draw the selection. Boxes that still hold need none: the words
  /// may have gone from the cache meanwhile.
  package func pageWanted(_ selection: TextSelection?, visible: Range<Int>) -> Int? {
    guard let selection else { return nil }
    return visible.first { needs($0, selection) }
  }

  package func needs(_ page: Int, _ selection: TextSelection) -> Bool {
    guard selection.pages.contains(page) else { return false }
    guard let known = pages[page] else { return true }
    return selection.range(on: page, count: known.count) != known.range
  }
}
