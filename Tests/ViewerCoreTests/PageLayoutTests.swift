import Testing

@testable import ViewerCore

@Suite struct PageLayoutTests {
  private func layout(_ heights: [Double], viewport: PixelSize = PixelSize(width: 100, height: 150))
    -> PageLayout
  {
    var sizes = PageSizes(count: heights.count, first: Size(width: 100, height: heights.first ?? 1))
    sizes.record(heights.map { Size(width: 100, height: $0) }, from: 0)
    return PageLayout(sizes: sizes, viewport: viewport, spacing: 10)
  }

  @Test("Pages are fitted to the width and stacked with gaps between")
  func stacking() {
    let layout = layout([200, 50, 400], viewport: PixelSize(width: 50, height: 80))
    #expect(layout.frame(of: 0) == PixelRect(x: 0, y: 0, width: 50, height: 100))
    #expect(layout.frame(of: 1) == PixelRect(x: 0, y: 110, width: 50, height: 25))
    #expect(layout.frame(of: 2) == PixelRect(x: 0, y: 145, width: 50, height: 200))
    #expect(layout.extent == PixelSize(width: 50, height: 345))
  }

  @Test(
    "A range of heights finds the pages it touches",
    arguments: [
      (0.0...150.0, 0..<1),
      (0.0...211.0, 0..<2),
      (199.5...260.0, 0..<2),
      (200.0...210.0, 1..<1),
      (205.0...215.0, 1..<2),
      (-300.0...(-1.0), 0..<0),
      (-5.0...5.0, 0..<1),
      (5000.0...6000.0, 2..<2),
      (0.0...9999.0, 0..<3),
    ])
  func visibleRange(range: ClosedRange<Double>, pages: Range<Int>) {
    #expect(layout([200, 50, 400]).pages(in: range) == pages)
  }

  @Test("The page at a height is the one that holds it, or the next one below a gap")
  func pageAt() {
    let layout = layout([200, 50, 400])
    #expect(
      [-10, 0, 199, 200, 205, 210, 259, 265, 271, 1e9].map(layout.page(at:)) == [
        0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
      ])
  }

  @Test("The binary search agrees with looking at every page", arguments: 0..<20)
  func agreesWithScan(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let heights = (0..<200).map { _ in Double(1 + random.next(below: 300)) }
    let layout = layout(heights)
    for _ in 0..<200 {
      let start = Double(random.next(below: layout.extent.height + 400)) - 200
      let range = start...(start + Double(random.next(below: 900)) + 0.5)
      let scanned = (0..<layout.count).filter {
        let frame = layout.frame(of: $0)
        return Double(frame.y) < range.upperBound && Double(frame.maxY) > range.lowerBound
      }
      let found = layout.pages(in: range)
      #expect(Array(found) == scanned)
    }
  }

  @Test("Forty thousand pages keep exact places")
  func manyPages() {
    let layout = PageLayout(
      sizes: PageSizes(count: 40_000, first: Size(width: 595, height: 842)),
      viewport: PixelSize(width: 1080, height: 1920), spacing: 8)
    let height = layout.frame(of: 0).height
    #expect(layout.frame(of: 39_999).y == 39_999 * (height + 8))
    #expect(layout.page(at: Double(20_000 * (height + 8)) + 1) == 20_000)
  }
}

/// A small deterministic generator for properties.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &+ 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func next(below limit: Int) -> Int {
    Int(next() % UInt64(max(1, limit)))
  }
}
