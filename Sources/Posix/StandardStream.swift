import Glibc

/// Standard output and error, written without buffers: what was said is out even when we die next.
package enum StandardStream: Int32, Hashable, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Whether a person looks at it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

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
