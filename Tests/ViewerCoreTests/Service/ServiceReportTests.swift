import Testing

@testable import ViewerCore

struct ServiceReportTests {
  private typealias Facts = ServiceReport.Facts

  private static let opening = Facts(isReady: false, isOverdue: false, status: "Opening guide.pdf")
  private static let showing = Facts(isReady: true, isOverdue: false, status: "guide.pdf, 12 pages")

  private static func ms(_ value: Double) -> Timestamp { .milliseconds(value) }

  @Test("While nothing is shown the start is given more time, every half period, with a watchdog or without")
  func slowStart() {
    for (watchdog, period) in [(Duration.seconds(10), 10_000.0), (nil, 10_000), (.seconds(4), 4000)] {
      var report = ServiceReport(watchdog: watchdog)
      let extend = "EXTEND_TIMEOUT_USEC=\(Int(period) * 1000)"
      #expect(report.lines(Self.opening, at: .zero) == [extend, "STATUS=Opening guide.pdf"])
      #expect(report.lines(Self.opening, at: Self.ms(period / 2 - 1)) == [])
      #expect(report.deadline == Self.ms(period / 2))
      #expect(report.lines(Self.opening, at: Self.ms(period / 2)) == [extend])
    }
  }

  @Test("Ready is said once, and then the watchdog is fed at half its period")
  func feeding() {
    var report = ServiceReport(watchdog: .seconds(10))
    _ = report.lines(Self.opening, at: .zero)
    #expect(report.lines(Self.showing, at: Self.ms(2000)) == ["READY=1", "STATUS=guide.pdf, 12 pages"])
    #expect(report.deadline == Self.ms(7000))
    #expect(report.lines(Self.showing, at: Self.ms(6999)) == [])
    #expect(report.lines(Self.showing, at: Self.ms(7001)) == ["WATCHDOG=1"])
    #expect(report.deadline == Self.ms(12001))
    // What is shown may go again: the next document, another screen.
    #expect(report.lines(Self.opening, at: Self.ms(12001)) == ["WATCHDOG=1", "STATUS=Opening guide.pdf"])
    #expect(report.lines(Self.showing, at: Self.ms(14001)) == ["STATUS=guide.pdf, 12 pages"])
  }

  @Test("Without a watchdog nothing is due once it is ready")
  func unwatched() {
    var report = ServiceReport(watchdog: nil)
    #expect(report.lines(Self.showing, at: .zero) == ["READY=1", "STATUS=guide.pdf, 12 pages"])
    #expect(report.deadline == nil)
    #expect(report.lines(Self.showing, at: Self.ms(100_000)) == [])
    #expect(report.deadline == nil)
  }

  @Test("An overdue flip is not fed for; one that is mended in time is, and meanwhile the loop does not spin")
  func overdue() throws {
    var report = ServiceReport(watchdog: .seconds(10))
    _ = report.lines(Self.showing, at: .zero)
    var hanging = Self.showing
    hanging.isOverdue = true
    var turns = 0
    var now = try #require(report.deadline)
    while now < Self.ms(9000) {
      #expect(report.lines(hanging, at: now) == [])
      let next = try #require(report.deadline)
      #expect(next > now)
      now = next
      turns += 1
    }
    #expect(turns == 4)
    #expect(report.lines(Self.showing, at: now) == ["WATCHDOG=1"])
  }

  @Test("However often the status changes, it is told once a second, and the last one always")
  func rate() {
    var report = ServiceReport(watchdog: nil)
    var told: [String] = []
    for step in 0..<1000 {
      var facts = Self.showing
      facts.status = "document \(step)"
      told += report.lines(facts, at: Self.ms(Double(step))).filter { $0.hasPrefix("STATUS") }
    }
    #expect(told == ["STATUS=document 0"])
    #expect(report.deadline == Self.ms(1000))
    var last = Self.showing
    last.status = "document 999"
    #expect(report.lines(last, at: Self.ms(1000)) == ["STATUS=document 999"])
    #expect(report.deadline == nil)
  }

  @Test("A status that goes back to what was told wakes nobody")
  func backAgain() {
    var report = ServiceReport(watchdog: nil)
    _ = report.lines(Self.showing, at: .zero)
    var other = Self.showing
    other.status = "another"
    #expect(report.lines(other, at: Self.ms(10)) == [])
    #expect(report.lines(Self.showing, at: Self.ms(20)) == [])
    #expect(report.deadline == nil)
  }

  @Test("The status is one short line, whatever a document is called")
  func oneLine() {
    #expect(ServiceReport.oneLine("a\nREADY=1\u{7}\u{85}é") == "a?READY=1??é")
    #expect(ServiceReport.oneLine(String(repeating: "ü", count: 500)).count == 200)
  }

  @Test(
    "The status names the document and its pages, or what is wrong",
    arguments: [
      (12, nil, true, false, "guide.pdf, 12 pages"),
      (1, nil, true, false, "guide.pdf, 1 page"),
      (0, nil, true, false, "Opening guide.pdf"),
      (3, nil, false, false, "No display; guide.pdf, 3 pages"),
      (3, nil, true, true, "Another console is in front; guide.pdf, 3 pages"),
      (
        0, Failure(.notFound, "guide.pdf", "there is no such file"), true, false,
        "guide.pdf: there is no such file [not-found]"
      ),
    ] as [(Int, Failure?, Bool, Bool, String)])
  func status(pages: Int, failure: Failure?, hasScreen: Bool, isAway: Bool, line: String) {
    #expect(
      ServiceStatus.line(
        document: "guide.pdf", pages: pages, failure: failure, hasScreen: hasScreen, isAway: isAway) == line)
  }
}
