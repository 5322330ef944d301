import Testing
import ViewerCore

@testable import Display

@Suite("Pixel region")
struct PixelRegionTests {
  @Test(
    "What is left covers every pixel outside the holes once, and none inside",
    arguments: 1...20 as ClosedRange<UInt64>)
  func holes(seed: UInt64) {
    var dice = Dice(seed)
    let whole = PixelRect(x: 2, y: 3, width: 40, height: 30)
    var region = PixelRegion()
    region.reset(to: whole)
    let holes = (0..<5).map { _ in
      PixelRect(
        x: dice.next(-5..<40), y: dice.next(-5..<30), width: dice.next(0..<20), height: dice.next(0..<20))
    }
    for hole in holes { region.subtract(hole) }
    for y in 0..<36 {
      for x in 0..<45 {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        let isLeft = whole.contains(pixel) && !holes.contains { $0.contains(pixel) }
        #expect(region.rects.count { $0.contains(pixel) } == (isLeft ? 1 : 0), "at \(x), \(y)")
      }
    }
  }

  @Test("A hole over everything leaves nothing, an empty one changes nothing")
  func extremes() {
    var region = PixelRegion()
    let whole = PixelRect(x: 0, y: 0, width: 10, height: 10)
    region.reset(to: whole)
    region.subtract(PixelRect(x: 4, y: 4, width: 0, height: 3))
    #expect(region.rects == [whole])
    region.subtract(PixelRect(x: -1, y: -1, width: 20, height: 20))
    #expect(region.isEmpty)
    region.reset(to: .empty)
    #expect(region.isEmpty)
  }
}
