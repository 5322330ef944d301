import Glibc
import Testing

@testable import Posix

@Suite("Signals and wake-ups")
struct SignalTests {
  @Test("Any number of wake signals before the loop looks are one")
  func wake() throws {
    let wake = try WakeSignal()
    func isReadable() -> Bool {
      var request = pollfd(fd: wake.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) == 1
    }
    let before = isReadable()
    wake.signal()
    wake.signal()
    let signalled = isReadable()
    let first = wake.take()
    let second = wake.take()
    let after = isReadable()
    #expect(!before && signalled && first && !second && !after)
  }

  @Test("A signal is read, not suffered, and the old mask comes back")
  func signals() throws {
    func isBlocked() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, SIGUSR1) == 1
    }
    // Threads of a pool may have signals blocked.
    var wanted = sigset_t()
    var before = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    #expect(!isBlocked())
    do {
      let source = try SignalSource([SIGUSR1, SIGUSR2])
      let nothing = source.next()
      // To this thread alone: others of the test process have not blocked it.
      pthread_kill(pthread_self(), SIGUSR1)
      let first = source.next()
      let second = source.next()
      #expect(isBlocked())
      #expect(nothing == nil)
      #expect(first == SignalSource.Signal(number: SIGUSR1, sender: getpid()))
      #expect(second == nil)
    }
    #expect(!isBlocked())
  }

  @Test("A number that is no signal is refused")
  func noSignal() {
    #expect(throws: SystemError(call: "signalfd", code: EINVAL)) {
      _ = try SignalSource([4711]).descriptor.rawValue
    }
  }
}
