/// A place in the week by the clock on the wall.
package struct WeekTime: Hashable, Sendable {
  /// Minutes since Monday 00:00.
  package var minute: Int

  package static let minutesPerDay = 24 * 60
  package static let minutesPerWeek = 7 * minutesPerDay

  /// - Parameters:
  ///   - day: 0 = Monday.
  ///   - minute: of the day; beyond its end it is another day's.
  package init(day: Int, minute: Int) {
    let sum = (day * Self.minutesPerDay + minute) % Self.minutesPerWeek
    self.minute = sum < 0 ? sum + Self.minutesPerWeek : sum
  }
}

/// Hours of the week, such as those in which a panel is lit: `mon-fri 08:00-18:00, sat,sun 10:00-17:00`.
///
/// They are told by the clock on the wall; what moment that is on a certain day, with its zone and summer time, is asked
/// elsewhere.
package struct WeeklyHours: Hashable, Sendable {
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Minutes since Monday 00:00; they may overlap.
  private var spans: [Range<Int>]

  /// - Parameter text: `DAYS FROM-TO`, several separated by commas; DAYS is a day, `mon-fri` or `daily`, several of them
  ///   separated by commas; 24:00 ends a day, and what ends before it begins ends on the next day.
  /// - Returns: nil for anything else.
  package init?(_ text: String) {
    spans = []
    var waiting: [Int] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = item.split(separator: " ").map { $0.lowercased() }
      guard let first = words.first, words.count <= 2, let days = Self.days(first) else { return nil }
      waiting += days
      guard words.count == 2 else { continue }
      guard let (from, to) = Self.hours(words[1]) else { return nil }
      for day in waiting { add(day: day, from, to) }
      waiting = []
    }
    guard waiting.isEmpty, !spans.isEmpty else { return nil }
  }

  private static func days(_ word: String) -> [Int]? {
    if word == "daily" { return Array(days.indices) }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map {
      days.firstIndex(of: String($0))
    }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else { return nil }
    return (0...((last - first + 7) % 7)).map { (first + $0) % 7 }
  }

  private static func hours(_ word: String) -> (Int, Int)? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = minute(ends[0]), let to = minute(ends[1]), from < WeekTime.minutesPerDay
    else { return nil }
    return from == to ? nil : (from, to)
  }

  /// `08:30`, up to `24:00`.
  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.allSatisfy(\.isASCIIDigit) }),
      parts[1].utf8.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60
    else { return nil }
    let sum = hour * 60 + minute
    return sum <= WeekTime.minutesPerDay ? sum : nil
  }

  private mutating func add(day: Int, _ from: Int, _ to: Int) {
    let start = day * WeekTime.minutesPerDay + from
    let length = to > from ? to - from : to - from + WeekTime.minutesPerDay
    let end = start + length
    spans.append(start..<min(end, WeekTime.minutesPerWeek))
    if end > WeekTime.minutesPerWeek { spans.append(0..<end - WeekTime.minutesPerWeek) }
  }

  package func contains(_ time: WeekTime) -> Bool { spans.contains { $0.contains(time.minute) } }

  /// How many minutes by the clock it is until the hours begin or end; nil where they never do.
  package func untilChange(after time: WeekTime) -> Int? {
    let now = contains(time)
    let edges = Set(spans.flatMap { [$0.lowerBound, $0.upperBound % WeekTime.minutesPerWeek] })
    let waits = edges.compactMap { edge -> Int? in
      guard contains(WeekTime(day: 0, minute: edge)) != now else { return nil }
      let wait = (edge - time.minute + WeekTime.minutesPerWeek) % WeekTime.minutesPerWeek
      return wait == 0 ? nil : wait
    }
    return waits.min()
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
