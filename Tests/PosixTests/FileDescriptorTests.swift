import Glibc
import Testing

@testable import Posix

@Suite("Owned descriptors")
struct FileDescriptorTests {
  @Test("A descriptor is closed with its owner, a duplicate with its own")
  func closing() throws {
    let pipe = try Pipe()
    do {
      guard let copy = try pipe.writing?.duplicate() else { return }
      #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
      try copy.writeAll("kept open")
    }
    #expect(try pipe.contents() == "kept open")
  }

  @Test("Released numbers stay open")
  func releasing() throws {
    let pipe = try Pipe()
    let raw = try pipe.writing?.duplicate().release() ?? -1
    pipe.writing = nil
    let again = FileDescriptor(owning: raw)
    try again.writeAll([0x68, 0x69])
    _ = consume again
    #expect(try pipe.contents() == "hi")
  }

  @Test("A file is opened close-on-exec")
  func closeOnExec() throws {
    let file = try FileDescriptor.open("/dev/null", .readWrite)
    #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("What cannot be opened says why")
  func missing() {
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor.open("/nonexistent/file").rawValue
    }
    #expect(error == SystemError(call: "open", code: ENOENT))
    #expect(error?.isNotFound == true)
    #expect(error.map { "\($0)" } == "open: No such file or directory")
  }

  @Test("A whole file is read up to its limit, and one over it is refused", arguments: [0, 1, 4096, 70_000])
  func limits(size: Int) throws {
    let memory = try SharedMemory(byteCount: max(size, 1))
    for index in 0..<size { memory.bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    let from = size == 0 ? 1 : 0
    let expected = (from..<max(size, 1)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try memory.descriptor.readAll(from: from, limit: size) == expected)
    #expect(try memory.descriptor.readAll(from: from, limit: size + 100) == expected)
    if size > 0 {
      #expect(throws: SystemError(call: "pread", code: EFBIG)) {
        try memory.descriptor.readAll(limit: size - 1)
      }
    }
  }

  @Test("A read at a place leaves the offset alone")
  func places() throws {
    let memory = try SharedMemory(byteCount: 64)
    for index in 0..<64 { memory.bytes[index] = UInt8(index) }
    var bytes = [UInt8](repeating: 0, count: 4)
    let got = try bytes.withUnsafeMutableBytes { try memory.descriptor.read(into: $0, at: 40) }
    #expect(got == 4 && bytes == [40, 41, 42, 43])
    #expect(try memory.descriptor.read(upTo: 2) == [0, 1])
    #expect(try memory.descriptor.size() == 64)
  }

  @Test("A pipe is read to its end, up to a limit", arguments: [(5, true), (6, true), (4, false)])
  func pipes(limit: Int, fits: Bool) throws {
    let pipe = try Pipe()
    try pipe.writing?.writeAll("hello")
    pipe.writing = nil
    if fits {
      #expect(try pipe.reading.readToEnd(limit: limit) == Array("hello".utf8))
    } else {
      #expect(throws: SystemError(call: "read", code: EFBIG)) { try pipe.reading.readToEnd(limit: limit) }
    }
  }

  @Test("An empty non-blocking pipe would block")
  func wouldBlock() throws {
    let pipe = try Pipe()
    try pipe.reading.setNonBlocking(true)
    let error = #expect(throws: SystemError.self) { try pipe.reading.read(upTo: 1) }
    #expect(error?.isWouldBlock == true)
  }
}
