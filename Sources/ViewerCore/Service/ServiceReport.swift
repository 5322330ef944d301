/// What the service manager is told, and when: a program that runs for months is started again when it no longer turns.
///
/// The loop asks after each turn, so a loop that hangs says nothing: that is the whole watch. Nothing is said on its
/// behalf by a thread or a signal. Words are those of sd_notify(3).
///
/// | while | said every half period | else |
/// |---|---|---|
/// | nothing is on the screen yet | `EXTEND_TIMEOUT_USEC`: a document may come slowly, a hanging start may not | – |
/// | it runs under a watchdog | `WATCHDOG=1` | – |
/// | a flip is overdue | nothing: the screen is mended meanwhile, or the manager starts the program again | – |
/// | it runs without a watchdog | nothing, and no timer is armed | what is shown, when that changes |
package struct ServiceReport: Sendable {
  /// How the viewer stands at the end of a turn.
  package struct Facts: Hashable, Sendable {
    /// A document's own pixels or words about it are on the screen, or there is no screen and one is waited for.
    package var isReady: Bool
    /// A picture was handed over to the screen so long ago that it will not be shown any more.
    package var isOverdue: Bool
    /// What staff reads in `systemctl status`.
    package var status: String

    package init(isReady: Bool, isOverdue: Bool, status: String) {
      self.isReady = isReady
      self.isOverdue = isOverdue
      self.status = status
    }
  }

  /// Within it the manager hears of a starting program that nobody watches yet.
  static let startPeriod = Duration.seconds(10)
  /// The status is told so often at most.
  static let statusPause = Duration.seconds(1)

  /// The manager gives up when it hears nothing for so long; nil where it does not watch.
  private let watchdog: Duration?
  private var isReady = false
  /// When the loop has to be back for the manager's sake.
  private var due = Timestamp.zero
  private var told: (status: String, at: Timestamp)?
  /// The status that came too soon after another.
  private var waiting: String?

  package init(watchdog: Duration?) {
    self.watchdog = watchdog
  }

  private var period: Duration? { isReady ? watchdog : watchdog ?? Self.startPeriod }

  /// When the loop has to turn for the manager's sake; nil for never.
  package var deadline: Timestamp? {
    let feeding = period == nil ? nil : due
    return .earlier(feeding, waiting.flatMap { _ in told.map { $0.at + Self.statusPause } })
  }

  /// What is to be said now, a line each; empty for nothing.
  package mutating func lines(_ facts: Facts, at now: Timestamp) -> [String] {
    var lines: [String] = []
    if facts.isReady, !isReady {
      isReady = true
      lines.append("READY=1")
      // The manager begins to count with this.
      due = now + (watchdog ?? .zero) / 2
    }
    if let line = feed(facts, at: now) { lines.append(line) }
    if let line = tell(facts.status, at: now) { lines.append(line) }
    return lines
  }

  /// It ends because it was told to.
  package func lastLines() -> [String] { ["STOPPING=1", "STATUS=Ending"] }

  private mutating func feed(_ facts: Facts, at now: Timestamp) -> String? {
    guard let period, due <= now else { return nil }
    if facts.isOverdue {
      // Soon again, for it may be mended just in time; not at once, or the loop would spin.
      due = now + period / 10
      return nil
    }
    due = now + period / 2
    return isReady ? "WATCHDOG=1" : "EXTEND_TIMEOUT_USEC=\(period.microseconds)"
  }

  private mutating func tell(_ status: String, at now: Timestamp) -> String? {
    guard status != told?.status else {
      waiting = nil
      return nil
    }
    if let told, now < told.at + Self.statusPause {
      waiting = status
      return nil
    }
    waiting = nil
    told = (status, now)
    return "STATUS=" + Self.oneLine(status)
  }

  /// A status has one line; a name may hold anything.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      line.append(isControl ? "?" : scalar)
    }
    return String(line)
  }
}
