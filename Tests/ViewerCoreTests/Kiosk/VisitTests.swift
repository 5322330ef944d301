import Testing

@testable import ViewerCore

/// Values that change while they are asked.
private final class Stage {
  var visit = Visit()
  var power = PanelPower()
  var wakeGuard = WakeGuard()

  func sign(_ seconds: Int64) -> Visit.Outcome? { visit.sign(at: Self.at(seconds)) }

  func advance(_ seconds: Int64, isHome: Bool = false, _ settings: KioskSettings) -> Visit.Outcome? {
    visit.advance(to: Self.at(seconds), isHome: isHome, settings)
  }

  func darkens(_ seconds: Int64, _ settings: KioskSettings) -> Bool {
    power.advance(to: Self.at(seconds), visit, settings)
  }

  func due(_ settings: KioskSettings) -> Timestamp? { power.deadline(visit, settings) }

  func wakes() -> Bool { power.wake() }
  func lights(open: Bool) -> Bool { power.setOpen(open) }
  func darkens(_ reason: PanelPower.Reason) -> Bool { power.darken(reason) }
  func filter(_ frame: TouchFrame) -> [TouchChange] { wakeGuard.filter(frame).changes }

  static func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }
}

struct VisitTests {
  private static let settings: KioskSettings = {
    var settings = KioskSettings()
    settings.idle = .seconds(60)
    return settings
  }()

  @Test("A visit begins with a sign, is asked for after a while, and ends without an answer")
  func whole() {
    let stage = Stage()
    #expect(stage.visit.deadline(Self.settings) == nil)
    #expect(stage.sign(10) == .began)
    #expect(stage.sign(20) == nil)
    #expect(stage.visit.deadline(Self.settings) == Stage.at(80))
    #expect(stage.advance(79, isHome: false, Self.settings) == nil)
    #expect(stage.advance(80, isHome: false, Self.settings) == .asks)
    #expect(stage.visit.deadline(Self.settings) == Stage.at(100))
    #expect(stage.advance(100, isHome: false, Self.settings) == .isOver)
    #expect(stage.visit.phase == .nobody && stage.visit.deadline(Self.settings) == nil)
  }

  @Test("Time is given as often as it is asked for, each time as much")
  func moreTime() {
    let stage = Stage()
    var now: Int64 = 0
    _ = stage.sign(now)
    for _ in 0..<20 {
      now += 60
      #expect(stage.advance(now, isHome: false, Self.settings) == .asks)
      now += 19
      #expect(stage.advance(now, isHome: false, Self.settings) == nil)
      #expect(stage.sign(now) == .goesOn)
      #expect(stage.visit.deadline(Self.settings) == Stage.at(now + 60))
    }
  }

  @Test("Where nothing is left of it, a visit ends without a word")
  func home() {
    let stage = Stage()
    _ = stage.sign(0)
    #expect(stage.advance(60, isHome: true, Self.settings) == nil)
    #expect(stage.visit.phase == .nobody)
  }

  @Test("Without idle seconds nobody is ever asked for")
  func never() {
    let stage = Stage()
    _ = stage.sign(0)
    #expect(stage.visit.deadline(KioskSettings()) == nil)
    #expect(stage.advance(1_000_000, isHome: false, KioskSettings()) == nil)
  }
}

struct PanelPowerTests {
  private static func settings(idle: Duration? = nil, blank: Duration? = nil) -> KioskSettings {
    var settings = KioskSettings()
    settings.idle = idle
    settings.blankAfter = blank
    return settings
  }

  @Test("A panel that nobody touches goes dark, and a touch wakes it")
  func idle() {
    let settings = Self.settings(blank: .seconds(300))
    let stage = Stage()
    _ = stage.sign(100)
    #expect(stage.due(settings) == Stage.at(400))
    #expect(!stage.darkens(399, settings))
    #expect(stage.darkens(400, settings) && stage.power.dark == .idle)
    #expect(stage.due(settings) == nil)
    #expect(stage.wakes() && stage.power.dark == nil && !stage.wakes())
  }

  @Test("It never goes dark before a visitor who is being asked for")
  func asked() {
    let settings = Self.settings(idle: .seconds(60), blank: .seconds(70))
    let stage = Stage()
    _ = stage.sign(0)
    _ = stage.advance(60, isHome: false, settings)
    #expect(stage.due(settings) == nil && !stage.darkens(75, settings))
    _ = stage.advance(80, isHome: false, settings)
    #expect(stage.darkens(80, settings))
  }

  @Test(
    "When its hours end it goes dark once nobody is there, and their beginning lights it whatever made it dark"
  )
  func hours() {
    let settings = Self.settings(idle: .seconds(90))
    let stage = Stage()
    _ = stage.sign(0)
    #expect(!stage.lights(open: false) && !stage.darkens(89, settings))
    _ = stage.advance(90, isHome: true, settings)
    #expect(stage.darkens(90, settings) && stage.power.dark == .hours)
    // Woken at night it stays lit for a minute.
    #expect(stage.wakes())
    stage.visit.waitAnew(at: Stage.at(1000))
    #expect(stage.due(settings) == Stage.at(1060))
    #expect(stage.darkens(1060, settings))
    #expect(stage.lights(open: true) && stage.power.dark == nil)
    #expect(stage.darkens(.command) && !stage.lights(open: true))
    #expect(!stage.lights(open: false) && stage.power.dark == .command && stage.lights(open: true))
  }
}

struct WakeGuardTests {
  private static func frame(_ changes: [(TouchChange.Phase, Int32)], device: Int32 = 0) -> TouchFrame {
    TouchFrame(
      time: .zero, device: device,
      changes: changes.map {
        TouchChange(slot: $0.1, phase: $0.0, position: Point(x: 1, y: 1), millimetres: .zero)
      })
  }

  @Test("A contact is eaten from down to up, others and the very next one are not")
  func whole() {
    let stage = Stage()
    let down = Self.frame([(.down, 0)])
    stage.wakeGuard.eat(down)
    #expect(stage.filter(down).isEmpty)
    #expect(stage.filter(Self.frame([(.move, 0), (.down, 1)])).map(\.slot) == [1])
    #expect(stage.filter(Self.frame([(.move, 0)], device: 1)).count == 1)
    #expect(stage.filter(Self.frame([(.up, 0), (.move, 1)])).map(\.slot) == [1])
    #expect(stage.filter(Self.frame([(.down, 0), (.up, 0)])).count == 2)
  }

  @Test("A device that is taken away ends what is eaten")
  func cancelled() {
    let stage = Stage()
    stage.wakeGuard.eat(Self.frame([(.down, 0)]))
    #expect(stage.filter(Self.frame([(.cancel, 0)])).isEmpty)
    #expect(stage.filter(Self.frame([(.down, 0)])).count == 1)
  }
}
