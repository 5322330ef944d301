/// Lets something be told at once, and then not more often than 10 times a second: the last word is always told.
package struct Throttle: Hashable, Sendable {
  package static let interval = Duration.milliseconds(100)

  private var told: Timestamp?
  private var isPending = false

  package init() {}

  /// There is something to tell.
  package mutating func changed() {
    isPending = true
  }

  /// When it may be told; nil when there is nothing.
  package var deadline: Timestamp? {
    guard isPending else { return nil }
    return told.map { $0 + Self.interval } ?? Timestamp(microseconds: .min)
  }

  /// - Returns: whether it is to be told now.
  package mutating func take(at now: Timestamp) -> Bool {
    guard let deadline, now >= deadline else { return false }
    isPending = false
    told = now
    return true
  }
}
