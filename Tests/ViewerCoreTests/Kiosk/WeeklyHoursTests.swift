import Testing

@testable import ViewerCore

struct WeeklyHoursTests {
  private static func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> WeekTime {
    WeekTime(day: day, minute: hour * 60 + minute)
  }

  @Test(
    "Hours hold from their first minute to before their last",
    arguments: [
      ("mon-fri 08:00-18:00", 0, 8, 0, true), ("mon-fri 08:00-18:00", 0, 7, 59, false),
      ("mon-fri 08:00-18:00", 4, 17, 59, true), ("mon-fri 08:00-18:00", 4, 18, 0, false),
      ("mon-fri 08:00-18:00", 5, 12, 0, false), ("sat,sun 10:00-14:00", 6, 10, 0, true),
      ("sat, sun 10:00-14:00", 5, 13, 59, true), ("Mon 8:00-9:00, tue 9:00-10:00", 1, 9, 30, true),
      ("mon 8:00-9:00, tue 9:00-10:00", 1, 8, 30, false), ("daily 0:00-24:00", 3, 23, 59, true),
      ("fri-mon 9:00-10:00", 6, 9, 0, true), ("fri-mon 9:00-10:00", 2, 9, 0, false),
      // Over midnight, and over the end of the week.
      ("fri 20:00-02:00", 5, 1, 59, true), ("fri 20:00-02:00", 5, 2, 0, false),
      ("sun 22:00-03:00", 0, 2, 0, true), ("sun 22:00-03:00", 0, 22, 0, false),
      ("mon 9:00-12:00, mon 13:00-17:00", 0, 12, 30, false),
      ("mon 9:00-12:00, mon 13:00-17:00", 0, 13, 0, true),
    ])
  func holds(text: String, day: Int, hour: Int, minute: Int, holds: Bool) throws {
    let hours = try #require(WeeklyHours(text))
    #expect(hours.contains(Self.at(day, hour, minute)) == holds)
  }

  @Test(
    "What is no such thing is refused",
    arguments: [
      "", "mon", "mon-fri", "8:00-18:00", "mon 8-18", "mon 8:00", "mon 8:00-8:00", "mon 25:00-26:00",
      "mon 8:60-9:00", "mon 24:00-8:00", "mon 8:00-24:01", "monday 8:00-9:00", "mon 8:00-9:00,",
      ", mon 8:00-9:00", "mon-tue-wed 8:00-9:00", "mon 8:00-9:00 x", "mon 8:0-9:00", "mon ８:00-9:00",
      "mon -8:00-9:00", "mon 008:00-9:00", "mon- 8:00-9:00",
    ])
  func refused(text: String) {
    #expect(WeeklyHours(text) == nil)
  }

  @Test("The next change is told in minutes of the clock, over the week's end too")
  func changes() throws {
    let hours = try #require(WeeklyHours("mon-fri 08:00-18:00, sat 10:00-14:00"))
    #expect(hours.untilChange(after: Self.at(0, 7, 59)) == 1)
    #expect(hours.untilChange(after: Self.at(0, 8)) == 600)
    #expect(hours.untilChange(after: Self.at(4, 18)) == 16 * 60)
    #expect(hours.untilChange(after: Self.at(5, 14)) == (34 + 8) * 60)
    // Hours that follow each other without a gap are one.
    let long = try #require(WeeklyHours("mon 8:00-24:00, tue 0:00-10:00"))
    #expect(long.untilChange(after: Self.at(0, 8)) == 26 * 60)
    let always = try #require(WeeklyHours("daily 0:00-24:00"))
    #expect(always.untilChange(after: Self.at(2, 3)) == nil)
  }

  @Test("At every minute of the week the next change is where the hours differ for the first time")
  func consistent() throws {
    for text in ["fri 20:00-02:00, sun 22:00-03:00, tue 1:00-1:01", "mon-sun 9:30-17:45"] {
      let hours = try #require(WeeklyHours(text))
      for minute in stride(from: 0, to: WeekTime.minutesPerWeek, by: 7) {
        let now = hours.contains(WeekTime(day: 0, minute: minute))
        var wait = 1
        while hours.contains(WeekTime(day: 0, minute: minute + wait)) == now { wait += 1 }
        #expect(hours.untilChange(after: WeekTime(day: 0, minute: minute)) == wait)
      }
    }
  }
}
