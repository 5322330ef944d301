package import ViewerCore

/// Why a picture came to nothing.
package enum ImageError: Error, Hashable, Sendable {
  case damaged(String)
  /// A format, or a way of storing, that is not read here.
  case unsupported(String)
  /// More pixels than are decoded here: told by the header, before anything is.
  case tooLarge(String)
  case outOfMemory(String)
  /// An archive or a file without a picture.
  case empty
  case pageOutOfRange
  /// A bitmap that cannot be, or memory too small for it.
  case badBitmap
  case renderFailed(String)
  /// What was to take the document does not.
  case unwritable

  package var code: ErrorCode {
    switch self {
    case .damaged: .damagedDocument
    case .unsupported: .unsupportedDocument
    case .tooLarge, .badBitmap: .tooLarge
    case .outOfMemory: .outOfMemory
    case .empty: .emptyDocument
    case .pageOutOfRange: .pageOutOfRange
    case .renderFailed: .pageRenderFailed
    case .unwritable: .writeFailed
    }
  }

  package var detail: String {
    switch self {
    case .damaged(let detail), .unsupported(let detail), .tooLarge(let detail), .outOfMemory(let detail),
      .renderFailed(let detail):
      detail
    case .empty, .pageOutOfRange, .badBitmap, .unwritable: ""
    }
  }

  /// The same failure once the document is open: it costs a page.
  var ofPage: ImageError {
    switch self {
    case .damaged(let detail), .unsupported(let detail): .renderFailed(detail)
    default: self
    }
  }
}
