/// How long one piece of work may take.
package struct WorkLimits: Hashable, Sendable {
  /// CPU time, so that a busy machine changes nothing.
  package var open: Duration
  package var render: Duration
  /// Text or links of a page.
  package var text: Duration
  /// Wall time may be so many times as long: a worker that sleeps uses no CPU.
  package var wallFactor: Int
  /// Off in sanitizer builds, which are many times slower.
  package var isEnforced: Bool

  package init(
    open: Duration = .seconds(10), render: Duration = .seconds(10), text: Duration = .seconds(3),
    wallFactor: Int = 6, isEnforced: Bool = true
  ) {
    self.open = open
    self.render = render
    self.text = text
    self.wallFactor = wallFactor
    self.isEnforced = isEnforced
  }
}

/// The moment after which a piece of work counts as hung: a limit of the worker's CPU time and one of wall time.
///
/// The loop asks `nextCheck`, arms one timer for it, then measures the worker's CPU time and calls `check`. A
/// worker that computes all the while is found at the first check; one that waits its turn costs a few more.
package struct WorkDeadline: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    case goOn
    case overdue
  }

  private let cpuEnd: Duration
  private var wallEnd: Timestamp
  /// When to look next.
  package private(set) var nextCheck: Timestamp
  /// Since when the work waits for something that it cannot hasten.
  private var pause: Timestamp?

  /// - Parameters:
  ///   - cpu: the worker's CPU time when the work began.
  ///   - limit: CPU time that the work may take.
  package init(start: Timestamp, cpu: Duration, limit: Duration, wallFactor: Int) {
    cpuEnd = cpu + limit
    wallEnd = start + limit * wallFactor
    nextCheck = start + limit
  }

  /// Whether a look is due: cheap, nothing is measured.
  package func isDue(_ now: Timestamp) -> Bool {
    pause == nil && now >= nextCheck
  }

  /// The work waits for something that it cannot hasten: that time does not count.
  package mutating func stop(at now: Timestamp) {
    if pause == nil { pause = now }
  }

  package mutating func goOn(at now: Timestamp) {
    guard let begin = pause else { return }
    pause = nil
    let waited = now - begin
    wallEnd = wallEnd + waited
    nextCheck = nextCheck + waited
  }

  /// - Parameter cpu: the worker's CPU time now; nil when it cannot be told, for the worker is gone.
  package mutating func check(now: Timestamp, cpu: Duration?) -> Verdict {
    guard now < wallEnd else { return .overdue }
    let left = cpu.map { cpuEnd - $0 } ?? .zero
    if cpu != nil, left <= .zero { return .overdue }
    // One thread cannot use CPU time faster than the clock runs; never closer than 10 ms.
    nextCheck = min(now + max(left, .milliseconds(10)), wallEnd)
    return .goOn
  }
}
