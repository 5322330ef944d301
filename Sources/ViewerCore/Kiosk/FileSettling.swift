/// When a file that changes has come to rest: one that is still being written is not to be read.
///
/// | seen | means |
/// |---|---|
/// | what it was at first | nothing has changed, whatever happened between |
/// | the same other thing twice, `quiet` apart | it has changed |
/// | nothing twice, `quiet` apart | it is gone |
/// | anything else | wait |
///
/// - Parameter Edition: what tells that a file is another one, such as its inode, size and time.
package struct FileSettling<Edition: Hashable & Sendable>: Sendable {
  package enum Verdict: Hashable, Sendable {
    case unchanged
    /// To be looked at again then.
    case wait(Timestamp)
    case changed
    case gone
  }

  /// What was last told; nil for a file that is not there.
  package private(set) var known: Edition?
  private let quiet: Duration
  private var seen: (edition: Edition?, since: Timestamp)?

  /// - Parameter quiet: for how long a file stays the same before it counts as whole: longer for a share, where pieces
  ///   come with pauses.
  package init(_ known: Edition?, quiet: Duration) {
    self.known = known
    self.quiet = quiet
  }

  package mutating func see(_ edition: Edition?, at now: Timestamp) -> Verdict {
    guard edition != known else {
      seen = nil
      return .unchanged
    }
    guard let seen, seen.edition == edition else {
      self.seen = (edition, now)
      return .wait(now + quiet)
    }
    guard now >= seen.since + quiet else { return .wait(seen.since + quiet) }
    self.seen = nil
    known = edition
    return edition == nil ? .gone : .changed
  }
}
