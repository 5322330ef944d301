/// The stable codes that scripts and staff rely on, each with its exit status (after `sysexits.h`).
package enum ErrorCode: String, Hashable, Sendable, CaseIterable {
  case usage = "usage"
  case invalidSource = "invalid-source"
  case notFound = "not-found"
  case unsupportedDocument = "unsupported-document"
  case unsupportedEncryption = "unsupported-encryption"
  case damagedDocument = "damaged-document"
  case emptyDocument = "empty-document"
  case pageOutOfRange = "page-out-of-range"
  case tooLarge = "too-large"
  case pageRenderFailed = "page-render-failed"
  case timeout = "timeout"
  case outOfMemory = "out-of-memory"
  case passwordRequired = "password-required"
  case wrongPassword = "wrong-password"
  case noPermission = "no-permission"
  case noDisplay = "no-display"
  case displayBusy = "display-busy"
  case noSeat = "no-seat"
  case noKiosk = "no-kiosk"
  case sourceUnreachable = "source-unreachable"
  case networkError = "network-error"
  case httpError = "http-error"
  case tlsError = "tls-error"
  case storageFull = "storage-full"
  case writeFailed = "write-failed"
  case badConfiguration = "bad-configuration"
  case cancelled = "cancelled"

  package var exitStatus: Int32 {
    switch self {
    case .usage, .invalidSource: 64
    case .unsupportedDocument, .unsupportedEncryption, .damagedDocument, .emptyDocument,
      .pageOutOfRange, .tooLarge:
      65
    case .notFound: 66
    case .noDisplay, .displayBusy, .noSeat, .noKiosk, .sourceUnreachable, .networkError, .httpError,
      .tlsError:
      69
    case .pageRenderFailed, .timeout, .outOfMemory: 70
    case .storageFull, .writeFailed: 74
    case .cancelled: 75
    case .passwordRequired, .wrongPassword, .noPermission: 77
    case .badConfiguration: 78
    }
  }
}
