/// One option as somebody gave it: on the command line or in lectern.conf. Not yet checked.
package struct OptionEntry: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    case commandLine
    /// Lines are counted from 1.
    case file(String, line: Int)
  }

  /// Without dashes, or as the key stands in lectern.conf (`input.1`).
  package var name: String
  /// nil for a flag.
  package var value: String?
  package var origin: Origin

  package init(name: String, value: String?, origin: Origin) {
    self.name = name
    self.value = value
    self.origin = origin
  }

  /// What is wrong with it, with its place.
  func failure(_ message: String) -> Failure {
    switch origin {
    case .commandLine: Failure(.usage, "--\(name)", message)
    case .file(let path, let line): Failure(.badConfiguration, "\(path):\(line)", "\(name): \(message)")
    }
  }
}
