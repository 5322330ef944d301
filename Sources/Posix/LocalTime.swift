import Glibc

/// What the clock on the wall says where this machine stands: by its time zone (tzset(3)), summer time and all.
package struct LocalTime: Hashable, Sendable {
  /// 0 = Monday.
  package var weekday: Int
  /// Of the day.
  package var minute: Int

  /// - Parameter seconds: since 1970.
  package init(_ seconds: Int64) {
    let parts = Self.parts(of: seconds)
    weekday = (Int(parts.tm_wday) + 6) % 7
    minute = Int(parts.tm_hour) * 60 + Int(parts.tm_min)
  }

  /// The moment at which the clock will say what it says now and so many minutes more.
  ///
  /// An hour that summer time leaves out is the one after it.
  /// - Parameter seconds: now, since 1970.
  /// - Returns: seconds since 1970; always later than now.
  package static func moment(_ minutes: Int, after seconds: Int64) -> Int64 {
    var parts = parts(of: seconds)
    parts.tm_sec = 0
    let (days, rest) = minutes.quotientAndRemainder(dividingBy: 24 * 60)
    parts.tm_mday += Int32(clamping: days)
    parts.tm_min += Int32(clamping: rest)
    // Whether summer time holds then is for the zone to say.
    parts.tm_isdst = -1
    return max(Int64(mktime(&parts)), seconds + 1)
  }

  private static func parts(of seconds: Int64) -> tm {
    // A zone that was changed meanwhile counts.
    tzset()
    var (time, parts) = (time_t(seconds), tm())
    localtime_r(&time, &parts)
    return parts
  }
}
