package import ViewerCore

/// Every English text that a visitor or the staff reads on the screen, in one place for translators.
///
/// Visitors get one friendly sentence that says what is so or what to do, without technical words; the staff
/// gets the stable code.
package enum Messages {
  /// The two parts of the page label: the page (strong) and the rest (softer).
  package static func pageLabel(page: Int, count: Int) -> (strong: String, soft: String) {
    ("\(page)", " of \(count)")
  }

  /// For the visitor, when one page cannot be shown.
  package static func pageFailure(_ code: ErrorCode) -> String {
    switch code {
    case .timeout: "This page takes too long to draw. Please go on to the next one."
    case .outOfMemory, .tooLarge: "This page is too large to show here. Please go on to the next one."
    case .networkError, .httpError, .tlsError, .sourceUnreachable:
      "This page has not arrived yet. Please try again in a moment."
    case .damagedDocument: "This page is damaged. The other pages can still be read."
    case .pageOutOfRange: "There is no such page in this document."
    default: "This page cannot be shown. Please go on to the next one."
    }
  }

  /// For the visitor, when there is nothing but this message on the screen.
  package static func notice(_ code: ErrorCode) -> String {
    switch code {
    case .notFound, .emptyDocument, .invalidSource, .usage:
      "There is nothing to read here at the moment."
    case .unsupportedDocument, .unsupportedEncryption, .damagedDocument, .pageOutOfRange, .tooLarge:
      "This document cannot be shown here. Please ask our staff."
    case .passwordRequired: "This document is locked. Please ask our staff to open it."
    case .wrongPassword: "That password does not fit. Please try again or ask our staff."
    case .noPermission: "This document may not be shown here. Please ask our staff."
    case .timeout: "This document takes too long to open. Please try again later."
    case .outOfMemory, .storageFull, .writeFailed:
      "This screen is too busy at the moment. Please try again in a few minutes."
    case .sourceUnreachable, .networkError, .httpError, .tlsError:
      "The document cannot be reached right now. We keep trying."
    case .pageRenderFailed: "This document cannot be drawn. Please ask our staff."
    case .noDisplay, .displayBusy, .noSeat, .badConfiguration:
      "This screen is being set up. Please come back soon."
    case .cancelled: "This was stopped. Please choose a document again."
    }
  }

  /// For the staff: the code, and what it is about when that is known. Of a path only the name: the folders of this
  /// machine are nobody's business on a public screen.
  package static func staffLine(_ code: ErrorCode, subject: String) -> String {
    let name = subject.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? code.rawValue : "\(code.rawValue) · \(name)"
  }
}
