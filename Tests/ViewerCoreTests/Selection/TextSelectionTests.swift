import Testing

@testable import ViewerCore

@Suite struct TextSelectionTests {
  private static func at(_ page: Int, _ character: Int) -> TextPosition {
    TextPosition(page: page, character: character)
  }

  @Test(
    "Two places make a selection, in whichever order they come",
    arguments: [
      (at(1, 5), at(1, 9)), (at(1, 9), at(1, 5)), (at(0, 20), at(1, 0)), (at(3, 0), at(1, 9)),
    ])
  func order(_ one: TextPosition, _ other: TextPosition) throws {
    let selection = try #require(TextSelection(between: one, and: other))
    #expect(selection.start == min(one, other) && selection.end == max(one, other))
    #expect(selection == TextSelection(between: other, and: one))
  }

  @Test("Nothing is no selection")
  func nothing() {
    #expect(TextSelection(between: Self.at(2, 7), and: Self.at(2, 7)) == nil)
    #expect(TextSelection(4..<4, on: 1) == nil)
    #expect(TextSelection(pages: 0..<0) == nil)
  }

  @Test(
    "Of each page between its ends all is selected, and of the others nothing",
    arguments: [
      (1, 100, 0..<0), (2, 100, 40..<100), (3, 7, 0..<7), (4, 100, 0..<12), (5, 100, 0..<0),
      // Fewer characters than expected, as when a document was changed under the viewer.
      (2, 30, 30..<30), (4, 5, 0..<5), (3, 0, 0..<0),
    ])
  func ranges(_ page: Int, _ count: Int, _ range: Range<Int>) throws {
    let selection = try #require(TextSelection(between: Self.at(2, 40), and: Self.at(4, 12)))
    #expect(selection.range(on: page, count: count) == range)
  }

  @Test("Whole pages are selected without knowing how long their text is")
  func wholePages() throws {
    let selection = try #require(TextSelection(pages: 0..<3))
    #expect(selection.pages == 0...2)
    for (page, count) in [(0, 10), (1, 0), (2, 1_000_000)] {
      #expect(selection.range(on: page, count: count) == 0..<count)
    }
  }

  @Test("Words are joined, and places are reached, before and behind")
  func joining() throws {
    let word = try #require(TextSelection(10..<15, on: 2))
    let before = try #require(TextSelection(3..<6, on: 1))
    let behind = try #require(TextSelection(20..<22, on: 2))
    #expect(word.joined(with: before) == TextSelection(between: Self.at(1, 3), and: Self.at(2, 15)))
    #expect(word.joined(with: behind) == TextSelection(10..<22, on: 2))
    #expect(word.joined(with: word) == word)
    #expect(word.reaching(Self.at(2, 12)) == word)
    #expect(word.reaching(Self.at(2, 2)) == TextSelection(2..<15, on: 2))
    #expect(word.reaching(Self.at(3, 1)) == TextSelection(between: Self.at(2, 10), and: Self.at(3, 1)))
  }
}
