/// Which pages do not draw, so that none fails in a loop: `WorkPatience` for each, bases and tiles apart. A page whose
/// tiles fail keeps its base.
package struct RenderFailures: Sendable {
  private struct Subject: Hashable {
    var page: Int32
    var kind: RenderKey.Kind
  }

  private struct Record {
    var patience = WorkPatience()
    var givenUp: ErrorCode?
  }

  private var records: [Subject: Record] = [:]

  package init() {}

  /// - Returns: whether this was the last try, to be reported once.
  package mutating func record(_ key: RenderKey, blame: DeathBlame, code: ErrorCode) -> Bool {
    let subject = Subject(page: key.page, kind: key.kind)
    var record = records[subject] ?? Record()
    guard record.givenUp == nil else { return false }
    if record.patience.record(blame) { record.givenUp = code }
    records[subject] = record
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
