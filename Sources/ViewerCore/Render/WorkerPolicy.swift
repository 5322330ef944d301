/// What follows from a worker's death, and when a living one is started anew.
package struct WorkerPolicy: Hashable, Sendable {
  /// A worker whose leftovers are larger is started anew.
  package var anonymousLimit = 150 << 20
  package var pageOpenLimit = 500
  /// So often work is taken up again that a foreign kill ended.
  package static let foreignKillLimit = 5
  /// A look-ahead render that has run so long may be killed for an urgent query.
  package var lookAheadGrace: Duration = .milliseconds(200)

  package init() {}

  package enum Consequence: Hashable, Sendable {
    /// The page is to blame: one failure more for it.
    case countsAgainstPage
    /// The page is not to blame: the work goes back to the queue as if nothing had been.
    case requeue
    /// Nobody wants the work any more.
    case forget
  }

  /// - Parameter foreignKills: how often foreign kills have ended this very work, this one included.
  package func consequence(of death: WorkerDeath, foreignKills: Int) -> Consequence {
    switch death {
    case .crashed, .deadline, .outOfMemory, .misbehaved, .exited: .countsAgainstPage
    case .foreignKill: foreignKills <= Self.foreignKillLimit ? .requeue : .countsAgainstPage
    case .dismissed: .forget
    }
  }

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
