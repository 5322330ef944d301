import Glibc
import Testing

@testable import Posix

struct MachineTests {
  @Test(
    "A process's line is read whatever its name holds",
    arguments: [
      ("12 (agetty) S 1 12 12 1025 12 4194560", "agetty", 1025),
      ("12 (a) b) (c) R 1 1 1 0 -1", "a) b) (c", 0), ("12 () Z 1 1 1 34816 -1", "", 34816),
    ] as [(String, String, UInt32)])
  func statLine(line: String, name: String, terminal: UInt32) {
    #expect(RunningProcess(id: 12, stat: line) == RunningProcess(id: 12, name: name, terminal: terminal))
  }

  @Test(
    "A line that is cut short is no process",
    arguments: ["", "12", "12 (a", "12 (a) S 1 1", "12 a) ( S 1 1 1 0"])
  func cutLine(line: String) {
    #expect(RunningProcess(id: 12, stat: line) == nil)
  }

  @Test("This process is among those that run, and holds what it has open")
  func thisProcess() throws {
    let folder = try Folder()
    let path = "\(folder.path)/held"
    let file = try FileDescriptor.open(path, .create)
    let own = try #require(RunningProcess.all().first { $0.id == getpid() })
    // Links in /proc name the file without the links on the way to it.
    let real = try SymbolicLink.target("/proc/self/fd/\(file.rawValue)")
    #expect(own.holds(real))
    #expect(!own.holds(real + ".other"))
  }

  @Test("This process's account is the one that the kernel tells")
  func account() throws {
    let account = Account.current()
    #expect(account.isRoot == (geteuid() == 0))
    #expect(!account.name.isEmpty)
    if let own = Account.groupName(getegid()) { #expect(account.groups.contains(own)) }
    #expect(Account.members(ofGroup: "lectern-no-such-group") == nil)
    #expect(Account.members(ofGroup: "root") != nil)
    #expect(try FileStatus(path: "/proc/self").group == getegid())
  }

  @Test("A device's node and attributes are told without udevd")
  func devices() throws {
    // Every machine has /dev/null.
    let found = try UdevDatabase.devices(
      subsystem: "mem", name: "nul*", properties: ["DEVNAME", "NO_SUCH"], attributes: ["dev", "no-such"])
    #expect(found.map(\.node) == ["/dev/null"])
    #expect(found.map(\.properties) == [["DEVNAME": "/dev/null"]])
    #expect(found.map(\.attributes) == [["dev": "1:3"]])
    #expect(try UdevDatabase.devices(subsystem: "mem", name: "no-such-device").isEmpty)
  }
}
