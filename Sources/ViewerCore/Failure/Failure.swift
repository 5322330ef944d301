/// What went wrong, for a person and for a script: one plain sentence that names what to do, and a stable code.
package struct Failure: Error, Hashable, Sendable {
  package var code: ErrorCode
  /// What it is about: a file's name, an option, a connector. Empty when nothing in particular.
  package var subject: String
  package var message: String

  package init(_ code: ErrorCode, _ subject: String, _ message: String) {
    self.code = code
    self.subject = subject
    self.message = message
  }

  /// `SOURCE: message [code]`, as standard error shows it after the program's name: one line whatever a file is
  /// called, for control characters would move a terminal's cursor.
  package var line: String {
    let text = subject.isEmpty ? message : "\(subject): \(message)"
    var result = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.unicodeScalars.append(isControl ? "?" : scalar)
    }
    return "\(result) [\(code.rawValue)]"
  }
}
