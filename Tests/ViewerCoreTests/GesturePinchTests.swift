import Testing
import ViewerCore

@Suite("Two fingers and more")
struct GesturePinchTests {
  private func twoFingers(_ hand: inout GestureHand) {
    hand.frame(0, [(0, .down, 200, 100), (1, .down, 250, 100)])
  }

  @Test(
    "A pinch starts at 2.5 mm of span or 2 mm of centroid",
    arguments: [
      ((0.0, 0.0), (2.49, 0.0), false), ((0, 0), (2.5, 0), true), ((0, 1.99), (0, 1.99), false),
      ((0, 2), (0, 2), true), ((-1.2, 0), (1.2, 0), false), ((-1.25, 0), (1.25, 0), true),
    ])
  func start(_ first: (Double, Double), _ second: (Double, Double), _ starts: Bool) {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.frame(
      50, [(0, .move, 200 + first.0, 100 + first.1), (1, .move, 250 + second.0, 100 + second.1)])
    hand.frame(300, [(0, .up, 200, 100), (1, .up, 250, 100)])
    hand.rest()
    #expect(hand.kinds == (starts ? [.pinch] : []))
    #expect(hand.releases.count == 1)
    #expect(hand.taps.isEmpty)
  }

  @Test("All of a pinch's scales together are span over span, and the point between the fingers stays")
  func scale() {
    var hand = GestureHand()
    twoFingers(&hand)
    for step in 1...60 {
      let share = Double(step) / 60
      hand.frame(
        Double(step) * 8,
        [(0, .move, 200 - 60 * share, 100 + 30 * share), (1, .move, 250 + 80 * share, 100 + 7 * share)])
    }
    let span = Point(x: 190, y: -23).length
    #expect(abs(hand.scale - span / 50) < 1e-12)
    // Follow the content under the first centroid through all events.
    var content = Point(x: 225 * 4, y: 400)
    for event in hand.events {
      guard case .pinch(let focus, let by, let scale) = event else { continue }
      content = content + by
      content = focus + (content - focus) * scale
    }
    #expect(content.distance(to: Point(x: 235 * 4, y: 118.5 * 4)) < 1e-6)
    hand.frame(490, [(0, .up, 140, 130), (1, .up, 330, 107)])
    hand.rest()
    #expect(hand.kinds == [.pinch])
    #expect(hand.summaries.first?.scale.map { abs($0 - span / 50) < 1e-12 } == true)
    #expect(hand.summaries.first?.at == Point(x: 800, y: 400))
  }

  @Test("A drag becomes a pinch when the second finger moves the page; the finger that stays drags on")
  func dragPinchDrag() {
    var hand = GestureHand()
    hand.down(0, 100, at: 0)
    hand.drag(to: 150, from: 0, for: 300)
    hand.down(1, 250, at: 310)
    hand.drag(1, to: 300, from: 310, for: 300)
    #expect(hand.kinds == [.drag])
    hand.up(1, at: 620)
    hand.drag(to: 160, from: 620, for: 300)
    hand.up(at: 1000)
    hand.rest()
    #expect(hand.kinds == [.drag, .pinch, .drag])
    #expect(abs(hand.scale - 1.5) < 1e-12)
    #expect(abs(hand.panned.x - 60 * 4) < 1e-9)
    #expect(hand.releases.count == 1)
  }

  @Test("The finger that stays and does not move is no tap and no long press")
  func remainingFinger() {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.drag(1, to: 300, from: 0, for: 100)
    hand.up(1, at: 110)
    hand.wait(until: 1500)
    hand.up(at: 1600)
    hand.rest()
    #expect(hand.kinds == [.pinch])
    #expect(hand.taps.isEmpty)
  }

  @Test("A second finger that comes and goes without moving the page leaves one drag")
  func passingFinger() {
    var hand = GestureHand()
    hand.down(0, 100, at: 0)
    hand.drag(to: 150, from: 0, for: 300)
    hand.down(1, 250, at: 310)
    hand.move(0, 152, at: 315)
    hand.up(1, at: 320)
    hand.drag(to: 200, from: 320, for: 300)
    hand.up(at: 1000)
    hand.rest()
    #expect(hand.kinds == [.drag])
    #expect(abs(hand.panned.x - 400) < 1e-9)
  }

  @Test("A pinch after a long press takes back what that began")
  func afterLongPress() {
    var hand = GestureHand()
    hand.down(0, 200, at: 0)
    hand.wait(until: 700)
    hand.down(1, 250, at: 700)
    hand.drag(1, to: 300, from: 700, for: 200)
    hand.frame(1000, [(0, .up, 200, 100), (1, .up, 300, 100)])
    hand.rest()
    #expect(hand.kinds == [.longPress, .pinch])
    #expect(hand.count(.longPressTakenBack) == 1)
  }

