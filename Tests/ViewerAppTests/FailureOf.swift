import Testing
import ViewerCore

/// What a call fails with; nil, and an issue, when it does not or fails with something else.
func failureOf<Result>(_ body: () throws -> Result) -> Failure? {
  do {
    _ = try body()
    Issue.record("nothing failed")
  } catch let failure as Failure {
    return failure
  } catch {
    Issue.record(error)
  }
  return nil
}
