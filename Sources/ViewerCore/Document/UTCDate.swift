/// Dates as scripts read them (ISO 8601), in universal time.
package enum UTCDate {
  /// - Parameter milliseconds: since 1970, not before.
  /// - Returns: such as `2026-11-30T10:15:00Z`.
  package static func text(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    let (year, month, day) = civil(days: seconds / 86_400)
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let time = seconds % 86_400
    return "\(year)-\(two(month))-\(two(day))T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))Z"
  }

  /// The day so many days after 1970-01-01 in the Gregorian calendar, counted in eras of 400 years that begin in
  /// March, so that the leap day is a year's last.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
