import Posix
import ViewerCore

/// The hours of the week in which the panel is lit, by this machine's clock.
final class PanelHours {
  private let hours: WeeklyHours
  private let timer: WallTimer
  private let now: () -> Int64

  /// - Parameter now: seconds since 1970.
  init(_ hours: WeeklyHours, now: @escaping () -> Int64 = { WallClock.now() / 1000 }) throws(SystemError) {
    self.hours = hours
    self.now = now
    timer = try WallTimer()
  }

  /// Readable when `isOpen` is to be asked again: the hours have begun or ended, or the clock was set.
  var descriptor: Int32 { timer.descriptor.rawValue }

  /// Whether it is within the hours; waits for the next time that this changes.
  func isOpen() -> Bool {
    timer.take()
    let now = now()
    // Should the timer not take it, the hours are looked at when the clock is set next: there is nobody to tell.
    try? timer.fire(at: nextChange(after: now))
    return hours.contains(Self.weekTime(now))
  }

  /// Seconds since 1970; nil for never.
  func nextChange(after now: Int64) -> Int64? {
    hours.untilChange(after: Self.weekTime(now)).map { LocalTime.moment($0, after: now) }
  }

  private static func weekTime(_ seconds: Int64) -> WeekTime {
    let local = LocalTime(seconds)
    return WeekTime(day: local.weekday, minute: local.minute)
  }
}
