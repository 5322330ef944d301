package import ViewerCore

/// Why a document or a page came to nothing.
package enum PDFError: Error, Hashable, Sendable {
  case passwordRequired
  case wrongPassword
  case unsupportedEncryption(String)
  case damaged(String)
  case emptyDocument
  case pageOutOfRange
  /// A bitmap that cairo cannot hold, or memory too small for it.
  case badBitmap
  case renderFailed(String)
  case outOfMemory(String)
  /// What it needs of a document that is still coming is not waited for any more.
  case abandoned
  /// What was to take the document does not.
  case unwritable(String)

  package var code: ErrorCode {
    switch self {
    case .passwordRequired: .passwordRequired
    case .wrongPassword: .wrongPassword
    case .unsupportedEncryption: .unsupportedEncryption
    case .damaged: .damagedDocument
    case .emptyDocument: .emptyDocument
    case .pageOutOfRange: .pageOutOfRange
    case .badBitmap: .tooLarge
    case .renderFailed: .pageRenderFailed
    case .outOfMemory: .outOfMemory
    case .abandoned: .cancelled
    case .unwritable: .writeFailed
    }
  }

  /// The engine's own words, where there are any.
  package var detail: String {
    switch self {
    case .unsupportedEncryption(let detail), .damaged(let detail), .renderFailed(let detail),
      .outOfMemory(let detail), .unwritable(let detail):
      detail
    case .passwordRequired, .wrongPassword, .emptyDocument, .pageOutOfRange, .badBitmap, .abandoned: ""
    }
  }
}
