import ViewerCore

/// Hours of the week in virtual time, which begins on a Monday at 00:00 and knows no summer time.
struct VirtualHours {
  private let hours: WeeklyHours
  /// Minutes since virtual time began, of the last change that has passed.
  private var minute = 0

  init(_ hours: WeeklyHours) {
    self.hours = hours
  }

  /// Whether it is within the hours since the last change.
  var isOpen: Bool { hours.contains(WeekTime(day: 0, minute: minute)) }

  /// When they begin or end next; nil for never.
  var next: Timestamp? { nextMinute.map { Timestamp(microseconds: Int64($0) * 60_000_000) } }

  /// The next change has passed.
  mutating func pass() { minute = nextMinute ?? minute }

  private var nextMinute: Int? {
    hours.untilChange(after: WeekTime(day: 0, minute: minute)).map { minute + $0 }
  }
}
