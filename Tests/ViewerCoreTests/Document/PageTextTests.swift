import Testing
import ViewerCore

struct PageTextTests {
  private static func box(_ left: Float, _ top: Float) -> PageText.Box {
    PageText.Box(left: left, top: top, right: left + 5, bottom: top + 10)
  }

  @Test("Neighbours of one height become one run, and the boxes come back as they were")
  func runs() {
    let boxes = [Self.box(0, 0), Self.box(5, 0), Self.box(10, 0), Self.box(0, 12), Self.box(5, 12)]
    let text = PageText(text: "ab\ncd", boxes: boxes)
    #expect(text.runs.map(\.count) == [3, 2])
    #expect(text.count == 5)
    #expect(text.boxes == boxes)
  }

  @Test("A combining mark and its letter are two characters with a box each")
  func scalars() {
    let text = PageText(text: "e\u{301}", boxes: [Self.box(0, 0), Self.box(1, 0)])
    #expect(text.count == 2)
  }

  @Test("Missing boxes take no room after the last one, spare ones are left out")
  func mismatch() {
    let short = PageText(text: "abc", boxes: [Self.box(0, 0)])
    #expect(short.boxes[2] == PageText.Box(left: 5, top: 0, right: 5, bottom: 10))
    let long = PageText(text: "a", boxes: [Self.box(0, 0), Self.box(5, 0)])
    #expect(long.boxes == [Self.box(0, 0)])
    #expect(PageText(text: "ab", boxes: []).boxes.allSatisfy { $0.left == $0.right })
  }
}
