import Testing

@testable import ViewerCore

struct TextIndexTests {
  private static func words(_ text: String) -> FoldedText { FoldedText(PageText(text: text, boxes: [])) }

  @Test("Pages that are held answer, others say that they are not")
  func holds() throws {
    var index = TextIndex()
    index.insert(3, Self.words("Needle and needle"))
    let query = try #require(FoldedQuery("needle"))
    #expect(index.has(3) && !index.has(4))
    #expect(index.matches(3, query) == [0..<6, 11..<17])
    #expect(index.matches(4, query) == nil)
    #expect(index.matches(3, try #require(FoldedQuery("thread"))) == [])
  }

  @Test("The pages furthest from the newest are let go when the limit is reached")
  func limit() {
    let page = Self.words(String(repeating: "x", count: 1000))
    var index = TextIndex(limit: page.byteCount * 3)
    for number in 0..<5 { index.insert(number, page) }
    #expect((0..<5).map(index.has) == [false, false, true, true, true])
    index.insert(0, page)
    #expect((0..<5).map(index.has) == [true, false, true, true, false])
    #expect(index.byteCount == page.byteCount * 3)
    index.removeAll()
    #expect(index.count == 0 && index.byteCount == 0)
  }

  @Test("A page that is read again takes its room once, and one that is over the limit stays alone")
  func again() {
    let page = Self.words(String(repeating: "x", count: 1000))
    var index = TextIndex(limit: 10)
    index.insert(1, page)
    index.insert(1, page)
    #expect(index.byteCount == page.byteCount && index.has(1))
    index.insert(2, page)
    #expect(index.has(2) && index.count == 1)
  }
}
