import Testing
import ViewerCore

@Suite("Taps, presses and bounces")
struct GestureTapTests {
  private func place(_ x: Double, _ y: Double = 100) -> Point { Point(x: x * 4, y: y * 4) }

  @Test("A tap acts 300 ms after its lift, where the finger landed")
  func waitingTap() {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    #expect(hand.events == [.touched(at: place(50)), .released(velocity: .zero)])
    hand.wait(until: 359.999)
    #expect(hand.taps.isEmpty)
    hand.wait(until: 360)
    #expect(hand.taps == [place(50)])
    #expect(hand.kinds == [.tap])
    #expect(hand.recognizer.deadline == nil)
  }

  @Test("On a control a tap acts at its lift, and its line follows when it cannot go on")
  func immediateTap() {
    var hand = GestureHand()
    hand.recognizer.tapActsAtOnce = true
    hand.tap(50, at: 0)
    #expect(hand.taps == [place(50)])
    #expect(hand.summaries.isEmpty)
    hand.wait(until: 140)
    #expect(hand.kinds == [.tap])
  }

  @Test(
    "A tap stays within 3.5 mm and 300 ms",
    arguments: [
      (0.0, 300.0, [GestureSummary.Kind.tap]), (0, 300.1, []), (1.9, 100, [.tap]), (3.5, 300, [.tap]),
      (3.51, 100, [.drag]), (3.5, 300.1, [.drag]),
    ])
  func tapLimits(_ travel: Double, _ length: Double, _ kinds: [GestureSummary.Kind]) {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    if travel > 0 { hand.move(0, 50 + travel, at: 20) }
    hand.up(at: length)
    hand.rest()
    // Whether what is no tap flings is not the matter here.
    #expect(hand.kinds.map { $0 == .fling ? .drag : $0 } == kinds)
  }

  @Test("A tap whose finger had begun to drag takes back what the page did, then taps")
  func takeBack() {
    var hand = GestureHand()
    hand.recognizer.tapActsAtOnce = true
    hand.down(0, 50, at: 0)
    hand.drag(to: 53, from: 0, for: 100)
    hand.up(at: 120)
    #expect(!hand.pans.isEmpty)
    #expect(hand.events.suffix(3) == [.takeBack, .released(velocity: .zero), .tapped(at: place(50))])
  }

