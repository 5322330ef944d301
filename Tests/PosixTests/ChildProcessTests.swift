import Glibc
import Testing

@testable import Posix

@Suite("Child processes")
struct ChildProcessTests {
  /// A shell command; no parent-death signal, for a test may run on a thread that ends early.
  func shell(_ command: String) -> ChildProcess.Launch {
    var launch = ChildProcess.Launch(
      executable: "/bin/sh", arguments: ["-c", command], environment: ["GREETING=hello"])
    launch.parentDeathSignal = nil
    return launch
  }

  @Test("The exit status comes back", arguments: [Int32(0), 1, 77, 255])
  func status(code: Int32) throws {
    var child = try ChildProcess(shell("exit \(code)"))
    #expect(child.wait() == .exited(code))
    #expect(child.reap() == .exited(code))
  }

  @Test("A killed child is reaped with its signal, once its pidfd says so", arguments: [SIGKILL, SIGTERM])
  func killed(signal: Int32) throws {
    var child = try ChildProcess(shell("while :; do sleep 100; done"))
    #expect(child.reap() == nil)
    #expect(child.cpuTime() != nil)
    child.kill(signal)
    var request = pollfd(fd: child.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1)
    #expect(child.reap() == .signalled(signal, coreDumped: false))
    #expect(child.cpuTime() == nil)
    #expect(child.memory() == nil)
    child.kill(SIGKILL)
  }

  @Test("A child dropped while it runs is gone, and no zombie is left")
  func dropped() throws {
    let pid: Int32
    do {
      let child = try ChildProcess(shell("exec sleep 100"))
      pid = child.pid
    }
    #expect(Glibc.kill(pid, 0) == -1)
    #expect(waitpid(pid, nil, WNOHANG) == -1)
  }

  @Test("A program that is not there says so, and leaves nothing behind")
  func missing() throws {
    let pipe = try Pipe()
    let error = #expect(throws: SystemError.self) {
      var launch = ChildProcess.Launch(executable: "/nonexistent/program")
      launch.descriptors = [(pipe.writingNumber, 3)]
      _ = try ChildProcess(launch).pid
    }
    #expect(error == SystemError(call: "execve", code: ENOENT))
    #expect(try pipe.contents() == "")
  }

  @Test("Descriptors land where they are wanted, even crosswise, and no other is inherited")
  func descriptors() throws {
    let pipes = [try Pipe(), try Pipe()]
    let secret = try Pipe()
    let leak = fcntl(secret.writingNumber, F_DUPFD, 20)
    #expect(leak >= 20)
    let first = pipes[0].writingNumber
    let second = pipes[1].writingNumber
    // By path, for dash redirects to one-digit descriptors only.
    let fds = "/proc/self/fd"
    var launch = shell(
      "echo one >\(fds)/\(second); echo two >\(fds)/\(first); [ -e \(fds)/\(leak) ] || echo closed")
    launch.descriptors = [(first, second), (second, first), (second, 1)]
    var child = try ChildProcess(launch)
    close(leak)
    #expect(child.wait() == .exited(0))
    #expect(try pipes[0].contents() == "one\n")
    #expect(try pipes[1].contents() == "two\nclosed\n")
  }

  @Test("Arguments and environment are exactly those given")
  func environment() throws {
    let pipe = try Pipe()
    var launch = ChildProcess.Launch(executable: "/usr/bin/env", environment: ["A=1", "B=two words"])
    launch.parentDeathSignal = nil
    launch.descriptors = [(pipe.writingNumber, 1)]
    var child = try ChildProcess(launch)
    #expect(child.wait() == .exited(0))
    #expect(try pipe.contents() == "A=1\nB=two words\n")
  }

  @Test("A child starts with no signal blocked or ignored, in a group of its own")
  func signals() throws {
    var blocked = sigset_t()
    var before = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR2)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let pipe = try Pipe()
    var launch = ChildProcess.Launch(
      executable: "/usr/bin/grep", arguments: ["-E", "^Sig(Blk|Ign)|^NSpgid", "/proc/self/status"])
    launch.parentDeathSignal = nil
    launch.descriptors = [(pipe.writingNumber, 1)]
    var child = try ChildProcess(launch)
    let pid = child.pid
    #expect(child.wait() == .exited(0))
    let lines = try #require(try pipe.contents()).split(separator: "\n").map(String.init)
    #expect(lines.contains("SigBlk:\t0000000000000000"))
    // Less signals 32 and 33, which the C library keeps for itself.
    let ignored = lines.first { $0.hasPrefix("SigIgn:") }.flatMap { UInt64($0.dropFirst(8), radix: 16) }
    #expect(ignored.map { $0 & ~0x1_8000_0000 } == 0)
    #expect(lines.contains { $0.hasPrefix("NSpgid:\t\(pid)") })
  }

  @Test("The child dies with the thread that launched it")
  func parentDeath() throws {
    final class Box { var child: ChildProcess? }
    let box = Box()
    var thread = pthread_t()
    let made = pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        let box = Unmanaged<Box>.fromOpaque(raw).takeUnretainedValue()
        box.child = try? ChildProcess(.init(executable: "/bin/sleep", arguments: ["100"]))
        return nil
      }, Unmanaged.passUnretained(box).toOpaque())
    #expect(made == 0)
    pthread_join(thread, nil)
    #expect(box.child?.wait() == .signalled(SIGKILL, coreDumped: false))
  }

  @Test("A running child's memory is told")
  func memory() throws {
    let child = try ChildProcess(shell("exec sleep 100"))
    let memory = child.memory()
    #expect(memory.map { $0.resident > 0 && $0.anonymous <= $0.resident } == true)
  }

  @Test("Memory is read from the kernel's own wording; a zombie has none")
  func status() {
    let text =
      "Name:\tx y\nVmRSS:\t    1024 kB\nRssAnon:\t     512 kB\nRssFile:\t 500 kB\nRssShmem:\t 12 kB\n"
    let memory = ProcessMemory(status: Array(text.utf8))
    #expect(memory?.resident == 1_048_576)
    #expect(memory?.anonymous == 524_288)
    #expect(memory?.shared == 12_288)
    #expect(ProcessMemory(status: Array("Name:\tx\nState:\tZ (zombie)\n".utf8)) == nil)
  }
}
