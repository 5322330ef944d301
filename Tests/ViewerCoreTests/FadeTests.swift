import Testing

@testable import ViewerCore

@Suite struct FadeTests {
  @Test(
    "An indicator stays 300 ms and is gone 280 ms later",
    arguments: [(0.0, 255), (300.0, 255), (440.0, 128), (580.0, 0), (9000.0, 0)])
  func opacity(ms: Double, expected: UInt8) {
    var fade = Fade.indicator
    #expect(fade.opacity(at: .zero) == 0)
    fade.wake(at: .zero)
    #expect(fade.opacity(at: .milliseconds(ms)) == expected)
  }

  @Test("Without motion it is there or not", arguments: [(0.0, 255), (299.0, 255), (300.0, 0)])
  func still(ms: Double, expected: UInt8) {
    var fade = Fade.indicator.still
    fade.wake(at: .zero)
    #expect(fade.opacity(at: .milliseconds(ms)) == expected)
    #expect(fade.nextChange(after: .milliseconds(ms)) == (expected > 0 ? .milliseconds(300) : nil))
  }

  @Test("It asks for frames only while it changes")
  func changes() {
    var fade = Fade.indicator
    #expect(fade.nextChange(after: .zero) == nil)
    fade.wake(at: .zero)
    #expect(fade.nextChange(after: .milliseconds(10)) == .milliseconds(300))
    #expect(fade.nextChange(after: .milliseconds(400)) == .milliseconds(400))
    #expect(fade.nextChange(after: .milliseconds(580)) == nil)
  }
}

@Suite struct SettlingTests {
  @Test("Tiles are due 80 ms after the last change, the report after 100 ms, once")
  func due() {
    var settling = Settling()
    #expect(settling.deadline == nil)
    settling.changed(at: .milliseconds(10))
    settling.changed(at: .milliseconds(20))
    #expect(settling.deadline == .milliseconds(100))
    let at99 = settling.advance(to: .milliseconds(99))
    #expect(at99 == (false, false))
    let at100 = settling.advance(to: .milliseconds(100))
    #expect(at100 == (true, false))
    #expect(settling.isSettled)
    #expect(settling.deadline == .milliseconds(120))
    let at120 = settling.advance(to: .milliseconds(120))
    #expect(at120 == (false, true))
    #expect(settling.deadline == nil)
    let at500 = settling.advance(to: .milliseconds(500))
    #expect(at500 == (false, false))
    settling.changed(at: .milliseconds(600))
    #expect(!settling.isSettled)
  }
}

@Suite struct DecimalTests {
  @Test(
    "Numbers have fixed decimals, halves go away from zero, and there is no negative zero",
    arguments: [
      (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (1.005, 0, "1"), (-1.5, 0, "-2"), (2.5, 1, "2.5"),
      (-0.25, 1, "-0.3"), (123.456, 3, "123.456"), (1e9, 1, "1000000000.0"), (0.0625, 4, "0.0625"),
    ])
  func text(value: Double, places: Int, expected: String) {
    #expect(Decimal.text(value, places: places) == expected)
  }
}
