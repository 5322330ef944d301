import Testing
import ViewerCore

@Suite("Drags and flings")
struct GestureDragTests {
  @Test("A drag begins beyond 2 mm", arguments: [(2.0, false), (2.01, true)])
  func slop(_ travel: Double, _ drags: Bool) {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.move(0, 50 + travel, at: 400)
    hand.rest()
    #expect(hand.pans.isEmpty != drags)
  }

  @Test("The page makes up for the slop in two frames, even under a finger that stops")
  func catchUp() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.move(0, 53, at: 400)
    #expect(abs(hand.panned.x - 4) < 1e-9, "what lies beyond the slop follows at once")
    hand.wait(until: 416)
    #expect(abs(hand.panned.x - 4) < 1e-9)
    hand.wait(until: 417)
    #expect(abs(hand.panned.x - 8) < 0.01)
    hand.wait(until: 434)
    #expect(hand.panned.x == 12)
    #expect(hand.recognizer.deadline == nil)
  }

  @Test("All pans together are the finger's travel, wherever it lifts", arguments: [1, 2, 3, 7, 50])
  func travel(_ steps: Int) {
    var hand = GestureHand()
    hand.down(0, 50, 80, at: 0)
    hand.drag(to: 61.3, 93.7, from: 0, for: 8 * Double(steps), steps: steps)
    hand.up(at: 8 * Double(steps) + 1)
    hand.rest()
    let travel = Point(x: 11.3 * 4, y: 13.7 * 4)
    #expect(hand.panned.distance(to: travel) < 1e-9)
    #expect(hand.summaries.count == 1)
    #expect(hand.summaries.allSatisfy { $0.delta.distance(to: travel) < 1e-9 })
    #expect(hand.summaries.first?.at == Point(x: 200, y: 320))
  }

  @Test("A bounce in a drag goes on as one drag, and the page makes up for the gap")
  func bounceInDrag() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 300)
    hand.up(at: 310)
    hand.down(3, 104, at: 350)
    let panned = hand.panned.x
    #expect(abs(panned - 200) < 1e-9)
    hand.wait(until: 400)
    #expect(abs(hand.panned.x - 216) < 1e-9)
    hand.drag(3, to: 150, from: 400, for: 300)
    hand.up(3, at: 800)
    hand.rest()
    #expect(hand.kinds == [.drag])
    #expect(abs(hand.panned.x - 400) < 1e-9)
    #expect(hand.releases.count == 2)
  }

  @Test(
    "A fling is at least 50 dp/s and at most 8000",
    arguments: [(49.0, GestureSummary.Kind.drag, 0.0), (51, .fling, 51), (9000, .fling, 8000)])
  func flingLimits(_ speed: Double, _ kind: GestureSummary.Kind, _ released: Double) {
    var hand = GestureHand()
    let scale = GestureHand.panel.pixelsPerDP
    let millimetres = speed * 25.4 / 160 / 100
    hand.down(0, 10, at: 0)
    hand.drag(to: 10 + millimetres * 30, from: 0, for: 300, steps: 30)
    // A slow finger lands well before, so that 2 mm are left in time.
    hand.drag(to: 10 + millimetres * 80, from: 300, for: 500, steps: 50)
    hand.up(at: 805)
    hand.rest()
    #expect(hand.kinds == [kind])
    #expect(hand.releases.count == 1)
    #expect(hand.releases.allSatisfy { abs($0.x / scale - released) < 1 && abs($0.y) < 1e-6 })
  }

  @Test("A finger that has rested does not fling", arguments: [(40.0, true), (40.1, false)])
  func rest(_ pause: Double, _ flings: Bool) {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 100)
    hand.up(at: 100 + pause)
    hand.rest()
    #expect(hand.kinds == [flings ? .fling : .drag])
  }

  @Test("A device that samples 24 times a second can fling")
  func slowDevice() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 250, from: 0, for: 208.5, steps: 5)
    hand.up(at: 250.2)
    hand.rest()
    #expect(hand.kinds == [.fling])
  }

  @Test("A cancelled drag settles without a fling, and its device's next contact works")
  func cancel() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 100)
    hand.frame(101, [(0, .cancel, 100, 100)])
    #expect(hand.releases.isEmpty)
    #expect(hand.events.suffix(2).first == .cancelled)
    #expect(hand.kinds == [.drag])
    hand.tap(50, at: 110)
    hand.rest()
    #expect(hand.kinds == [.drag, .tap])
  }

  @Test("A slot that lands again without a lift is a new contact")
  func lostLift() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 300)
    hand.tap(300, at: 1000)
    hand.rest()
    #expect(hand.kinds == [.drag, .tap])
  }

  @Test("A contact that was forgotten for ten seconds makes no pinch of the next one")
  func stale() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 300)
    hand.wait(until: 10_301)
    hand.down(1, 200, at: 10_302)
    hand.drag(1, to: 260, from: 10_302, for: 300)
    hand.up(1, at: 10_800)
    hand.rest()
    #expect(hand.kinds == [.drag, .drag])
    #expect(!hand.recognizer.isTouching)
  }

  @Test("Everything ends when it must: nothing acts any more, and the finger does nothing until it lifts")
  func cancelAll() {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    hand.recognizer.cancelAll(at: .milliseconds(100), into: &hand.events)
    hand.rest()
    #expect(hand.taps.isEmpty)
    hand.down(0, 50, at: 1000)
    hand.drag(to: 80, from: 1000, for: 100)
    hand.recognizer.cancelAll(at: .milliseconds(1100), into: &hand.events)
    let count = hand.events.count
    hand.drag(to: 120, from: 1100, for: 100)
    hand.up(at: 1210)
    hand.rest()
    #expect(hand.events.count == count)
    #expect(hand.kinds == [.drag])
  }

  @Test("A touch whose landing was kept from the recogniser does nothing")
  func swallowed() {
    var hand = GestureHand()
    hand.move(0, 80, at: 10)
    hand.up(at: 20)
    #expect(hand.events.isEmpty)
  }

  @Test("A tap within the guard time of a swipe is none, where that is set", arguments: [(0.0, 1), (400, 0)])
  func swipeGuard(_ time: Double, _ taps: Int) {
    var hand = GestureHand()
    hand.recognizer.settings.swipeGuardTime = time
    hand.down(0, 50, at: 0)
    hand.drag(to: 100, from: 0, for: 100)
    hand.up(at: 110)
    hand.tap(200, at: 509)
    hand.rest()
    #expect(hand.taps.count == taps)
    hand.tap(200, at: 1500)
    hand.rest()
    #expect(hand.taps.count == taps + 1)
  }
}
