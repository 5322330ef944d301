/// Why a clip cannot be read.
package struct ClipError: Error, Hashable, Sendable {
  /// Counted from 1; 0 when the file as a whole is meant.
  package var line: Int
  package var message: String

  package init(line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  /// `line N: message`.
  package var text: String {
    line > 0 ? "line \(line): \(message)" : message
  }
}
