/// What becomes of the answer to a document's first request, which asked for its first blocks alone.
package enum FirstVerdict: Hashable, Sendable {
  /// The body is the blocks asked for: the document can be read while it comes.
  case blocks(DocumentVersion)
  /// The body is the whole document.
  case whole
  /// The kept blocks, or the kept copy, are still the document.
  case validated
  /// This server's ranges are of no use: the document is asked for as a whole.
  case askWhole
  case failed(ErrorCode, String, mayPass: Bool)

  /// Bytes that the first request asks for: as many as tell what the document is, and often its first page.
  package static let bytes = 0..<BlockRun.blockBytes
  /// Bytes of the largest document that is put together from blocks.
  package static let limit = (1 << 21) * BlockRun.blockBytes

  /// - Parameter isConditional: whether a kept copy was spoken of.
  package init(_ head: AnswerHead, isConditional: Bool) {
    switch head.status {
    case 206:
      guard !head.isPacked, !head.isInParts, let range = head.range, range.total <= Self.limit,
        range.bytes == 0..<min(Self.bytes.upperBound, range.total),
        head.bodyLength == nil || head.bodyLength == range.bytes.count
      else {
        self = .askWhole
        return
      }
      let version = DocumentVersion(byteCount: range.total, head)
      // What is there as a whole needs no second answer that could be another version's.
      self = version.isNamed || range.bytes.count == range.total ? .blocks(version) : .askWhole
    case 416: self = .askWhole
    default:
      switch TransferVerdict(status: head.status, isConditional: isConditional) {
      case .take: self = .whole
      case .validated: self = .validated
      case .failed(let code, let reason, let mayPass): self = .failed(code, reason, mayPass: mayPass)
      }
    }
  }
}

/// What becomes of the answer to a request for blocks of a version that is known.
package enum RangeVerdict: Hashable, Sendable {
  /// The body is the bytes asked for.
  case take
  /// The server sends all of this very version: its body brings every block in turn.
  case takeWhole
  /// The document is another one by now.
  case changed
  case failed(ErrorCode, String, mayPass: Bool)

  package init(_ head: AnswerHead, asked: Range<Int>, of version: DocumentVersion) {
    switch head.status {
    case 206:
      guard let range = head.range, !head.isPacked, !head.isInParts else {
        self = .failed(
          .httpError, "the server sends parts of the document without saying which", mayPass: false)
        return
      }
      guard version.agrees(with: head, total: range.total) else {
        self = .changed
        return
      }
      guard range.bytes == asked, head.bodyLength == nil || head.bodyLength == asked.count else {
        self = .failed(
          .httpError, "the server sends other parts of the document than it is asked for", mayPass: false)
        return
      }
      self = .take
    case 200:
      // Only a tag that is strong, and the length, say that these are the same bytes.
      let isSame = version.condition != nil && head.entityTag != nil && head.entityTag == version.entityTag
      self = isSame && head.bodyLength == version.byteCount ? .takeWhole : .changed
    case 412, 416: self = .changed
    default:
      switch TransferVerdict(status: head.status, isConditional: false) {
      case .failed(let code, let reason, let mayPass): self = .failed(code, reason, mayPass: mayPass)
      case .take, .validated: self = .changed
      }
    }
  }
}