  @Test("A third finger is ignored, also when one of the first two has left")
  func thirdFinger() {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.drag(1, to: 300, from: 0, for: 200)
    hand.down(2, 400, at: 210)
    hand.drag(2, to: 480, from: 210, for: 200)
    #expect(abs(hand.scale - 2) < 1e-12)
    hand.up(1, at: 420)
    hand.up(0, at: 430)
    #expect(hand.releases.count == 1)
    hand.drag(2, to: 400, from: 440, for: 200)
    hand.up(2, at: 700)
    hand.rest()
    #expect(hand.kinds == [.pinch])
    #expect(hand.pans.isEmpty)
  }

  @Test("For 150 ms after two fingers new contacts do nothing", arguments: [(149.0, 0), (150, 1)])
  func guardTime(_ gap: Double, _ taps: Int) {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.frame(200, [(0, .up, 200, 100), (1, .up, 250, 100)])
    hand.tap(400, at: 200 + gap)
    hand.rest()
    #expect(hand.taps.count == taps)
  }

  @Test("A finger of a pinch that bounces, or both, go on as the same pinch", arguments: [false, true])
  func bounce(_ both: Bool) {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.drag(1, to: 300, from: 0, for: 200)
    hand.up(1, at: 210)
    if both {
      hand.up(0, at: 212)
      hand.down(0, 200, at: 230)
    } else {
      hand.move(0, 195, at: 220)
    }
    hand.down(5, 300, at: 240)
    hand.drag(5, to: 350, from: 240, for: 200)
    let span = both ? 150.0 : 155.0
    #expect(abs(hand.scale - span / 50) < 1e-12)
    hand.frame(500, [(0, .up, both ? 200 : 195, 100), (5, .up, 350, 100)])
    hand.rest()
    #expect(hand.kinds == [.pinch])
    let moved = hand.events.reduce(hand.panned) {
      if case .pinch(_, let by, _) = $1 { $0 + by } else { $0 }
    }
    #expect(hand.summaries.first.map { $0.delta.distance(to: moved) < 1e-9 } == true)
    #expect(abs(moved.x - (both ? 50 : 47.5) * 4) < 1e-9)
  }

  @Test("A pan by two fingers that lifts while moving flings; a pinch that lifts while moving does not")
  func fling() {
    for (spread, flings) in [(0.0, true), (80.0, false)] {
      var hand = GestureHand()
      twoFingers(&hand)
      for step in 1...20 {
        let share = Double(step) / 20
        hand.frame(
          Double(step) * 8,
          [(0, .move, 200, 100 + 80 * share), (1, .move, 250 + spread * share, 100 + 80 * share)])
      }
      hand.up(0, at: 165)
      hand.up(1, at: 175)
      hand.rest()
      #expect(hand.kinds == [.pinch])
      #expect(hand.releases.map { $0.y > 1900 } == [flings])
    }
  }

  @Test("A contact of another device takes no part")
  func otherDevice() {
    var hand = GestureHand()
    hand.down(0, 100, at: 0)
    hand.drag(to: 150, from: 0, for: 300)
    hand.frame(310, [(7, .down, 300, 100)], device: 1)
    hand.frame(400, [(7, .move, 400, 100)], device: 1)
    hand.frame(500, [(7, .up, 400, 100)], device: 1)
    hand.up(at: 600)
    hand.rest()
    #expect(hand.kinds == [.drag])
    #expect(hand.scale == 1)
  }

  @Test("When one finger lifts the other one's move in that frame moves the page and scales nothing")
  func lastFrame() {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.drag(1, to: 300, from: 0, for: 200)
    hand.frame(210, [(0, .move, 190, 100), (1, .up, 300, 100)])
    #expect(abs(hand.scale - 2) < 1e-12)
    hand.up(0, at: 220)
    hand.rest()
    #expect(hand.kinds == [.pinch])
    #expect(hand.summaries.first?.delta == Point(x: (25 - 10) * 4, y: 0))
  }

  @Test("A cancelled finger of a pinch ends it; the other one goes on")
  func cancelledFinger() {
    var hand = GestureHand()
    twoFingers(&hand)
    hand.drag(1, to: 300, from: 0, for: 200)
    hand.frame(210, [(1, .cancel, 300, 100)])
    #expect(hand.kinds == [.pinch])
    hand.drag(to: 240, from: 220, for: 200)
    hand.up(at: 500)
    hand.rest()
    #expect(hand.kinds == [.pinch, .drag])
    #expect(hand.count(.cancelled) == 0)
  }
}
