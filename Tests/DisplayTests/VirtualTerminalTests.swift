import Glibc
import Posix
import Testing
import ViewerCore

@testable import Display

@Suite struct VirtualTerminalTests {
  @Test("What is no console is refused by name", arguments: ["/dev/null", "/dev/no-such-tty"])
  func refused(path: String) {
    let failure = #expect(throws: Failure.self) { _ = try VirtualTerminal.take(path) }
    #expect(failure?.code == .badConfiguration)
    #expect(failure?.subject == path)
  }

  @Test("The guarding child is gone when it is dismissed, and does nothing")
  func guardIsDismissed() throws {
    // Not a console, so a restoration would fail unseen; what shows is that no child and no descriptor is left.
    let null = try FileDescriptor.open("/dev/null", .readWrite)
    do {
      let held = try ConsoleGuard(console: null, keyboard: 3)
      let child = held.child
      #expect(kill(child, 0) == 0)
      #expect(try !openFiles(of: child).contains { $0.contains("/dev/dri") || $0.contains("socket") })
      #expect(try openFiles(of: child).count == 2)
      _ = consume held
      #expect(kill(child, 0) == -1)
    }
  }

  private func openFiles(of process: Int32) throws -> [String] {
    guard let folder = opendir("/proc/\(process)/fd") else { throw SystemError(call: "opendir", code: errno) }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      var target = [UInt8](repeating: 0, count: 256)
      let count = readlink("/proc/\(process)/fd/\(name)", &target, target.count)
      found.append(String(decoding: target.prefix(max(0, count)), as: UTF8.self))
    }
    return found
  }
}

/// A real console: `LECTERN_CONSOLE` names it, in a virtual machine.
@Suite(
  .serialized, .enabled(if: RealCard.variable("LECTERN_CONSOLE") != nil, "LECTERN_CONSOLE names no console"))
struct RealConsoleTests {
  private let path = RealCard.variable("LECTERN_CONSOLE") ?? ""

  private static let textMode: Int32 = 0
  private static let graphicsMode: Int32 = 1
  private static let keyboardOff: Int32 = 4
  private static let handlerEnd: Int32 = 200

  private func modes() throws -> (screen: Int32, keyboard: Int32) {
    try VirtualTerminal.modes(of: path)
  }

  @Test("A console is taken and given back as it was")
  func takenAndGivenBack() throws {
    let before = try modes()
    #expect(before.screen == Self.textMode)
    do {
      let terminal = try VirtualTerminal.take(path)
      let isTaken = terminal != nil
      #expect(isTaken)
      let taken = try modes()
      #expect(taken.screen == Self.graphicsMode)
      #expect(taken.keyboard == Self.keyboardOff)
    }
    let after = try modes()
    #expect(after.screen == Self.textMode)
    #expect(after.keyboard == before.keyboard)
  }

  @Test("A switch of consoles is announced, waits for us, and comes back")
  func switching() throws {
    // A test has threads that block nothing, so handlers write to a pipe instead of a signal source.
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    try #require(dup2(ends[1], Self.handlerEnd) == Self.handlerEnd)
    for number in [VirtualTerminal.releaseSignal, VirtualTerminal.acquireSignal] {
      signal(number) { number in
        var byte = UInt8(number)
        _ = write(RealConsoleTests.handlerEnd, &byte, 1)
      }
    }
    guard let terminal = try VirtualTerminal.take(path) else {
      Issue.record("no console")
      return
    }
    var poller = try Poller()
    let source = FileDescriptor(owning: ends[0])
    _ = try poller.add(source.rawValue, .readable, key: 0)
    func nextSignal() throws -> Int32? {
      let limit = MonotonicClock.now() + 20_000_000
      while MonotonicClock.now() < limit {
        try poller.wait(until: limit)
        if poller.nextEvent() != nil { return try source.read(upTo: 1).first.map { Int32($0) } }
      }
      return nil
    }
    system("busybox chvt 2 &")
    #expect(try nextSignal() == VirtualTerminal.releaseSignal)
    #expect(try VirtualTerminal.front() == 1)
    terminal.allowSwitch()
    system("busybox chvt 1 &")
    #expect(try nextSignal() == VirtualTerminal.acquireSignal)
    terminal.confirmReturn()
    #expect(try VirtualTerminal.front() == 1)
  }

  @Test(
    "Takes the console and dies of a signal: what is left shows whether the guard works",
    .enabled(if: RealCard.variable("LECTERN_DIE_OF") != nil))
  func dies() throws {
    let signal = try #require(RealCard.variable("LECTERN_DIE_OF").flatMap { Int32($0) })
    let terminal = try VirtualTerminal.take(path)
    #expect(try modes().screen == Self.graphicsMode)
    // The threads that run tests block most signals, and the runtime catches crashes to tell about them.
    Glibc.signal(signal, SIG_DFL)
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, signal)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    raise(signal)
    _ = consume terminal
  }
}
