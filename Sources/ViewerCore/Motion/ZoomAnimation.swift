/// A zoom that goes by itself from one factor to another about a fixed place on the glass.
///
/// Factors are multiplied, not added: the way runs evenly through their logarithms.
package struct ZoomAnimation: Hashable, Sendable {
  private enum Course: Hashable, Sendable {
    /// 1 − (1 − t)³: fast at once, slower and slower (a double tap, a key).
    case decelerating(Duration)
    /// Back from beyond a limit, on the logarithm of the zoom.
    case spring(Spring)
  }

  package let from: Double
  package let to: Double
  /// The place that stays, px of the panel.
  package let focus: Point
  package let duration: Duration
  private let course: Course

  /// A double tap's or a key's change of zoom.
  package init(
    from: Double, to: Double, focus: Point, settings: GestureSettings = GestureSettings()
  ) {
    self.from = from
    self.to = to
    self.focus = focus
    duration = .milliseconds(settings.zoomTime)
    course = .decelerating(duration)
  }

  /// The way back from beyond a limit when the fingers have left.
  package init(
    springingFrom from: Double, to limit: Double, focus: Point, settings: GestureSettings = GestureSettings()
  ) {
    self.from = from
    self.to = limit
    self.focus = focus
    duration = .milliseconds(settings.springTime)
    // A quarter of a pixel at the rim of a panel 4096 px long.
    course = .spring(
      Spring(
        displacement: Maths.logarithm(from / limit), velocity: 0, tolerance: 1.0 / 16384, time: duration))
  }

  package func zoom(at elapsed: Duration) -> Double {
    if elapsed >= duration { return to }
    switch course {
    case .decelerating(let duration):
      let left = 1 - max(0, elapsed.seconds / duration.seconds)
      return to * Maths.exponential(Maths.logarithm(from / to) * left * left * left)
    case .spring(let spring):
      return to * Maths.exponential(spring.position(at: elapsed))
    }
  }

  package func isAtRest(at elapsed: Duration) -> Bool {
    elapsed >= duration
  }
}
