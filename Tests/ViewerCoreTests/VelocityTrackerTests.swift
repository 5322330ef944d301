import Testing

@testable import ViewerCore

@Suite("Velocity at a lift")
struct VelocityTrackerTests {
  private let settings = GestureSettings()

  private func tracker(every interval: Double, count: Int, _ place: (Double) -> Point) -> VelocityTracker {
    var tracker = VelocityTracker(position: place(0), at: .zero)
    for index in 1..<count {
      let time = Double(index) * interval
      tracker.add(place(time / 1000), at: .milliseconds(time))
    }
    return tracker
  }

  @Test("An even motion has its speed, at any rate", arguments: [1.0, 4, 7, 8, 16, 41])
  func even(_ interval: Double) {
    let count = Int(200 / interval) + 2
    let tracker = tracker(every: interval, count: count) { Point(x: 1200 * $0, y: -300 * $0) }
    let velocity = tracker.velocity(at: .milliseconds(Double(count - 1) * interval), settings: settings)
    #expect(velocity.distance(to: Point(x: 1200, y: -300)) < 1e-6)
  }

  @Test("A motion that gets faster has the speed of its end")
  func accelerating() {
    let tracker = tracker(every: 8, count: 30) { Point(x: 3000 * $0 * $0, y: 0) }
    let end = 29 * 0.008
    let velocity = tracker.velocity(at: .milliseconds(end * 1000), settings: settings)
    #expect(abs(velocity.x - 6000 * end) < 1e-6)
  }

  @Test("What is older than 100 ms does not count")
  func window() {
    let tracker = tracker(every: 10, count: 40) { Point(x: $0 < 0.25 ? -4000 * $0 : -1000 + 500 * $0, y: 0) }
    #expect(abs(tracker.velocity(at: .milliseconds(390), settings: settings).x - 500) < 1e-6)
  }

  @Test(
    "A finger rests after 40 ms, or after two sample intervals of a slow device",
    arguments: [(8.0, 40.0, true), (8, 40.001, false), (41, 82, true), (41, 82.001, false)])
  func rest(_ interval: Double, _ pause: Double, _ moves: Bool) {
    let tracker = tracker(every: interval, count: 8) { Point(x: 1000 * $0, y: 0) }
    let velocity = tracker.velocity(at: .milliseconds(7 * interval + pause), settings: settings)
    #expect((velocity != .zero) == moves)
  }

  @Test("Positions that repeat are no motion")
  func repeats() {
    var tracker = tracker(every: 8, count: 8) { Point(x: 1000 * $0, y: 0) }
    for time in stride(from: 64.0, through: 120, by: 8) {
      tracker.add(Point(x: 56, y: 0), at: .milliseconds(time))
    }
    #expect(tracker.velocity(at: .milliseconds(121), settings: settings) == .zero)
  }

  @Test("One place, or many at one time, have no velocity")
  func degenerate() {
    var tracker = VelocityTracker(position: .zero, at: .zero)
    #expect(tracker.velocity(at: .zero, settings: settings) == .zero)
    for x in 1...5 { tracker.add(Point(x: Double(x), y: 0), at: .zero) }
    #expect(tracker.velocity(at: .zero, settings: settings) == .zero)
  }
}
