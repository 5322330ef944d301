import CPoppler
import Glibc

/// What the engine says while it works: poppler speaks through GLib's log (at levels that are silent by default)
/// and, out of memory, straight to standard error.
///
/// One a process, for GLib has one writer. The status that poppler returns does not show everything: these
/// lines decide between a page that is done and one that only looks so.
package final class EngineLog {
  /// A hostile document can complain for as long as it is drawn.
  private static let lineLimit = 64
  private var lines: [String] = []
  private var dropped = 0
  private var errorOutput: Int32?
  private var errorOffset: off_t = 0

  /// - Parameter errorOutput: a descriptor (a memfd) that standard error goes to and that can be read with
  ///   `pread`; not owned. Nil when it cannot be read.
  package init(errorOutput: Int32?) {
    self.errorOutput = errorOutput
  }

  /// Becomes GLib's log writer. The log must live as long as the process draws.
  package func install() {
    g_log_set_writer_func(
      { level, fields, count, context in
        guard let context, let fields else { return G_LOG_WRITER_UNHANDLED }
        let log = Unmanaged<EngineLog>.fromOpaque(context).takeUnretainedValue()
        for index in 0..<Int(count) {
          guard let key = fields[index].key, strcmp(key, "MESSAGE") == 0, let value = fields[index].value
          else { continue }
          log.append(String(cString: value.assumingMemoryBound(to: CChar.self)), level: level)
        }
        return G_LOG_WRITER_HANDLED
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  /// The lines since the last time, the newest writings of standard error included.
  package func take() -> EngineMessages {
    readErrorOutput()
    defer {
      lines.removeAll()
      dropped = 0
    }
    return EngineMessages(lines: lines)
  }

  private func append(_ text: String, level: GLogLevelFlags) {
    // GLib ends the process after such a message: it must be seen from outside.
    if level.rawValue & G_LOG_LEVEL_ERROR.rawValue != 0 {
      let line = Array((text + "\n").utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    append(text)
  }

  private func append(_ text: String) {
    let line = EngineMessages.cleaned(text)
    guard !line.isEmpty, lines.last != line else { return }
    // Words that decide are kept, however many came before them.
    if lines.count < Self.lineLimit || EngineMessages.isDecisive(line) && lines.count < Self.lineLimit * 2 {
      lines.append(line)
    } else {
      dropped += 1
    }
  }

  private func readErrorOutput() {
    guard let errorOutput else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    var rounds = 0
    while rounds < 16 {
      let count = buffer.withUnsafeMutableBytes { pread(errorOutput, $0.baseAddress, $0.count, errorOffset) }
      guard count > 0 else { break }
      errorOffset += off_t(count)
      for line in buffer[..<count].split(separator: 10) { append(String(decoding: line, as: UTF8.self)) }
      rounds += 1
    }
    // What nobody will read again must not fill memory.
    if errorOffset > 1 << 16 {
      ftruncate(errorOutput, 0)
      lseek(errorOutput, 0, SEEK_SET)
      errorOffset = 0
    }
  }
}

/// The engine's complaints about one request.
package struct EngineMessages: Hashable, Sendable {
  package var lines: [String]

  package init(lines: [String]) {
    self.lines = lines
  }

  /// Memory ran out in a place that does not report it: pictures are missing.
  package var tellOutOfMemory: String? {
    lines.first { Self.memoryWords.contains(where: $0.contains) }
  }

  /// A protection that the engine cannot undo. Some such documents open all the same, with white pages.
  package var tellUnsupportedEncryption: String? {
    lines.first { Self.encryptionWords.contains(where: $0.contains) }
  }

  static func isDecisive(_ line: String) -> Bool {
    (memoryWords + encryptionWords).contains(where: line.contains)
  }

  private static let memoryWords = [
    "Out of memory", "out of memory", "memory exhausted", "failed to allocate", "bad_alloc",
  ]
  private static let encryptionWords = [
    "Unsupported version/revision", "Couldn't find the '", "unsupported security handler",
    "Unsupported security handler", "Invalid encryption key length", "Weird encryption info",
  ]

  /// One line of printable text, cut: it goes to people's terminals.
  static func cleaned(_ text: String) -> String {
    var result = ""
    // poppler has spelt control characters like this before it hands a line on.
    for scalar in text.replacing("<0a>", with: " ").unicodeScalars.prefix(200) {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    while result.last == " " { result.removeLast() }
    return result
  }
}
