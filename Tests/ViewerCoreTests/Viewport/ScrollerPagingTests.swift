import Testing

@testable import ViewerCore

/// A scroller over slots, on a panel where a pixel is a dp.
@Suite struct ScrollerPagingTests {
  static let panel = Panel(size: PixelSize(width: 1000, height: 1500), dotsPerInch: 160)
  /// Five pages that fit the view's width, page 3 two and a half views long.
  static let heights = [1200.0, 1500, 3750, 900, 1500]

  struct Stage {
    var scroller: Scroller
    var layout: PageLayout
    var now = Timestamp.zero
    var axis: Axis { layout.axis }
    var place: Double { scroller.viewport.offset[axis] }

    init(axis: Axis = .vertical, rtl: Bool = false, zoom: Double = 1, minimum: Double = 1) {
      let sizes = ScrollerPagingTests.heights.map {
        axis == .vertical ? Size(width: 1000, height: $0) : Size(width: $0 / 1.5, height: 1500)
      }
      var known = PageSizes(count: sizes.count, first: sizes[0])
      known.record(sizes, from: 0)
      let style = LayoutStyle(
        mode: .paged, axis: axis, fit: axis == .vertical ? .width : .height, isRightToLeft: rtl)
      layout = PageLayout(sizes: known, viewport: ScrollerPagingTests.panel.size, spacing: 20, style: style)
      scroller = Scroller(
        panel: ScrollerPagingTests.panel, limits: ZoomLimits(minimum: minimum),
        settings: GestureSettings())
      scroller.setLayout(layout)
      show(0, zoom: zoom)
    }

    mutating func show(_ page: Int, zoom: Double = 1) {
      let place = Point(along: axis, layout.leading(page, zoom: zoom), across: 0)
      scroller.jump(to: place, zoom: zoom, page: page)
    }

    /// The finger moves by a distance and lifts at a speed; both of the content, onwards positive.
    mutating func swipe(_ distance: Double, speed: Double = 0, steps: Int = 10) {
      let sign = layout.style.isRightToLeft ? 1.0 : -1
      scroller.hold()
      for _ in 0..<steps {
        scroller.pan(by: Point(along: axis, sign * distance / Double(steps), across: 0))
      }
      scroller.release(velocity: Point(along: axis, sign * speed, across: 0), at: now)
    }

    @discardableResult
    mutating func rest() -> [Double] {
      var places: [Double] = []
      for _ in 0..<600 where scroller.isMoving {
        now = now + .microseconds(16_667)
        scroller.advance(to: now)
        places.append(place)
      }
      return places
    }

    /// The page whose slot fills the view; nil when it rests between two.
    var page: Int? {
      (0..<layout.count).first {
        layout.bounds(ofSlot: $0, zoom: scroller.viewport.zoom)[axis].contains(place)
      }
    }
  }

  @Test(
    "A page is turned past half a slot or faster than 400 dp/s, else it comes back",
    arguments: [
      (740.0, 0.0, 0), (770, 0, 1), (740, 399, 0), (100, 401, 1), (100, 8000, 1), (5, 500, 1),
      (-100, 3000, 0), (300, -2000, 0), (900, -2000, 0), (1400, 9000, 1),
    ])
  func turns(distance: Double, speed: Double, page: Int) {
    for (axis, rtl) in [(Axis.vertical, false), (.horizontal, false), (.horizontal, true)] {
      var stage = Stage(axis: axis, rtl: rtl)
      if axis == .horizontal { stage = Stage(axis: axis, rtl: rtl) }
      // On the horizontal axis half a slot is 500 px.
      let scale = axis == .vertical ? 1 : 1000.0 / 1500
      stage.swipe(distance * scale, speed: speed)
      stage.rest()
      #expect(stage.page == page, "\(axis) \(rtl)")
    }
  }

