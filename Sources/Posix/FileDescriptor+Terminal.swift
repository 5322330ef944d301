import Glibc

extension FileDescriptor {
  /// One line that a person types without seeing it, and without its end. The terminal shows again what is typed
  /// afterwards (termios(3)).
  /// - Parameter limit: bytes; what is longer is cut.
  package borrowing func readHiddenLine(limit: Int) throws(SystemError) -> [UInt8] {
    let raw = rawValue
    var before = termios()
    _ = try systemCall("tcgetattr") { tcgetattr(raw, &before) }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // What was typed ahead has been seen: it is dropped.
    _ = try systemCall("tcsetattr") { tcsetattr(raw, TCSAFLUSH, &hidden) }
    defer { tcsetattr(raw, TCSANOW, &before) }
    var line: [UInt8] = []
    while line.count < limit, !line.contains(UInt8(ascii: "\n")) {
      let part = try read(upTo: limit - line.count)
      if part.isEmpty { break }
      line += part
    }
    return Array(line.prefix { $0 != UInt8(ascii: "\n") })
  }
}