  @Test("A finger that strays 3.6 mm and comes back is no tap")
  func excursion() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.move(0, 53.6, at: 50)
    hand.move(0, 50, at: 100)
    hand.up(at: 150)
    hand.rest()
    #expect(hand.taps.isEmpty)
    #expect(hand.panned == .zero)
    #expect(hand.count(.takeBack) == 0)
  }

  @Test("The control darkens after 80 ms, once")
  func pressFeedback() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.wait(until: 79)
    #expect(hand.count(.pressed(at: place(50))) == 0)
    hand.wait(until: 400)
    #expect(hand.count(.pressed(at: place(50))) == 1)
  }

  @Test("No control darkens under a finger that drags")
  func noPressFeedback() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.move(0, 60, at: 40)
    hand.wait(until: 400)
    #expect(hand.count(.pressed(at: place(50))) == 0)
  }

  @Test(
    "The second contact of a double tap comes 80-300 ms after the lift, within 12 mm",
    arguments: [
      (120.0, 1.0, true), (80, 8, true), (79, 8, false), (300, 12, true), (300.1, 1, false),
      (120, 12.1, false),
    ])
  func doubleTapLimits(_ gap: Double, _ distance: Double, _ isDouble: Bool) {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    hand.tap(50 + distance, at: 60 + gap)
    hand.rest()
    #expect(hand.doubleTaps == (isDouble ? 1 : 0))
    #expect(hand.kinds == (isDouble ? [.doubleTap] : [.tap, .tap]))
    #expect(hand.taps.count == (isDouble ? 0 : 2))
  }

  @Test("A double tap acts at the second lift, and a third tap is one of its own")
  func tripleTap() {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    hand.tap(51, at: 180)
    #expect(hand.events.last == .doubleTapped(at: place(50)))
    hand.tap(50, at: 360)
    hand.rest()
    #expect(hand.kinds == [.doubleTap, .tap])
  }

  @Test("A tap followed by a drag at the same place is a tap and a drag")
  func tapThenDrag() {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    hand.down(0, 50, at: 180)
    hand.drag(to: 90, from: 180, for: 200)
    hand.up(at: 600)
    hand.rest()
    #expect(hand.kinds == [.tap, .drag])
    #expect(hand.taps == [place(50)])
  }

  @Test("A tap followed by a finger that stays is a tap after 300 ms more, then a long press")
  func tapThenHold() {
    var hand = GestureHand()
    hand.tap(50, at: 0)
    hand.down(0, 50, at: 180)
    hand.wait(until: 479)
    #expect(hand.taps.isEmpty)
    hand.wait(until: 481)
    #expect(hand.taps == [place(50)])
    hand.wait(until: 700)
    hand.up(at: 800)
    hand.rest()
    #expect(hand.kinds == [.tap, .longPress])
  }

  @Test(
    "A contact within 80 ms and 5 mm of a lift is the same press",
    arguments: [(30.0, 0.0, 1), (80, 5, 1), (79, 5.1, 2), (30, 40, 2)])
  func bounce(_ gap: Double, _ distance: Double, _ presses: Int) {
    var hand = GestureHand()
    hand.tap(50, at: 0, for: 40)
    hand.tap(50 + distance, at: 40 + gap, for: 40)
    hand.rest()
    #expect(hand.kinds == Array(repeating: .tap, count: presses))
    #expect(hand.doubleTaps == 0)
  }

  @Test("A bounce after a tap that acted at once does nothing more")
  func bounceOnControl() {
    var hand = GestureHand()
    hand.recognizer.tapActsAtOnce = true
    hand.tap(50, at: 0)
    hand.down(0, 51, at: 90)
    hand.wait(until: 700)
    hand.drag(to: 80, from: 700, for: 100)
    hand.up(at: 900)
    hand.rest()
    #expect(hand.taps.count == 1)
    #expect(hand.kinds == [.tap])
    #expect(hand.pans.isEmpty)
    #expect(hand.releases.count == 2)
  }

  @Test("A long press comes after 500 ms within 2 mm, counted through bounces")
  func longPress() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.move(0, 52, at: 100)
    hand.up(at: 300)
    hand.down(0, 52, at: 320)
    hand.wait(until: 499)
    #expect(hand.count(.longPressed(at: place(50))) == 0)
    hand.wait(until: 500)
    #expect(hand.count(.longPressed(at: place(50))) == 1)
    hand.up(at: 600)
    hand.rest()
    #expect(hand.kinds == [.longPress])
    #expect(hand.taps.isEmpty)
  }

  @Test("A finger that has left 2 mm is no long press, and one that lifts at 500 ms neither")
  func noLongPress() {
    var moved = GestureHand()
    moved.down(0, 50, at: 0)
    moved.move(0, 52.1, at: 100)
    moved.wait(until: 2000)
    #expect(moved.count(.longPressed(at: place(50))) == 0)
    var lifted = GestureHand()
    lifted.down(0, 50, at: 0)
    lifted.up(at: 500)
    lifted.rest()
    #expect(lifted.summaries.isEmpty)
  }

  @Test("After a long press the finger may wander: the page stays, the way is told")
  func longPressMoves() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.wait(until: 500)
    hand.drag(to: 90, from: 500, for: 200, steps: 2)
    hand.up(at: 720)
    hand.rest()
    #expect(hand.pans.isEmpty)
    #expect(hand.count(.longPressMoved(to: place(90))) == 1)
    #expect(hand.kinds == [.longPress])
    #expect(hand.releases == [.zero])
  }

  @Test("A touch on a moving page stops it and is neither tap nor long press")
  func stopsMotion() {
    var hand = GestureHand()
    hand.recognizer.pageIsMoving = true
    hand.tap(50, at: 0)
    hand.recognizer.pageIsMoving = false
    hand.rest()
    #expect(hand.events == [.touched(at: place(50)), .released(velocity: .zero)])
    hand.recognizer.pageIsMoving = true
    hand.down(0, 50, at: 1000)
    hand.recognizer.pageIsMoving = false
    hand.wait(until: 3000)
    #expect(hand.recognizer.isTouching)
    hand.drag(to: 70, from: 3000, for: 300)
    hand.up(at: 3500)
    hand.rest()
    #expect(hand.kinds == [.drag])
  }

  @Test("The next tap works after every gesture", arguments: 0..<5)
  func tapAfterwards(_ gesture: Int) {
    var hand = GestureHand()
    hand.down(0, 100, at: 0)
    switch gesture {
    case 0: hand.wait(until: 600)
    case 1: hand.drag(to: 200, from: 0, for: 100)
    case 2:
      hand.down(1, 150, at: 10)
      hand.drag(1, to: 200, from: 10, for: 300)
      hand.up(1, at: 320)
    case 3: hand.frame(50, [(0, .cancel, 100, 100)])
    default: break
    }
    hand.up(at: 700)
    hand.rest()
    hand.events.removeAll()
    hand.tap(300, at: 1100)
    hand.rest()
    #expect(hand.taps == [place(300)])
    #expect(hand.kinds == [.tap])
  }

  @Test("A palm does nothing: by its size, by its device's word", arguments: [true, false])
  func palm(_ isLarge: Bool) {
    var hand = GestureHand()
    if isLarge {
      hand.frame(0, [(0, .down, 50, 100)], axis: 20.1)
    } else {
      hand.frame(0, [(0, .down, 50, 100), (0, .cancel, 50, 100)])
    }
    hand.move(0, 80, at: 50)
    hand.up(at: 100)
    hand.rest()
    #expect(hand.summaries.isEmpty)
    #expect(hand.pans.isEmpty)
    #expect(!hand.recognizer.isTouching)
    hand.frame(1000, [(0, .down, 50, 100)], axis: 20)
    hand.up(at: 1050)
    hand.rest()
    #expect(hand.kinds == [.tap])
  }

  @Test("A contact that grows to a palm ends what it began, without a fling")
  func growingPalm() {
    var hand = GestureHand()
    hand.down(0, 50, at: 0)
    hand.drag(to: 80, from: 0, for: 60)
    hand.frame(70, [(0, .move, 85, 100)], axis: 30)
    #expect(hand.count(.cancelled) == 1)
    hand.up(at: 90)
    hand.rest()
    #expect(hand.kinds == [.drag])
    #expect(hand.releases.isEmpty)
  }

  @Test("Contacts beside the panel are none; one that slides off it stays the same")
  func besideThePanel() {
    var hand = GestureHand()
    hand.tap(-50, at: 0)
    hand.tap(.nan, at: 500)
    #expect(hand.events.isEmpty)
    hand.down(0, 498, at: 1000)
    hand.drag(to: 530, from: 1000, for: 300)
    hand.up(at: 1500)
    hand.rest()
    #expect(hand.kinds == [.drag])
    #expect(abs(hand.panned.x - 32 * 4) < 1e-9)
  }
}
