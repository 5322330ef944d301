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

  @Test("What is discarded is given back and reads as zeros; what comes before stays")
  func discarded() throws {
    let memory = try SharedMemory(byteCount: 64 * 4096)
    for index in stride(from: 0, to: memory.byteCount, by: 512) { memory.bytes[index] = 0x5A }
    #expect(try memory.residentBytes() == 64 * 4096)
    try memory.discard(from: 16 * 4096 + 512)
    #expect(try memory.residentBytes() == 17 * 4096)
    #expect(memory.bytes[16 * 4096] == 0x5A && memory.bytes[16 * 4096 + 512] == 0)
    #expect(memory.bytes[40 * 4096] == 0)
    memory.bytes[63 * 4096] = 1
    #expect(try memory.descriptor.size() == 64 * 4096)
    try memory.discard(from: 64 * 4096)
    #expect(memory.bytes[63 * 4096] == 1)
  }

  @Test("A size that is no size is refused", arguments: [0, -1])
  func empty(size: Int) throws {
    #expect(throws: SystemError.self) { _ = try SharedMemory(byteCount: size).byteCount }
  }
}
