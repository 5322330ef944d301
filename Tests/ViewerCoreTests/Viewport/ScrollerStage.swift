import Testing

@testable import ViewerCore

/// A scroller over tall content, on a panel where a pixel is a dp.
struct ScrollerStage {
  static let panel = Panel(size: PixelSize(width: 1000, height: 1500), dotsPerInch: 160)
  static let settings = GestureSettings()

  var scroller: Scroller
  var now = Timestamp.zero

  init(limits: ZoomLimits = ZoomLimits(), extent: PixelSize = PixelSize(width: 1000, height: 50_000)) {
    scroller = Scroller(panel: Self.panel, limits: limits, settings: Self.settings)
    scroller.setLayout(Self.layout(extent))
    scroller.jump(to: .zero, zoom: 1)
  }

  /// Content of an extent: as many pages without gaps between as it takes.
  static func layout(_ extent: PixelSize) -> PageLayout {
    let count = extent.height / 4_000_000 + 1
    var sizes = PageSizes(count: count, first: Size(width: Double(extent.width), height: 1))
    let heights = (0..<count).map { page in
      extent.height * (page + 1) / count - extent.height * page / count
    }
    sizes.record(heights.map { Size(width: Double(extent.width), height: Double($0)) }, from: 0)
    return PageLayout(sizes: sizes, viewport: panel.size, spacing: 0)
  }

  var offset: Point { scroller.viewport.offset }
  var zoom: Double { scroller.viewport.zoom }

  /// Frames of 1/60 s until nothing moves, at most ten seconds of them.
  /// - Returns: where the page was at each.
  @discardableResult
  mutating func rest(framesPerSecond: Int64 = 60) -> [Viewport] {
    var seen: [Viewport] = []
    let start = now
    while scroller.isMoving, now - start < .seconds(10) {
      now = now + .microseconds(1_000_000 / framesPerSecond)
      scroller.advance(to: now)
      seen.append(scroller.viewport)
    }
    return seen
  }

  mutating func advance(milliseconds: Double) {
    now = Timestamp(microseconds: now.microseconds + Int64(milliseconds * 1000))
    scroller.advance(to: now)
  }

  mutating func release(x: Double = 0, y: Double = 0) {
    scroller.release(velocity: Point(x: x, y: y), at: now)
  }

  var isInside: Bool { scroller.bounds.clamp(offset) == offset && scroller.limits.clamp(zoom) == zoom }
}
