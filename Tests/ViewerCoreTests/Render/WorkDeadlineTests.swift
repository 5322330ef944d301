import Testing
import ViewerCore

struct WorkDeadlineTests {
  private static func deadline() -> WorkDeadline {
    WorkDeadline(start: .zero, cpu: .seconds(2), limit: .seconds(10), wallFactor: 6)
  }

  @Test("A worker that computes all the while is overdue at the first look")
  func busy() {
    var deadline = Self.deadline()
    #expect(deadline.nextCheck == .milliseconds(10_000))
    #expect(!deadline.isDue(.milliseconds(9999)))
    #expect(deadline.isDue(.milliseconds(10_000)))
    #expect(deadline.check(now: .milliseconds(10_000), cpu: .seconds(12)) == .overdue)
  }

  @Test("A worker that waited its turn is looked at again when it could have used up the rest")
  func starved() {
    var deadline = Self.deadline()
    #expect(deadline.check(now: .milliseconds(10_000), cpu: .seconds(5)) == .goOn)
    #expect(deadline.nextCheck == .milliseconds(17_000))
    #expect(deadline.check(now: .milliseconds(17_000), cpu: .milliseconds(11_999)) == .goOn)
    #expect(deadline.nextCheck == .milliseconds(17_010))
    #expect(deadline.check(now: .milliseconds(17_010), cpu: .seconds(12)) == .overdue)
  }

  @Test("A worker that sleeps is overdue after six times the limit")
  func asleep() {
    var deadline = Self.deadline()
    var now = Timestamp.zero
    var looks = 0
    repeat {
      now = deadline.nextCheck
      looks += 1
    } while deadline.check(now: now, cpu: .seconds(2)) == .goOn && looks < 100
    #expect(now == .milliseconds(60_000))
    #expect(looks == 6)
  }

  @Test("Without a CPU time to read, wall time alone decides")
  func unreadable() {
    var deadline = Self.deadline()
    #expect(deadline.check(now: .milliseconds(59_000), cpu: nil) == .goOn)
    #expect(deadline.check(now: .milliseconds(60_000), cpu: nil) == .overdue)
  }

  @Test("Time in which the work waits for something else does not count")
  func paused() {
    var deadline = Self.deadline()
    deadline.stop(at: .milliseconds(4000))
    deadline.stop(at: .milliseconds(5000))
    #expect(!deadline.isDue(.milliseconds(1_000_000)))
    deadline.goOn(at: .milliseconds(100_000))
    deadline.goOn(at: .milliseconds(200_000))
    #expect(deadline.nextCheck == .milliseconds(106_000))
    #expect(deadline.check(now: .milliseconds(155_999), cpu: .seconds(2)) == .goOn)
    #expect(deadline.check(now: .milliseconds(156_000), cpu: .seconds(2)) == .overdue)
  }
}
