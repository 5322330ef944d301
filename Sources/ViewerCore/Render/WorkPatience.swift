/// How often one piece of work may cost a worker its life: the one rule for all work, whoever hands it out.
///
/// | what happened | what follows |
/// |---|---|
/// | the engine answered with an error, or the worker died of the work | once more at once, then it is given up |
/// | our deadline | given up: it would take as long again |
/// | somebody else killed the worker | again, five times |
package struct WorkPatience: Hashable, Sendable {
  /// So often work is taken up again that a foreign kill ended.
  package static let foreignKills = 5
  private static let failures = 2

  private var failures = 0
  private var kills = 0
  package private(set) var isOver = false

  package init() {}

  /// - Returns: whether it was the last try.
  package mutating func record(_ blame: DeathBlame) -> Bool {
    switch blame {
    case .answer, .death:
      failures += 1
      isOver = isOver || failures >= Self.failures
    case .deadline:
      isOver = true
    case .foreign:
      kills += 1
      isOver = isOver || kills > Self.foreignKills
    }
    return isOver
  }
}
