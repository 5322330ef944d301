import Glibc
import Testing

@testable import Posix

/// A pipe, to see by its end of file whether anybody still holds a descriptor.
///
/// Descriptor numbers tell nothing in a process that runs other tests meanwhile; an open file does.
final class Pipe {
  let reading: FileDescriptor
  var writing: FileDescriptor?
  /// The writing end's number, while it is open.
  let writingNumber: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
    writingNumber = ends[1]
  }

  /// Closes our own writing end and reads until all others are closed too; nil when one stays open.
  func contents() throws -> String? {
    writing = nil
    var text: [UInt8] = []
    while true {
      var request = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 10_000) == 1 else { return nil }
      let part = try reading.read(upTo: 4096)
      if part.isEmpty { return String(decoding: text, as: UTF8.self) }
      text += part
    }
  }
}
