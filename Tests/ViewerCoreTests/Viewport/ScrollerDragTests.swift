import Testing

@testable import ViewerCore

@Suite struct ScrollerDragTests {
  @Test(
    "Inside the bounds the page goes as far as the finger, at every zoom",
    arguments: [1.0, 1.37, 2, 3.001, 8])
  func follows(zoom: Double) {
    var stage = ScrollerStage()
    stage.scroller.jump(to: Point(x: 0, y: 20_000), zoom: zoom)
    let before = stage.offset
    stage.scroller.hold()
    for _ in 0..<100 { stage.scroller.pan(by: Point(x: 0, y: -1)) }
    #expect(stage.offset.y == before.y + 100)
    stage.scroller.pan(by: Point(x: 0, y: 100))
    #expect(stage.offset == before)
  }

  @Test("Sideways the page is locked where it is not wider than the panel, and free where it is")
  func sideways() {
    var stage = ScrollerStage()
    stage.scroller.pan(by: Point(x: -300, y: -50))
    #expect(stage.offset == Point(x: 0, y: 50))
    stage.scroller.jump(to: .zero, zoom: 2)
    stage.scroller.pan(by: Point(x: -300, y: -50))
    #expect(stage.offset == Point(x: 300, y: 50))
    stage.scroller.jump(to: .zero, zoom: 1)
    stage.scroller.hold()
    stage.release(x: -2000, y: -20)
    stage.rest()
    #expect(stage.offset.x == 0)
  }

  @Test(
    "Beyond an edge the rubber band gives way by its formula, and gives back the same way",
    arguments: [50.0, 400, 5000])
  func rubberBand(pull: Double) {
    var stage = ScrollerStage()
    stage.scroller.hold()
    for _ in 0..<10 { stage.scroller.pan(by: Point(x: 0, y: pull / 10)) }
    let expected = (1 - 1 / (pull * 0.55 / 1500 + 1)) * 1500
    #expect(abs(-stage.offset.y - expected) < 0.01)
    for _ in 0..<10 { stage.scroller.pan(by: Point(x: 0, y: -pull / 10)) }
    #expect(stage.offset == .zero)
    stage.scroller.pan(by: Point(x: 0, y: -70))
    #expect(stage.offset.y == 70)
  }

  @Test(
    "A stretched page is within half a pixel of its edge 350 ms after the lift, and exactly there at the end",
    arguments: [-10.0, -400, -1400, 30, 900])
  func springBack(pull: Double) {
    var stage = ScrollerStage()
    let edge = pull < 0 ? stage.scroller.bounds.y.upperBound : 0
    stage.scroller.jump(to: Point(x: 0, y: edge), zoom: 1)
    stage.scroller.pan(by: Point(x: 0, y: pull))
    #expect(stage.offset.y != edge)
    stage.release()
    stage.advance(milliseconds: 349.9)
    #expect(abs(stage.offset.y - edge) <= 0.5)
    stage.rest()
    #expect(stage.offset.y == edge)
  }

  @Test(
    "Taken hold of while it springs back, the page stays where it was, and no pull gets further than the band"
  )
  func caughtSpring() {
    var stage = ScrollerStage()
    for round in 0..<30 {
      stage.scroller.hold()
      let caught = stage.offset
      stage.scroller.pan(by: .zero)
      #expect(abs(stage.offset.y - caught.y) < 0.01)
      stage.scroller.pan(by: Point(x: 0, y: 900))
      #expect(stage.offset.y > -1500, "round \(round)")
      stage.release()
      stage.advance(milliseconds: 16)
    }
    stage.rest()
    #expect(stage.offset == .zero)
  }

  @Test("A page caught at one edge reaches the other edge without a stretch left over")
  func noSlackAtTheOtherEdge() {
    var stage = ScrollerStage(extent: PixelSize(width: 1000, height: 2500))
    stage.scroller.pan(by: Point(x: 0, y: 600))
    stage.release()
    stage.advance(milliseconds: 30)
    stage.scroller.hold()
    for _ in 0..<300 { stage.scroller.pan(by: Point(x: 0, y: -5)) }
    #expect(stage.offset.y > 990)
    // The same after a pinch that has left the page 300 px below its edge.
    var pinched = ScrollerStage(extent: PixelSize(width: 1000, height: 2500))
    pinched.scroller.pinch(focus: .zero, by: Point(x: 0, y: 300), scale: 1)
    #expect(pinched.offset.y == -300)
    pinched.scroller.pan(by: Point(x: 0, y: -200))
    #expect(pinched.offset.y == -100)
    pinched.scroller.pan(by: Point(x: 0, y: -500))
    #expect(pinched.offset.y == 400)
    pinched.scroller.pan(by: Point(x: 0, y: -600))
    #expect(pinched.offset.y == 1000)
  }

  @Test(
    "A page at rest at any edge, at any zoom, is at rest when a finger lifts: the next tap finds nothing moving",
    arguments: 0..<200)
  func restsAtEdges(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let minimum = Double(1 + random.next(below: 1000)) / 1000
    let limits = ZoomLimits(minimum: minimum, maximum: 8)
    var stage = ScrollerStage(
      limits: limits,
      extent: PixelSize(width: 1000, height: 1 + random.next(below: 9000)))
    let zoom = seed.isMultiple(of: 3) ? minimum : minimum + Double(random.next(below: 7000)) / 1000
    let bottom = Point(x: random.next(below: 2) == 0 ? 0 : 1e9, y: random.next(below: 2) == 0 ? 0 : 1e9)
    stage.scroller.jump(to: bottom, zoom: zoom)
    #expect(stage.isInside)
    stage.scroller.hold()
    stage.release()
    #expect(!stage.scroller.isMoving)
  }

  @Test("A fling at the smallest zoom is a fling", arguments: [0.01, 0.3, 0.7, 1.1])
  func flingAtTheLimit(minimum: Double) {
    var stage = ScrollerStage(
      limits: ZoomLimits(minimum: minimum), extent: PixelSize(width: 1000, height: 5_000_000))
    stage.scroller.jump(to: .zero, zoom: minimum)
    stage.scroller.hold()
    stage.release(y: -2000)
    stage.rest()
    #expect(abs(stage.offset.y - 647.4) < 1)
  }

  @Test(
    "Flings travel as far as Android's", arguments: [(60.0, 1.5), (500, 58.3), (2000, 647.4), (8000, 7186.4)])
  func fling(speed: Double, distance: Double) {
    var stage = ScrollerStage()
    stage.scroller.jump(to: Point(x: 0, y: 20_000), zoom: 1)
    stage.scroller.hold()
    stage.release(y: -speed)
    stage.rest()
    #expect(abs(stage.offset.y - 20_000 - distance) < max(0.1, distance / 1000))
    #expect(stage.scroller.direction == 1)
    stage.scroller.hold()
    stage.release(y: speed)
    stage.rest()
    #expect(abs(stage.offset.y - 20_000) < 0.1)
    #expect(stage.scroller.direction == -1)
  }

  @Test("A touch stops the page where it is shown, and slower than the slowest fling nothing goes on")
  func stops() {
    var stage = ScrollerStage()
    stage.scroller.jump(to: Point(x: 0, y: 20_000), zoom: 1)
    stage.scroller.hold()
    stage.release(y: -5000)
    stage.advance(milliseconds: 200)
    let caught = stage.scroller.viewport
    stage.scroller.hold()
    stage.advance(milliseconds: 500)
    #expect(stage.scroller.viewport == caught)
    stage.release(y: -40)
    #expect(!stage.scroller.isMoving)
  }
}
