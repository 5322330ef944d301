import Glibc
import Testing

@testable import Posix

@Suite("A process's memory")
struct ProcessMemoryTests {
  static let status = """
    Name:\tVmRSS: 1 kB
    VmPeak:\t   99999 kB
    VmRSS:\t    2048 kB
    RssAnon:\t    1024 kB
    RssFile:\t     900 kB
    RssShmem:\t      12 kB
    """

  @Test("Numbers are read from the file's own lines, in bytes")
  func parsed() throws {
    let memory = try #require(ProcessMemory(status: Array(Self.status.utf8)))
    #expect(memory.resident == 2048 * 1024 && memory.anonymous == 1024 * 1024 && memory.shared == 12 * 1024)
  }

  @Test(
    "Without its numbers there is none, as for a process that has ended",
    arguments: [
      "", "State:\tZ (zombie)\n", "VmRSS:\t1 kB\n", "RssAnon:\t1 kB\n", "VmRSS:\tkB\nRssAnon:\t1 kB\n",
    ])
  func missing(_ text: String) {
    #expect(ProcessMemory(status: Array(text.utf8)) == nil)
  }

  @Test("A kernel that does not count shared memory leaves it at nought")
  func noShared() {
    #expect(ProcessMemory(status: Array("VmRSS: 3 kB\nRssAnon: 2 kB".utf8))?.shared == 0)
  }

  @Test("Shared memory that is written counts as shared, and not as the process's own")
  func shared() throws {
    let before = try #require(ProcessMemory.own()).shared
    let memory = try SharedMemory(byteCount: 16 << 20)
    memset(memory.pointer, 1, memory.byteCount)
    #expect(try #require(ProcessMemory.own()).shared >= before + 8 << 20)
  }

  @Test("A process that is not there has none")
  func nobody() {
    #expect(ProcessMemory(pid: -1) == nil)
    #expect(ProcessMemory(pid: Int32.max) == nil)
  }
}

@Suite("Memory that grows")
struct GrowingMemoryTests {
  @Test("It grows as it is written, is close-on-exec, and may not be mapped for good")
  func growing() throws {
    let file = try FileDescriptor.growingMemory(name: "test")
    #expect(try file.size() == 0)
    try file.writeAll([UInt8](repeating: 7, count: 100_000))
    #expect(try file.size() == 100_000)
    #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    let error = #expect(throws: SystemError.self) {
      _ = try SharedMemory(mapping: file.duplicate(), byteCount: 100_000).byteCount
    }
    #expect(error?.code == EPERM)
  }

  @Test("Reading stops at its limit", arguments: [(100, true), (99, false), (0, false), (1 << 20, true)])
  func limit(_ limit: Int, _ fits: Bool) throws {
    let file = try FileDescriptor.growingMemory(name: "test")
    try file.writeAll([UInt8](repeating: 7, count: 100))
    let all = try? file.readAll(limit: limit)
    #expect(all?.count == (fits ? 100 : nil))
    lseek(file.rawValue, 0, SEEK_SET)
    let rest = try? file.readToEnd(limit: limit)
    #expect(rest?.count == (fits ? 100 : nil))
  }

  @Test("Reading from a place on gives what follows", arguments: [(0, 10), (4, 6), (10, 0), (50, 0)])
  func offset(_ offset: Int, _ count: Int) throws {
    let file = try FileDescriptor.growingMemory(name: "test")
    try file.writeAll(Array(0..<10))
    let bytes = try file.readAll(from: offset, limit: 10)
    #expect(bytes == Array((0..<10).suffix(count)))
  }
}
