import Testing

@testable import ViewerCore

@Suite struct ScrollerZoomTests {
  @Test(
    "A pinch keeps what lies under the fingers within a pixel: anywhere, over the limits, and far down",
    arguments: 0..<60)
  func keepsFocus(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let minimum = Double(1 + random.next(below: 100)) / 100
    var stage = ScrollerStage(
      limits: ZoomLimits(minimum: minimum), extent: PixelSize(width: 1000, height: 60_000_000))
    stage.scroller.jump(
      to: Point(x: Double(random.next(below: 4000)), y: Double(random.next(below: 60_000_000))),
      zoom: minimum + Double(random.next(below: 4000)) / 1000)
    var focus = Point(x: Double(random.next(below: 1000)), y: Double(random.next(below: 1500)))
    let content = stage.scroller.viewport.content(at: focus)
    stage.scroller.hold()
    for _ in 0..<300 {
      let by = Point(x: Double(random.next(below: 21)) - 10, y: Double(random.next(below: 21)) - 10)
      let scale = 0.93 + Double(random.next(below: 150)) / 1000
      stage.scroller.pinch(focus: focus + by, by: by, scale: scale)
      focus = focus + by
      let seen = content * stage.zoom - stage.offset
      #expect(seen.distance(to: focus) < 1)
      #expect(stage.zoom > minimum / 2.01 && stage.zoom < 16.01)
    }
    // Let go, nothing jumps on the way back inside.
    stage.release()
    var last = stage.scroller.viewport
    let way = stage.scroller.bounds.clamp(stage.offset).distance(to: stage.offset)
    for view in stage.rest(framesPerSecond: 1000) {
      let step = (last.content(at: focus) * view.zoom - view.offset).distance(to: focus)
      #expect(step < 30 + (way + 3000) / 20)
      last = view
    }
    #expect(stage.isInside)
  }

  @Test("Over a limit the zoom gives way like rubber and comes back within 350 ms", arguments: [0.25, 40.0])
  func overLimit(scale: Double) {
    var stage = ScrollerStage()
    stage.scroller.jump(to: Point(x: 0, y: 20_000), zoom: 1)
    let focus = Point(x: 500, y: 750)
    for _ in 0..<20 { stage.scroller.pinch(focus: focus, by: .zero, scale: Maths.power(scale, 1.0 / 20)) }
    let limit = scale < 1 ? 1.0 : 8.0
    #expect(scale < 1 ? stage.zoom < 1 && stage.zoom > 0.5 : stage.zoom > 8 && stage.zoom < 16)
    stage.release(y: -3000)
    stage.advance(milliseconds: 350)
    #expect(stage.zoom == limit && stage.isInside)
    #expect(!stage.scroller.isMoving)
  }

  @Test("Pinched far out and back in, the zoom answers at once when the fingers turn round")
  func turnsRound() {
    var stage = ScrollerStage()
    for _ in 0..<500 { stage.scroller.pinch(focus: .zero, by: .zero, scale: 3) }
    let far = stage.zoom
    for _ in 0..<6 { stage.scroller.pinch(focus: .zero, by: .zero, scale: 0.5) }
    #expect(stage.zoom < far)
    for _ in 0..<2000 { stage.scroller.pinch(focus: .zero, by: .zero, scale: 0.1) }
    #expect(stage.zoom > 0.49 && stage.offset.y.isFinite)
  }

  @Test("A double tap's zoom keeps the point under the finger all the way, far down in a long document")
  func glideKeepsFocus() {
    var stage = ScrollerStage(extent: PixelSize(width: 1000, height: 60_000_000))
    stage.scroller.jump(to: Point(x: 0, y: 30_000_000), zoom: 1)
    let focus = Point(x: 500, y: 300)
    let content = stage.scroller.viewport.content(at: focus)
    stage.scroller.glide(toZoom: 2, about: focus, at: stage.now)
    #expect(stage.scroller.destinationZoom == 2)
    for view in stage.rest(framesPerSecond: 500) {
      #expect((content * view.zoom - view.offset).distance(to: focus) < 1)
    }
    #expect(stage.zoom == 2 && stage.now.microseconds == 250_000)
    let back = stage.scroller.limits.doubleTapTarget(from: stage.zoom)
    stage.scroller.glide(toZoom: back, about: focus, at: stage.now)
    stage.rest()
    #expect(stage.scroller.viewport.offset == Point(x: 0, y: 30_000_000))
  }

