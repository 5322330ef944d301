import Glibc
import Testing

@testable import Posix

@Suite("Shared memory")
struct SharedMemoryTests {
  @Test("New memory is zero, of the size asked for, and close-on-exec")
  func fresh() throws {
    let memory = try SharedMemory(byteCount: 10_000)
    #expect(memory.byteCount == 10_000)
    #expect(memory.bytes.allSatisfy { $0 == 0 })
    #expect(try memory.descriptor.size() == 10_000)
    #expect(fcntl(memory.descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("Nobody can change its size any more", arguments: [0, 4096, 20_000])
  func sealed(size: Int) throws {
    let memory = try SharedMemory(byteCount: 10_000)
    #expect(ftruncate(memory.descriptor.rawValue, size) == -1)
    #expect(errno == EPERM)
    #expect(try memory.descriptor.size() == 10_000)
  }

  @Test("The other side sees what was written, and maps no more than there is")
  func mapping() throws {
    let memory = try SharedMemory(byteCount: 8192)
    memory.bytes[8191] = 0xAB
    let other = try SharedMemory(
      mapping: try memory.descriptor.duplicate(), byteCount: 8192, access: .readOnly)
    #expect(other.bytes[8191] == 0xAB)
    let tooMuch = try memory.descriptor.duplicate()
    #expect(throws: SystemError(call: "mmap", code: EOVERFLOW)) {
      _ = try SharedMemory(mapping: tooMuch.duplicate(), byteCount: 8193).byteCount
    }
  }

  @Test("A file that may shrink is never mapped")
  func unsealed() throws {
    let path = "/tmp/lectern-unsealed-\(getpid())"
    let file = try FileDescriptor.open(path, .createNew)
    unlink(path)
    try file.writeAll([UInt8](repeating: 1, count: 4096))
    let error = #expect(throws: SystemError.self) {
      _ = try SharedMemory(mapping: file.duplicate(), byteCount: 4096).byteCount
    }
    #expect(error == SystemError(call: "mmap", code: EPERM))
  }

  @Test("A size that is no size is refused", arguments: [0, -1])
  func empty(size: Int) throws {
    #expect(throws: SystemError.self) { _ = try SharedMemory(byteCount: size).byteCount }
  }
}
