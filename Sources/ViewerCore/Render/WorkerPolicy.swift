/// When a living worker is started anew, and when one gives way. What follows from a death: `WorkPatience`.
package struct WorkerPolicy: Hashable, Sendable {
  /// A worker whose leftovers are larger is started anew.
  package var anonymousLimit = 150 << 20
  package var pageOpenLimit = 500
  /// A look-ahead render that has run so long may be killed for an urgent query.
  package var lookAheadGrace: Duration = .milliseconds(200)

  package init() {}

  /// Whether a worker that just became idle should give way to a fresh one.
  /// - Parameter isLastForVisible: the only one, while something on screen waits for pixels.
  package func shouldRecycle(anonymousBytes: Int, pageOpens: Int, isLastForVisible: Bool) -> Bool {
    !isLastForVisible && (anonymousBytes > anonymousLimit || pageOpens >= pageOpenLimit)
  }

  /// Whether a look-ahead render is killed for an urgent query that found no idle worker.
  package func mayDismiss(lookAheadRunningFor time: Duration) -> Bool {
    time >= lookAheadGrace
  }
}
