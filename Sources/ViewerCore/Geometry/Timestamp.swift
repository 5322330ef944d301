/// A moment on the monotonic clock (or on a replay's virtual one), in whole microseconds.
///
/// libinput and DRM events carry this clock (`CLOCK_MONOTONIC`), so touches, flips and timers compare directly.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package static let zero = Timestamp(microseconds: 0)

  package static func milliseconds(_ value: Double) -> Timestamp {
    Timestamp(microseconds: Int64((value * 1000).rounded()))
  }

  /// The earlier of two moments of which either may never come.
  package static func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  package static func + (moment: Timestamp, span: Duration) -> Timestamp {
    Timestamp(microseconds: moment.microseconds + span.microseconds)
  }

  package static func - (moment: Timestamp, span: Duration) -> Timestamp {
    Timestamp(microseconds: moment.microseconds - span.microseconds)
  }

  package static func - (left: Timestamp, right: Timestamp) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }
}

extension Duration {
  /// Whole microseconds, rounded towards zero.
  package var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }

  /// Seconds as a floating-point number, for motion formulas.
  package var seconds: Double {
    Double(microseconds) / 1_000_000
  }
}
