package import ViewerCore

/// What a document's failure is called in plain words.
package enum DocumentFailure {
  /// - Parameters:
  ///   - source: its name.
  ///   - code: of the worker's answer, or of its death.
  package static func opening(_ source: String, _ code: ErrorCode) -> Failure {
    Failure(code, source, sentence(code, about: "the document"))
  }

  /// - Parameter what: "the document", "page 7".
  static func sentence(_ code: ErrorCode, about what: String) -> String {
    switch code {
    case .passwordRequired: "the document is encrypted; give its password with --password-file"
    case .wrongPassword: "the password does not open the document"
    case .unsupportedEncryption: "the document is protected in a way that cannot be undone here"
    case .damagedDocument: "the document is damaged"
    case .unsupportedDocument: "\(what) is of a kind that is not read here"
    case .emptyDocument: "the document has no pages"
    case .timeout: "\(what) takes too long"
    case .outOfMemory: "\(what) needs more memory than a worker may have (--worker-memory)"
    case .pageRenderFailed: "\(what) cannot be drawn or read"
    case .tooLarge: "\(what) is larger than what is drawn here"
    case .noPermission: "the document does not permit to be put together with others"
    case .pageOutOfRange: "there is no \(what)"
    default: "\(what) came to nothing"
    }
  }
}

extension Failure {
  /// A failure of a worker in plain words.
  /// - Parameters:
  ///   - source: the document, as messages name it.
  ///   - page: of that document, counted from 1; nil when it is about all of it.
  init(_ failure: WorkFailure, of source: String, page: Int32? = nil) {
    let what = page.map { "page \($0)" } ?? "the document"
    let sentence = DocumentFailure.sentence(failure.code, about: what)
    let detail = failure.detail.isEmpty ? "" : " (\(failure.detail))"
    self.init(failure.code, source, sentence + detail)
  }
}
