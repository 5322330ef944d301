import Testing

@testable import ViewerCore

@Suite struct SessionPageTurnTests {
  private static let styles = ReadingPropertyTests.styles.filter { $0.mode == .paged && $0.fit == .page }

  /// The next frame: what it shows, and whether any page of it has no pixels.
  private func nextFrame(_ reader: inout Reader) -> (pages: [Int], isWhole: Bool) {
    reader.wait(milliseconds: 17)
    let pages = reader.scene.pages
    return (pages.map(\.page), pages.allSatisfy { $0.base != nil && $0.quality == .sharp })
  }

  @Test(
    "A page that has been drawn ahead is in the next frame when it is turned to by a key", arguments: styles)
  func key(style: LayoutStyle) {
    var reader = Reader.reading(options: SessionOptions(layout: style, budget: 256 << 20))
    for page in 1...4 {
      // No worker does anything while the page turns: what is seen has been there.
      reader.session.stepPage(by: 1, at: reader.now)
      let first = nextFrame(&reader)
      #expect(first.pages.contains(page) && first.isWhole, "at once")
      while reader.session.scroller.isMoving { #expect(nextFrame(&reader).isWhole) }
      #expect(reader.scene.pages.map(\.page) == [page])
      reader.rest()
      reader.workAll()
    }
  }

  @Test("A page that has been drawn ahead is in the next frame when a finger turns it", arguments: styles)
  func swipe(style: LayoutStyle) {
    var reader = Reader.reading(options: SessionOptions(layout: style, budget: 256 << 20))
    let (low, high) = (Point(x: 900, y: 1400), Point(x: 500, y: 700))
    let isBackwards = style.isRightToLeft
    reader.drag(
      from: isBackwards ? high : low, to: isBackwards ? low : high, milliseconds: 80, resting: false)
    let first = nextFrame(&reader)
    #expect(first.pages.contains(1) && first.isWhole)
    while reader.session.scroller.isMoving { #expect(nextFrame(&reader).isWhole) }
    #expect(reader.scene.pages.map(\.page) == [1] && reader.session.pageNumber == 2)
  }

  @Test("A page that has been drawn ahead is whole in the next frame when it is gone to", arguments: styles)
  func goTo(style: LayoutStyle) {
    var reader = Reader.reading(options: SessionOptions(layout: style, budget: 256 << 20))
    reader.handle(.command(.goTo(page: 3)))
    let first = nextFrame(&reader)
    #expect(first.pages == [2] && first.isWhole)
    // One that has not is missing: nothing comes by itself.
    reader.handle(.command(.goTo(page: 19)))
    #expect(!nextFrame(&reader).isWhole)
  }
}
