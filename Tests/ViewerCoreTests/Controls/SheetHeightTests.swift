import Testing

@testable import ViewerCore

@Suite struct SheetHeightTests {
  private static func sheets(_ panel: Panel, _ count: Int, easy: Bool) -> [SheetFacts] {
    let items = (0..<count).map { OutlineItem(title: "\($0)", depth: 0, page: $0) }
    return [
      SheetFacts(panel: panel, look: Look(isEasy: easy), content: .contents(items)),
      SheetFacts(panel: panel, look: Look(isEasy: easy), content: .pages(count, sizes: [], first: 0)),
    ]
  }

  @Test(
    "A sheet is no higher than its list, and one that shows all of it does not scroll", arguments: Panels.all,
    [false, true])
  func height(panel: Panel, easy: Bool) {
    for count in [0, 1, 2, 3, 7, 12, 30, 400] {
      for facts in Self.sheets(panel, count, easy: easy) {
        let frame = SheetLayout.frame(facts)
        let content = SheetLayout.contentHeight(facts, frame)
        let isHighest = frame.ground.height == Int(Double(panel.size.height) * 0.7)
        #expect(isHighest || content <= frame.body.height, "\(count)")
        #expect(isHighest || frame.body.height - content <= frame.metrics.rowHeight + frame.metrics.margin)
        if count == 400 { #expect(isHighest) }
      }
    }
  }

  @Test("Tiles keep their size however many there are", arguments: Panels.all)
  func tiles(panel: Panel) {
    let sizes = [1, 5, 9, 400].map { count in
      PageGrid(SheetLayout.frame(Self.sheets(panel, count, easy: false)[1]), count: count).tile(0).size
    }
    #expect(Set(sizes).count == 1)
  }
}
