/// Which pages do not draw, so that none fails in a loop. Bases and tiles are counted apart: a page whose tiles fail
/// keeps its base.
///
/// | what happened | what follows |
/// |---|---|
/// | the engine answered with an error, or the worker died of the page | once more at once, then given up |
/// | our deadline | given up: it would take as long again |
/// | somebody else killed the worker | again, as often as `WorkerPolicy` says |
package struct RenderFailures: Sendable {
  private struct Subject: Hashable {
    var page: Int32
    var kind: RenderKey.Kind
  }

  private struct Record {
    var failures = 0
    var kills = 0
    var givenUp: ErrorCode?
  }

  private var records: [Subject: Record] = [:]

  package init() {}

  /// - Returns: whether this was the last try, to be reported once.
  package mutating func record(_ key: RenderKey, blame: DeathBlame, code: ErrorCode) -> Bool {
    let subject = Subject(page: key.page, kind: key.kind)
    var record = records[subject] ?? Record()
    defer { records[subject] = record }
    guard record.givenUp == nil else { return false }
    switch blame {
    case .answer, .death:
      record.failures += 1
      if record.failures >= 2 { record.givenUp = code }
    case .deadline:
      record.givenUp = code
    case .foreign:
      record.kills += 1
      if record.kills > WorkerPolicy.foreignKillLimit { record.givenUp = code }
    }
    return record.givenUp != nil
  }

  package mutating func recordSuccess(_ key: RenderKey) {
    records[Subject(page: key.page, kind: key.kind)] = nil
  }

  /// A page gets another chance, in all its kinds.
  package mutating func forget(_ page: Int) {
    for kind in RenderKey.Kind.allCases { records[Subject(page: Int32(page), kind: kind)] = nil }
  }

  package func isGivenUp(_ key: RenderKey) -> Bool {
    reason(page: Int(key.page), kind: key.kind) != nil
  }

  /// Why a page is not tried any more; nil while it is.
  package func reason(page: Int, kind: RenderKey.Kind) -> ErrorCode? {
    records[Subject(page: Int32(page), kind: kind)]?.givenUp
  }
}
