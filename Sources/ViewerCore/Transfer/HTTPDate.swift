/// Dates of HTTP (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970 of a date in the form that servers must send, `Sun, 06 Nov 1994 08:49:37 GMT`; nil for the
  /// obsolete forms, and for what is none.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, words[0].utf8.count == 4, words[0].hasSuffix(","), words[5] == "GMT",
      let day = number(words[1], digits: 2, in: 1...31), let month = months.firstIndex(of: String(words[2])),
      let year = number(words[3], digits: 4, in: 1900...9999)
    else { return nil }
    let time = words[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = number(time[0], digits: 2, in: 0...23),
      let minute = number(time[1], digits: 2, in: 0...59), let second = number(time[2], digits: 2, in: 0...60)
    else { return nil }
    let days = days(year: year, month: Int64(month) + 1, day: day)
    return ((days * 24 + hour) * 60 + minute) * 60 + second
  }

  private static func number(_ text: Substring, digits: Int, in range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = Int64(text), range.contains(value)
    else { return nil }
    return value
  }

  /// Days since 1970-01-01 in the Gregorian calendar; years begin in March here, so that the leap day is the last.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
