import Glibc

/// Standard output and error, written without buffers: what was said is out even when we die next.
package enum StandardStream: Int32, Hashable, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// A descriptor of the stream that has an owner.
  package func duplicate() throws(SystemError) -> FileDescriptor {
    let number = rawValue
    return FileDescriptor(owning: try systemCall("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 3) })
  }

  package func write(_ text: String) throws(SystemError) {
    try write(Array(text.utf8))
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    // Borrowed: released again, so that the stream stays open.
    let file = FileDescriptor(owning: rawValue)
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      _ = file.release()
      throw error
    }
    _ = file.release()
  }
}
