import Testing

@testable import ViewerCore

@Suite struct ThrottleTests {
  @Test("News is told at once, then at most ten times a second, and the last word is always told")
  func rate() {
    var throttle = Throttle()
    #expect(throttle.deadline == nil)
    var told: [Int] = []
    for time in 0..<1000 {
      // Something new every millisecond for 455 ms.
      if time < 455 { throttle.changed(at: .milliseconds(Double(time))) }
      if throttle.take(at: .milliseconds(Double(time))) { told.append(time) }
    }
    #expect(told == [0, 100, 200, 300, 400, 500])
    #expect(throttle.deadline == nil)
  }

  @Test("An end is told at once, whatever was told before it")
  func end() {
    var throttle = Throttle()
    throttle.changed(at: .zero)
    let first = throttle.take(at: .zero)
    throttle.ended(at: .milliseconds(3))
    #expect(first && throttle.deadline == .milliseconds(3))
    let last = throttle.take(at: .milliseconds(3))
    #expect(last && throttle.deadline == nil)
  }

  @Test("Nothing is told twice")
  func once() {
    var throttle = Throttle()
    throttle.changed(at: .zero)
    let told = (throttle.take(at: .milliseconds(5)), throttle.take(at: .milliseconds(500)))
    #expect(told == (true, false))
    throttle.changed(at: .milliseconds(50))
    #expect(throttle.deadline == .milliseconds(105))
    let soon = throttle.take(at: .milliseconds(105))
    throttle.changed(at: .milliseconds(400))
    #expect(soon && throttle.deadline == .milliseconds(400))
  }
}
