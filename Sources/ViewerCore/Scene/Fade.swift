/// Something that shows itself on activity, stays for a while, and fades.
package struct Fade: Hashable, Sendable {
  /// How long it stays after the last activity, and how long the fading takes.
  package let delay: Duration
  package let length: Duration
  private var lastActivity: Timestamp?

  package init(delay: Duration, length: Duration) {
    self.delay = delay
    self.length = length
  }

  /// Scroll indicators: the platform's habit of 300 ms and 280 ms.
  package static let indicator = Fade(delay: .milliseconds(300), length: .milliseconds(280))
  /// The page label, after the controls' habit.
  package static let label = Fade(delay: .milliseconds(3000), length: .milliseconds(150))

  /// The same without fading.
  package var still: Fade { Fade(delay: delay, length: .zero) }

  package mutating func wake(at now: Timestamp) {
    lastActivity = now
  }

  package mutating func hide() {
    lastActivity = nil
  }

  /// 0 gone, 255 solid.
  package func opacity(at now: Timestamp) -> UInt8 {
    guard let lastActivity else { return 0 }
    guard length > .zero else { return now < lastActivity + delay ? 255 : 0 }
    let fading = (now - lastActivity - delay).seconds / length.seconds
    return UInt8((255 * min(max(1 - fading, 0), 1)).rounded())
  }

  /// Whether each frame looks different from the last.
  package func isFading(at now: Timestamp) -> Bool {
    guard let lastActivity else { return false }
    return now >= lastActivity + delay && now < lastActivity + delay + length
  }

  /// When time alone will next change it; nil when it has gone.
  package func nextChange(after now: Timestamp) -> Timestamp? {
    guard let lastActivity, now < lastActivity + delay + length else { return nil }
    return max(now, lastActivity + delay)
  }
}
