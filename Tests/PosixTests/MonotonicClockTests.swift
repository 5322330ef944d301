import Testing

@testable import Posix

@Suite("Clocks")
struct MonotonicClockTests {
  @Test("The monotonic clock never goes back and counts microseconds since boot")
  func monotonic() throws {
    let first = MonotonicClock.now()
    let second = MonotonicClock.now()
    #expect(second >= first)
    let file = try FileDescriptor.open("/proc/uptime")
    let text = String(decoding: try file.readAll(limit: 100), as: UTF8.self)
    let uptime = try #require(text.split(separator: " ").first.flatMap { Double($0) })
    // The uptime counts sleep too, the monotonic clock does not.
    #expect(Double(first) / 1e6 <= uptime + 1)
    #expect(first > 1_000_000)
  }

  @Test("CPU time grows with work, a thread's no faster than its process's")
  func cpu() {
    let before = (process: MonotonicClock.processCPUTime(), thread: MonotonicClock.threadCPUTime())
    var sum = 0
    while MonotonicClock.threadCPUTime() == before.thread { sum &+= 1 }
    #expect(sum >= 0)
    #expect(MonotonicClock.threadCPUTime() > before.thread)
    #expect(MonotonicClock.processCPUTime() > before.process)
  }
}
