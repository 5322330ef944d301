import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// The zone is the whole process's: one test at a time, and no other looks at it.
@Suite("Hours by the clock on the wall", .serialized)
struct PanelHoursTests {
  /// Central Europe: summer time from the last Sunday of March, 02:00, to the last of October, 03:00.
  private static let zone = "CET-1CEST,M3.5.0,M10.5.0/3"

  private static func inZone(_ body: () throws -> Void) rethrows {
    let before = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", zone, 1)
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    try body()
  }

  /// Seconds since 1970 of a moment in UTC.
  private static func utc(_ text: String) throws -> Int64 {
    let formatter = ISO8601DateFormatter()
    return Int64(try #require(formatter.date(from: text)).timeIntervalSince1970)
  }

  @Test(
    "The next change is at its hour by the clock, in summer and winter and over the change between them",
    arguments: [
      // Monday in winter: 07:00 CET is 06:00 UTC.
      ("daily 8:00-18:00", "2026-01-12T06:00:00Z", "2026-01-12T07:00:00Z"),
      ("daily 8:00-18:00", "2026-07-13T05:00:00Z", "2026-07-13T06:00:00Z"),
      // Saturday evening before each change: the night is an hour shorter, or longer.
      ("daily 8:00-18:00", "2026-03-28T17:00:00Z", "2026-03-29T06:00:00Z"),
      ("daily 8:00-18:00", "2026-10-24T16:00:00Z", "2026-10-25T07:00:00Z"),
      // An hour that there is not: 02:30 is 03:30 then.
      ("sun 2:30-5:00", "2026-03-29T00:00:00Z", "2026-03-29T01:30:00Z"),
      // With seconds on the clock it is at the full minute.
      ("daily 8:00-18:00", "2026-01-12T06:59:42Z", "2026-01-12T07:00:00Z"),
    ])
  func next(text: String, now: String, change: String) throws {
    try Self.inZone {
      let hours = try PanelHours(try #require(WeeklyHours(text)))
      #expect(hours.nextChange(after: try Self.utc(now)) == (try Self.utc(change)))
    }
  }

  @Test("It is told whether it is open, and wakes up when that changes or the clock is set")
  func open() throws {
    try Self.inZone {
      let now = Moment(try Self.utc("2026-01-12T06:59:59Z"))
      let hours = try PanelHours(try #require(WeeklyHours("daily 8:00-18:00"))) { now.seconds }
      #expect(!hours.isOpen())
      now.seconds += 1
      #expect(hours.isOpen())
      // By the real clock that moment is long past: the timer has fired.
      var watched = pollfd(fd: hours.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&watched, 1, 5000) == 1)
      now.seconds += 10 * 3600
      #expect(!hours.isOpen())
    }
  }

  private final class Moment {
    var seconds: Int64
    init(_ seconds: Int64) { self.seconds = seconds }
  }
}
