/// A finger that landed on the viewer's own things, from there to its lift.
///
/// A control acts when the finger lifts within 3.5 mm of where it landed, however long it was down: hands differ.
/// It darkens after 80 ms; a finger that slides off has changed its mind.
package struct ControlTouch: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
    case control(Control)
    /// The ground between controls: nothing happens there.
    case ground
    /// Beside what is open: a tap closes it.
    case outside
    /// The upper part of a sheet, by which it is dragged down.
    case header
    /// The body of a sheet, which scrolls; over a row of it perhaps.
    case list(Control?)
  }

  package let target: Target
  package let start: Point
  package private(set) var place: Point
  let began: Timestamp
  /// It has slid off, or become something else than a tap.
  package private(set) var isDead = false
  package private(set) var isPressed = false

  package init(_ target: Target, at place: Point, now: Timestamp) {
    self.target = target
    start = place
    self.place = place
    began = now
  }

  /// What acts when the finger lifts here.
  package var control: Control? {
    switch target {
    case .control(let control), .list(let control?): control
    case .ground, .outside, .header, .list(nil): nil
    }
  }

  /// What is drawn darker.
  package var pressed: ControlAction? { isPressed && !isDead ? control?.action : nil }

  package func pressDue(after time: Double) -> Timestamp? {
    guard !isDead, !isPressed, control != nil else { return nil }
    return began + .milliseconds(time)
  }

  package mutating func press() { isPressed = true }
  package mutating func kill() { isDead = true }

  /// - Parameter reach: px that it may stray.
  package mutating func move(to place: Point, reach: Double) {
    self.place = place
    if place.distance(to: start) > reach { isDead = true }
  }
}
