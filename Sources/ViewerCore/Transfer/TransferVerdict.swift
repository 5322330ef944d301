/// What becomes of a server's answer.
package enum TransferVerdict: Hashable, Sendable {
  /// The body is the document.
  case take
  /// The kept copy is still the document.
  case validated
  /// Nothing came of it; asking again may help.
  case failed(ErrorCode, String, mayPass: Bool)

  /// - Parameters:
  ///   - status: of the answer.
  ///   - isConditional: whether a kept copy was spoken of.
  package init(status: Int, isConditional: Bool) {
    switch status {
    case 200: self = .take
    case 304 where isConditional: self = .validated
    case 401, 403: self = .failed(.httpError, "the server refuses the document (\(status))", mayPass: false)
    case 404, 410: self = .failed(.httpError, "the server has no such document (\(status))", mayPass: false)
    case 408, 429, 500...599: self = .failed(.httpError, "the server has a fault (\(status))", mayPass: true)
    default: self = .failed(.httpError, "the server answers with \(status)", mayPass: false)
    }
  }
}

/// When a transfer that failed is tried again.
package struct RetryPolicy: Hashable, Sendable {
  /// Tries in all.
  package static let tries = 4
  /// ms before the second try; each later pause is twice as long.
  private static let first: Int64 = 500

  /// ms to wait after a try; nil when it was the last.
  /// - Parameters:
  ///   - failed: tries so far, from 1.
  ///   - dice: in 0..<1: kiosks that lost one server do not all come back at once.
  package static func pause(after failed: Int, dice: Double) -> Int64? {
    guard failed >= 1, failed < tries else { return nil }
    let full = first << Int64(failed - 1)
    return full / 2 + Int64(Double(full) / 2 * min(max(dice, 0), 1))
  }
}