  @Test("Near an edge a zoom's way stays inside the bounds", arguments: [0.0, 1e9])
  func glideInside(place: Double) {
    var stage = ScrollerStage()
    stage.scroller.jump(to: Point(x: place, y: place), zoom: 3)
    stage.scroller.glide(toZoom: 1, about: Point(x: 900, y: 1400), at: stage.now)
    for view in stage.rest() {
      let content = PixelSize(width: 1000, height: 50_000)
      let bounds = OffsetBounds(content: content, zoom: view.zoom, view: view.size)
      #expect(bounds.clamp(view.offset).distance(to: view.offset) < 0.1)
    }
  }

  @Test("Key presses add up, in any mixture; there and back is where it was")
  func keys() {
    var stage = ScrollerStage()
    let page = Point(x: 0, y: 1350)
    for _ in 0..<4 {
      stage.scroller.glide(by: page, at: stage.now)
      stage.advance(milliseconds: 40)
    }
    stage.rest()
    #expect(stage.offset.y == 4 * 1350)
    stage.scroller.glide(by: page, at: stage.now)
    stage.scroller.glide(by: page * -1, at: stage.now)
    #expect(!stage.scroller.isMoving)
    stage.scroller.glide(by: page, at: stage.now)
    stage.scroller.glide(toZoom: 2, about: .zero, at: stage.now)
    stage.scroller.glide(by: page, at: stage.now)
    stage.rest()
    #expect(stage.zoom == 2 && stage.offset.y == 5 * 1350 * 2 + 1350)
    stage.scroller.glide(by: Point(x: 0, y: -1e9), at: stage.now)
    stage.rest()
    #expect(stage.offset.y == 0)
  }

  @Test("Finished at once, a motion is where it would have come to rest")
  func finish() {
    for velocity in [-3000.0, 3000] {
      var stage = ScrollerStage()
      stage.scroller.jump(to: Point(x: 0, y: 400), zoom: 1)
      stage.scroller.hold()
      stage.release(y: velocity)
      var finished = stage
      finished.scroller.finish()
      stage.rest()
      #expect(finished.scroller.viewport == stage.scroller.viewport)
      #expect(!finished.scroller.isMoving)
    }
    var stage = ScrollerStage()
    stage.scroller.glide(toZoom: 4, about: Point(x: 10, y: 10), at: .zero)
    stage.scroller.finish()
    #expect(stage.zoom == 4 && !stage.scroller.isMoving)
    stage.scroller.pinch(focus: .zero, by: Point(x: 0, y: 300), scale: 9)
    stage.scroller.finish()
    #expect(stage.isInside && !stage.scroller.isHeld)
  }
}

@Suite struct ScrollerPropertyTests {
  private func act(_ stage: inout ScrollerStage, _ random: inout SplitMix) {
    func number(_ limit: Int) -> Double { Double(random.next(below: limit)) - Double(limit) / 2 }
    let point = Point(x: number(2000), y: number(3000))
    switch random.next(below: 9) {
    case 0: stage.scroller.hold()
    case 1, 2: stage.scroller.pan(by: point)
    case 3:
      stage.scroller.pinch(focus: point, by: Point(x: number(40), y: number(40)), scale: 0.5 + abs(number(4)))
    case 4, 5: stage.release(x: number(20_000), y: number(40_000))
    case 6: stage.scroller.glide(by: point, at: stage.now)
    case 7: stage.scroller.glide(toZoom: 0.05 + abs(number(20)), about: point, at: stage.now)
    default: stage.scroller.jump(to: point, zoom: abs(number(20)))
    }
  }

  @Test("Whatever happens, no number is lost, and at rest the page is inside its bounds", arguments: 0..<100)
  func survives(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var stage = ScrollerStage(
      limits: ZoomLimits(minimum: 0.013 * Double(1 + random.next(below: 90))),
      extent: PixelSize(width: 1000, height: 1 + random.next(below: 4_000_000)))
    for _ in 0..<60 {
      act(&stage, &random)
      #expect(stage.offset.x.isFinite && stage.offset.y.isFinite && stage.zoom > 0 && stage.zoom < 40)
      if random.next(below: 2) == 0 { stage.advance(milliseconds: Double(random.next(below: 300))) }
    }
    stage.release()
    stage.rest()
    #expect(!stage.scroller.isMoving && !stage.scroller.isHeld)
    #expect(stage.isInside)
  }

  @Test("Looked at often or seldom, a motion passes the same places", arguments: 0..<40)
  func samplingDoesNotMatter(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var often = ScrollerStage()
    for _ in 0..<3 { act(&often, &random) }
    if often.scroller.isHeld { often.release(x: 500, y: -4000) }
    var seldom = often
    for _ in 0..<8 {
      for _ in 0..<10 { often.advance(milliseconds: 7) }
      seldom.advance(milliseconds: 70)
      #expect(often.scroller.viewport == seldom.scroller.viewport)
    }
  }
}
