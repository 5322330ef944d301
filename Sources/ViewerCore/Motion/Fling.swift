/// A page that goes on by itself after a finger left it, along one axis, without edges.
///
/// x(t) = x0 + v0·(T/D)·(1 − (1 − t/T)^D): the closed form that travels as far as Android's `OverScroller`
/// and needs no table; any moment of it, taken as a new start, goes on the same way.
/// T = 0.35·D·(Android's duration), Android's duration = e^(l/(D−1)) s with l = ln(0.35·|v| / (f·P)).
package struct Fling: Hashable, Sendable {
  /// D = ln 0.78 / ln 0.9, Android's deceleration rate.
  static let exponent = Maths.logarithm(0.78) / Maths.logarithm(0.9)
  /// f·P for one dp: friction 0.015 times earth's pull in px/s² at 160 dpi (39.37 inches a metre),
  /// times 0.84 of Android's tuning.
  static let resistance = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  static let inflexion = 0.35

  /// Where it started, px.
  package let start: Double
  /// How fast it started, px/s.
  package let startVelocity: Double
  /// T, in seconds.
  let seconds: Double

  /// - Parameters:
  ///   - velocity: px/s along this axis.
  ///   - speed: px/s of the whole motion where it runs along two axes, so that both stop together and the page
  ///     keeps its direction; the velocity's own amount by default.
  ///   - limit: the fastest that counts, dp/s.
  package init(
    from start: Double, velocity: Double, speed: Double? = nil, pixelsPerDP: Double, limit: Double = 8000
  ) {
    let whole = max(speed ?? abs(velocity), abs(velocity))
    let allowed = min(whole, limit * pixelsPerDP)
    self.start = start
    guard whole > 0, pixelsPerDP > 0, whole.isFinite else {
      startVelocity = 0
      seconds = 0
      return
    }
    startVelocity = velocity * (allowed / whole)
    let rate = Self.exponent - 1
    let strength = Maths.logarithm(Self.inflexion * (allowed / pixelsPerDP) / Self.resistance)
    seconds = Self.inflexion * Self.exponent * Maths.exponential(strength / rate)
  }

  package var duration: Duration { .microseconds(Int64((seconds * 1_000_000).rounded(.up))) }

  /// Where it comes to rest, px.
  package var end: Double { start + distance }

  private var distance: Double { startVelocity * seconds / Self.exponent }

  package func position(at elapsed: Duration) -> Double {
    start + distance * (1 - Maths.power(remaining(at: elapsed.seconds), Self.exponent))
  }

  /// px/s.
  package func velocity(at elapsed: Duration) -> Double {
    startVelocity * Maths.power(remaining(at: elapsed.seconds), Self.exponent - 1)
  }

  package func isAtRest(at elapsed: Duration) -> Bool {
    elapsed.seconds >= seconds
  }

  /// When it passes a place; nil where it never gets there.
  package func time(at position: Double) -> Duration? {
    if position == start { return .zero }
    guard distance != 0 else { return nil }
    let share = (position - start) / distance
    guard share > 0, share <= 1 else { return nil }
    return .microseconds(
      Int64((seconds * (1 - Maths.power(1 - share, 1 / Self.exponent)) * 1_000_000).rounded()))
  }

  private func remaining(at elapsed: Double) -> Double {
    guard seconds > 0 else { return 0 }
    return 1 - min(1, max(0, elapsed / seconds))
  }
}
