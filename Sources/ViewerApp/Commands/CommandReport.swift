import Posix
package import ViewerCore

/// What a command says: data on standard output, complaints on standard error as `lectern: SOURCE: message [code]`.
package struct CommandReport {
  private let output: (String) -> Bool
  private let complaints: (String) -> Void
  /// Exit status of the first complaint; 0 while there is none.
  package private(set) var status: Int32 = 0
  /// Whether standard output takes nothing any more, so that there is no use in going on.
  package private(set) var isOutputGone = false

  /// - Parameters:
  ///   - output: takes text for standard output; false when it could not be written.
  ///   - complaints: takes whole lines for standard error.
  package init(output: @escaping (String) -> Bool, complaints: @escaping (String) -> Void) {
    self.output = output
    self.complaints = complaints
  }

  /// The process's own streams.
  package static func streams() -> CommandReport {
    CommandReport(
      output: { (try? StandardStream.output.write($0)) != nil },
      complaints: { try? StandardStream.error.write($0) })
  }

  package mutating func say(_ text: String) {
    // One complaint is enough, however much is still to be said.
    guard !isOutputGone, !output(text) else { return }
    isOutputGone = true
    complain(Failure(.writeFailed, "standard output", "cannot be written"))
  }

  package mutating func complain(_ failure: Failure) {
    complaints("lectern: \(failure.line)\n")
    if status == 0 { status = failure.code.exitStatus }
  }

  /// Something to know that is no failure.
  package func warn(_ subject: String, _ message: String) {
    complaints("lectern: \(subject): warning: \(message)\n")
  }
}
