import Glibc
import Testing

@testable import Posix

@Suite("Poller")
struct PollerTests {
  /// A poller in a class, for expectations can't hold what can't be copied.
  final class Loop {
    var poller: Poller

    init() throws {
      poller = try Poller()
    }

    var wakeUps: Int { poller.wakeUps }
    var count: Int { poller.count }
    var staleEvents: Int { poller.staleEvents }

    func next() -> Poller.Event? { poller.nextEvent() }

    func add(_ file: Int32, _ interest: Poller.Interest, key: UInt64) throws -> Poller.Registration {
      try poller.add(file, interest, key: key)
    }

    /// Waits (at most `span` µs from now) and takes all events.
    func events(within span: Int64?) throws -> [Poller.Event] {
      try poller.wait(until: span.map { MonotonicClock.now() + $0 })
      var events: [Poller.Event] = []
      while let event = poller.nextEvent() { events.append(event) }
      return events
    }
  }

  @Test("What is ready comes with its caller's key, as long as it is ready")
  func readiness() throws {
    let loop = try Loop()
    let pipe = try Pipe()
    _ = try loop.add(pipe.reading.rawValue, .readable, key: 42)
    _ = try loop.add(pipe.writingNumber, .writable, key: .max)
    #expect(try loop.events(within: nil).map(\.key) == [.max])
    try pipe.writing?.writeAll([1])
    #expect(Set(try loop.events(within: nil).map(\.key)) == [42, .max])
    #expect(Set(try loop.events(within: nil).map(\.key)) == [42, .max])
    _ = try pipe.reading.read(upTo: 1)
    #expect(try loop.events(within: nil).map(\.key) == [.max])
    #expect(loop.wakeUps == 4)
  }

  @Test("A deadline that is over does not wait; one in the future is kept")
  func deadlines() throws {
    let loop = try Loop()
    #expect(try loop.events(within: -1_000_000).isEmpty)
    let deadline = MonotonicClock.now() + 3000
    try loop.poller.wait(until: deadline)
    #expect(MonotonicClock.now() >= deadline)
  }

  @Test("A closed peer is a hang-up, and what it wrote is still readable")
  func hangUp() throws {
    let loop = try Loop()
    let pipe = try Pipe()
    _ = try loop.add(pipe.reading.rawValue, .readable, key: 1)
    try pipe.writing?.writeAll([1])
    pipe.writing = nil
    let event = try #require(try loop.events(within: nil).first)
    #expect(event.isHungUp && event.isReadable && !event.isWritable)
  }

  @Test("Interest can change, and ends with the registration")
  func changes() throws {
    let loop = try Loop()
    let pipe = try Pipe()
    try pipe.writing?.writeAll([1])
    let registration = try loop.add(pipe.reading.rawValue, [], key: 1)
    #expect(try loop.events(within: 0).isEmpty)
    try loop.poller.modify(registration, .readable)
    #expect(try loop.events(within: 0).count == 1)
    loop.poller.remove(registration)
    loop.poller.remove(registration)
    #expect(try loop.events(within: 0).isEmpty)
    #expect(loop.count == 0)
    #expect(loop.staleEvents == 0)
  }

  @Test("An event of a registration removed meanwhile is dropped, even when slot and descriptor are reused")
  func stale() throws {
    let loop = try Loop()
    let pipes = [try Pipe(), try Pipe()]
    let registrations = try pipes.enumerated().map { index, pipe in
      try pipe.writing?.writeAll([1])
      return try loop.add(pipe.reading.rawValue, .readable, key: UInt64(index))
    }
    try loop.poller.wait(until: nil)
    // The first event's handler ends both and watches something new, which takes over their places.
    let first = try #require(loop.next())
    for registration in registrations { loop.poller.remove(registration) }
    let other = try Pipe()
    let next = pipes[first.key == 0 ? 1 : 0].reading.rawValue
    #expect(dup2(other.reading.rawValue, next) == next)
    let renewed = try loop.add(next, .readable, key: 99)
    #expect(registrations.contains { $0 != renewed })
    #expect(loop.next() == nil)
    #expect(loop.staleEvents == 1)
    try other.writing?.writeAll([1])
    #expect(try loop.events(within: nil).map(\.key) == [99])
  }

  @Test("An old registration can't touch a new one in its slot")
  func oldRegistration() throws {
    let loop = try Loop()
    let pipe = try Pipe()
    let old = try loop.add(pipe.reading.rawValue, .readable, key: 1)
    loop.poller.remove(old)
    _ = try loop.add(pipe.reading.rawValue, .readable, key: 2)
    try pipe.writing?.writeAll([1])
    try loop.poller.modify(old, [])
    loop.poller.remove(old)
    #expect(try loop.events(within: nil).map(\.key) == [2])
  }

  @Test("A registration that fails leaves no slot behind")
  func refused() throws {
    let loop = try Loop()
    #expect(throws: SystemError(call: "epoll_ctl", code: EBADF)) {
      try loop.add(1_000_000, .readable, key: 1)
    }
    #expect(loop.count == 0)
  }
}
