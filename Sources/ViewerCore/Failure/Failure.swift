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

  /// `SOURCE: message [code]`, as standard error shows it after the program's name.
  package var line: String {
    subject.isEmpty ? "\(message) [\(code.rawValue)]" : "\(subject): \(message) [\(code.rawValue)]"
  }
}
