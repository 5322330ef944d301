/// One thing that `lectern doctor` looked at.
struct Finding: Hashable, Sendable {
  enum State: String, Hashable, Sendable, CaseIterable {
    /// As a kiosk needs it.
    case ok
    /// A kiosk does not work, or not well, without it.
    case lacks
    /// To know; nothing has to be done.
    case note
  }

  /// What was looked at, such as `display card0` or `group video`.
  var check: String
  var state: State
  /// One sentence.
  var message: String
  /// What to do, in one line; commands are for root.
  var fix: String?

  static func ok(_ check: String, _ message: String) -> Finding {
    Finding(check: check, state: .ok, message: message)
  }

  static func lacks(_ check: String, _ message: String, fix: String) -> Finding {
    Finding(check: check, state: .lacks, message: message, fix: fix)
  }

  static func note(_ check: String, _ message: String, fix: String? = nil) -> Finding {
    Finding(check: check, state: .note, message: message, fix: fix)
  }
}
