import Glibc
import Synchronization
import Testing

@testable import Posix

@Suite("Chores")
struct ChoresTests {
  /// A door that a job waits at until the test opens it.
  final class Door: Sendable {
    private let counter: WorkCounter

    init() throws {
      counter = try WorkCounter()
    }

    func open() { counter.add() }
    func pass() { counter.wait() }
  }

  func nextResult<Outcome>(_ chores: Chores<Outcome>) -> Outcome? {
    while true {
      if let result = chores.takeResult() { return result }
      var request = pollfd(fd: chores.rawValue, events: Int16(POLLIN), revents: 0)
      if poll(&request, 1, 10_000) != 1 { return nil }
    }
  }

  @Test("Results come in order, from another thread that no signal reaches")
  func order() throws {
    let chores = try Chores<(Int, thread: pthread_t, blocked: Bool)>()
    for number in 0..<10 {
      let isTaken = chores.submit {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return (number, pthread_self(), sigismember(&mask, SIGTERM) == 1)
      }
      #expect(isTaken)
    }
    for number in 0..<10 {
      let result = try #require(nextResult(chores))
      #expect(result.0 == number)
      #expect(result.thread != pthread_self())
      #expect(result.blocked)
    }
    #expect(chores.takeResult() == nil)
    #expect(chores.pendingCount == 0)
  }

  @Test("No more is under way than allowed, untaken results included")
  func bounded() throws {
    let chores = try Chores<Int>(capacity: 3)
    let door = try Door()
    #expect(
      chores.submit {
        door.pass(); return 1
      })
    #expect(chores.submit { 2 })
    #expect(chores.submit { 3 })
    #expect(!chores.submit { 4 })
    door.open()
    #expect(nextResult(chores) == 1)
    #expect(chores.submit { 5 })
    #expect(!chores.submit { 6 })
    #expect((0..<3).map { _ in nextResult(chores) } == [2, 3, 5])
    #expect(chores.pendingCount == 0)
  }

  @Test("Shutting down runs what is queued or drops it, and refuses more", arguments: [true, false])
  func shutDown(finishing: Bool) throws {
    let counter = Counter()
    let chores = try Chores<Void>()
    let started = try Door()
    let door = try Door()
    #expect(
      chores.submit {
        started.open(); door.pass(); counter.add()
      })
    #expect(chores.submit { counter.add() })
    #expect(chores.submit { counter.add() })
    started.pass()
    let opener = try HelperThread(name: "opener") { [chores] in
      // Not before the queue has been decided about, or the jobs would be gone by then.
      while !chores.isShutDown { sched_yield() }
      door.open()
    }
    chores.shutDown(finishing: finishing)
    opener.join()
    chores.shutDown(finishing: finishing)
    #expect(counter.value == (finishing ? 3 : 1))
    #expect(!chores.submit {})
  }

  final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .sequentiallyConsistent) }
    func add() { number.add(1, ordering: .sequentiallyConsistent) }
  }

  @Test("The thread ends with its owner")
  func ownership() throws {
    let pipe = try Pipe()
    final class Holder: Sendable {
      let file: FileDescriptor
      init(_ file: consuming FileDescriptor) { self.file = file }
    }
    do {
      guard let copy = try pipe.writing?.duplicate() else { return }
      let holder = Holder(copy)
      let chores = try Chores<Int32>()
      let isTaken = chores.submit { [holder] in holder.file.rawValue }
      #expect(isTaken)
      _ = nextResult(chores)
    }
    // What the thread and its jobs held is gone.
    #expect(try pipe.contents() == "")
  }
}