  @Test("One swipe turns one page, and a swipe that catches the turn goes on to the next one")
  func oneByOne() {
    var stage = Stage()
    stage.swipe(400, speed: 8000)
    let way = stage.rest()
    #expect(stage.page == 1 && way.max() == stage.place, "it does not overshoot")
    stage.show(0)
    stage.swipe(200, speed: 3000)
    stage.now = stage.now + .milliseconds(50)
    stage.scroller.advance(to: stage.now)
    #expect(stage.page == nil)
    stage.swipe(100, speed: 3000)
    stage.rest()
    #expect(stage.page == 2)
  }

  @Test("A page longer than the view is scrolled within; only from its edge a swipe leads on")
  func longPage() {
    var stage = Stage()
    stage.show(2)
    let range = stage.layout.bounds(ofSlot: 2, zoom: 1).y
    #expect(range.upperBound - range.lowerBound == 2250)
    stage.swipe(300)
    stage.rest()
    #expect(stage.place == range.lowerBound + 300, "a slow drag stays where it was left")
    stage.swipe(200, speed: 8000)
    let way = stage.rest()
    #expect(stage.place == range.upperBound, "a fling ends at the page's edge")
    #expect((way.max() ?? 0) > range.upperBound, "against the rubber band")
    stage.swipe(50, speed: 2000)
    stage.rest()
    #expect(stage.page == 3)
    stage.swipe(-50, speed: -2000)
    stage.rest()
    #expect(stage.place == range.upperBound, "the way back enters at the end")
  }

  @Test("Past the last and before the first page the rubber band holds", arguments: [0, 4])
  func ends(page: Int) {
    var stage = Stage()
    stage.show(page)
    let before = stage.place
    let sign = page == 0 ? -1.0 : 1
    for _ in 0..<5 {
      stage.swipe(sign * 900, speed: sign * 8000)
      #expect((stage.place - before) * sign > 0 && (stage.place - before) * sign < 700)
      stage.rest()
      #expect(stage.place == before)
    }
  }

  @Test("Enlarged pages are panned freely; back at the fitted size the view rests on a slot")
  func enlarged() {
    var stage = Stage(zoom: 2)
    stage.swipe(2800)
    stage.rest()
    #expect(stage.place == 2800 && stage.page == nil)
    stage.scroller.glide(toZoom: 1, about: Point(x: 500, y: 750), at: stage.now)
    stage.rest()
    #expect(stage.page == 1 && stage.scroller.viewport.zoom == 1)
  }

  @Test("A pinch turns no page, be it as long as it may", arguments: [0.5, 0.8, 1.2])
  func pinch(scale: Double) {
    var stage = Stage(minimum: 0.3)
    stage.show(1)
    stage.scroller.hold()
    stage.scroller.pinch(focus: Point(x: 500, y: 750), by: Point(x: 0, y: -60), scale: scale)
    stage.scroller.release(velocity: Point(x: 0, y: -3000), at: stage.now)
    stage.rest()
    if scale < 1 { #expect(stage.page == 1) }
    let bounds = stage.scroller.bounds
    #expect(bounds.clamp(stage.scroller.viewport.offset) == stage.scroller.viewport.offset)
  }

  @Test("The direction of travel is that of reading", arguments: [false, true])
  func direction(rtl: Bool) {
    var stage = Stage(axis: .horizontal, rtl: rtl)
    stage.swipe(700)
    stage.rest()
    #expect(stage.page == 1 && stage.scroller.direction == 1)
    stage.swipe(-700)
    stage.rest()
    #expect(stage.page == 0 && stage.scroller.direction == -1)
    #expect(!stage.scroller.isAtEnd)
    stage.show(4)
    #expect(stage.scroller.isAtEnd)
  }

  @Test("Finished at once, a turn ends where it would have ended")
  func finished() {
    var stage = Stage()
    stage.swipe(200, speed: 3000)
    stage.scroller.finish()
    #expect(stage.page == 1 && !stage.scroller.isMoving)
  }
}
