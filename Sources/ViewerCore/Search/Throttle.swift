/// Lets something be told at once, and then not more often than 10 times a second. The last word is always told, and
/// that something has come to its end at once.
package struct Throttle: Hashable, Sendable {
  package static let interval = Duration.milliseconds(100)

  private var told: Timestamp?
  /// Since when there is something to tell.
  private var pending: Timestamp?

  package init() {}

  /// There is something to tell.
  package mutating func changed(at now: Timestamp) {
    if pending == nil { pending = now }
  }

  /// There is something to tell that ends what was told so far.
  package mutating func ended(at now: Timestamp) {
    changed(at: now)
    told = nil
  }

  /// When it may be told; nil when there is nothing.
  package var deadline: Timestamp? {
    pending.map { pending in told.map { max(pending, $0 + Self.interval) } ?? pending }
  }

  /// - Returns: whether it is to be told now.
  package mutating func take(at now: Timestamp) -> Bool {
    guard let deadline, now >= deadline else { return false }
    pending = nil
    told = now
    return true
  }
}
