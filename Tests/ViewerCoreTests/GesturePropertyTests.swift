import Testing
import ViewerCore

/// A generator that gives the same numbers every time.
struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite("Whatever a device sends")
struct GesturePropertyTests {
  /// Frames that keep no rule: slots end that never landed, land twice, jump, come late.
  private static func frame(_ dice: inout Dice, at time: Double) -> TouchFrame {
    let changes = (0..<Int.random(in: 1...3, using: &dice)).map { _ in
      let phases: [TouchChange.Phase] = [.down, .move, .move, .move, .move, .up, .up, .cancel]
      let place = Point(
        x: Double.random(in: -20...520, using: &dice), y: Double.random(in: -20...320, using: &dice))
      let near = Bool.random(using: &dice)
      let spot = near ? Point(x: 100 + place.x / 40, y: 100 + place.y / 40) : place
      return TouchChange(
        slot: Int32.random(in: 0...3, using: &dice), phase: phases.randomElement(using: &dice) ?? .up,
        position: spot * 4, millimetres: spot, majorAxis: Double.random(in: 0...21, using: &dice))
    }
    return TouchFrame(
      time: .milliseconds(time), device: Int32.random(in: 0...8, using: &dice) == 0 ? 1 : 0, changes: changes)
  }

  private static func step(_ dice: inout Dice) -> Double {
    let steps: [Double] = [1, 8, 8, 8, 30, 90, 400]
    return steps[Int.random(in: steps.indices, using: &dice)]
  }

  @Test("Touches and releases balance, page and summaries agree, and nothing stays stuck", arguments: 0..<200)
  func balance(_ seed: Int) {
    var dice = Dice(state: UInt64(seed))
    var recognizer = GestureRecognizer(panel: GestureHand.panel)
    var events: [GestureEvent] = []
    var time = 0.0
    for _ in 0..<400 {
      time += Self.step(&dice)
      recognizer.pageIsMoving = Int.random(in: 0..<10, using: &dice) == 0
      recognizer.tapActsAtOnce = Int.random(in: 0..<4, using: &dice) == 0
      recognizer.handle(Self.frame(&dice, at: time), into: &events)
      if Bool.random(using: &dice) { recognizer.advance(to: .milliseconds(time), into: &events) }
    }
    recognizer.cancelAll(at: .milliseconds(time), into: &events)
    #expect(!recognizer.isTouching)
    #expect(recognizer.deadline == nil)

    var isOpen = false
    var moved = Point.zero
    var sinceFinish = Point.zero
    var zoom = 1.0
    var told = Point.zero
    var toldScale = 1.0
    for event in events {
      switch event {
      case .touched:
        #expect(!isOpen)
        isOpen = true
      case .released, .cancelled:
        #expect(isOpen)
        isOpen = false
      case .pan(let by):
        #expect(isOpen)
        moved = moved + by
        sinceFinish = sinceFinish + by
      case .pinch(_, let by, let scale):
        #expect(isOpen)
        #expect(scale > 0 && scale.isFinite)
        moved = moved + by
        sinceFinish = sinceFinish + by
        zoom *= scale
      case .takeBack:
        moved = moved - sinceFinish
        sinceFinish = .zero
      case .finished(let summary):
        // A tap that waited is told while the next stroke may already have moved the page.
        if summary.kind != .tap { sinceFinish = .zero }
        told = told + summary.delta
        toldScale *= summary.scale ?? 1
      default: break
      }
    }
    #expect(!isOpen)
    #expect(told.distance(to: moved) < 1e-6)
    #expect(abs(zoom / toldScale - 1) < 1e-9)
  }

  @Test("Asking for the time more often changes nothing but how the catching up is cut", arguments: 0..<40)
  func sampling(_ seed: Int) {
    var dice = Dice(state: UInt64(seed))
    var rare = GestureRecognizer(panel: GestureHand.panel)
    var often = rare
    var rareEvents: [GestureEvent] = []
    var oftenEvents: [GestureEvent] = []
    var time = 0.0
    for _ in 0..<200 {
      let step = Self.step(&dice)
      for share in 1..<8 {
        often.advance(to: .milliseconds(time + step * Double(share) / 8), into: &oftenEvents)
      }
      time += step
      let frame = Self.frame(&dice, at: time)
      rare.handle(frame, into: &rareEvents)
      often.handle(frame, into: &oftenEvents)
    }
    #expect(rareEvents == oftenEvents)
  }
}
