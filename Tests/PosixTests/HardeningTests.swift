import Glibc
import Testing

@testable import Posix

@Suite("Limits and hardening")
struct HardeningTests {
  @Test("A child starts under its limits and without a way to new rights")
  func child() throws {
    let pipe = try Pipe()
    var launch = ChildProcess.Launch(
      executable: "/bin/sh",
      arguments: ["-c", "ulimit -v; ulimit -c; ulimit -n; grep NoNewPrivs /proc/$$/status"],
      environment: ["PATH=/usr/bin:/bin"])
    launch.parentDeathSignal = nil
    launch.descriptors = [(pipe.writingNumber, 1)]
    launch.limits = [.addressSpace: 1 << 30, .coreFile: 0, .openFiles: 77]
    var child = try ChildProcess(launch)
    #expect(child.wait() == .exited(0))
    #expect(try pipe.contents() == "1048576\n0\n77\nNoNewPrivs:\t1\n")
  }

  @Test("A child may have fewer descriptors than its parent has open")
  func fewer() throws {
    let pipe = try Pipe()
    let held = (0..<200).map { _ in dup(pipe.writingNumber) }
    #expect(held.allSatisfy { $0 >= 0 })
    var launch = ChildProcess.Launch(
      executable: "/bin/sh", arguments: ["-c", "ulimit -n"], environment: ["PATH=/usr/bin:/bin"])
    launch.descriptors = [(pipe.writingNumber, 1)]
    launch.limits = [.openFiles: 20]
    var child = try ChildProcess(launch)
    #expect(child.wait() == .exited(0))
    for descriptor in held { close(descriptor) }
    #expect(try pipe.contents() == "20\n")
  }

  @Test("Own limits can be set and read")
  func own() throws {
    try ProcessLimit.coreFile.set(0)
    #expect(try ProcessLimit.coreFile.current() == 0)
    #expect(try ProcessLimit.openFiles.current() > 0)
    #expect(throws: SystemError.self) { try ProcessLimit.coreFile.set(1 << 20) }
  }

  @Test("A process can make itself closed to others")
  func dumpable() throws {
    let before = Hardening.isDumpable
    try Hardening.setDumpable(false)
    let closed = Hardening.isDumpable
    try Hardening.setDumpable(before)
    #expect(!closed)
  }

  @Test("Descriptors are closed from a number up, but those named")
  func closing() throws {
    // Far above what other tests of this process have open.
    let base: Int32 = 700
    for number in base..<base + 8 { #expect(dup2(0, number) == number) }
    try Hardening.closeDescriptors(from: base + 1, except: [base + 6, base + 3, base + 4, 0])
    let open = (base..<base + 8).filter { fcntl($0, F_GETFD) >= 0 }
    #expect(open == [base, base + 3, base + 4, base + 6])
    for number in open { close(number) }
  }

  @Test("The heap can be tuned and trimmed, and memory is counted")
  func memory() throws {
    try Hardening.returnFreedMemory()
    Hardening.trimHeap()
    let memory = try #require(ProcessMemory.own())
    #expect(memory.anonymous > 0 && memory.anonymous <= memory.resident)
    #expect(try Hardening.openDescriptorCount() >= 3)
  }
}
