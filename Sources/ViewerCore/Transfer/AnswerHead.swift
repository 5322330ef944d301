/// What the head of a server's answer says of the document.
package struct AnswerHead: Hashable, Sendable {
  package var status: Int
  /// Names in small letters.
  package var fields: [String: String]

  package init(status: Int, fields: [String: String]) {
    self.status = status
    self.fields = fields
  }

  /// Bytes of the body; nil when the server does not say, or sends it packed.
  package var bodyLength: Int? { isPacked ? nil : fields["content-length"].flatMap(Self.count) }

  /// Whether the bytes on the way are not the document's.
  package var isPacked: Bool {
    guard let encoding = fields["content-encoding"]?.lowercased() else { return false }
    return !encoding.isEmpty && encoding != "identity"
  }

  /// Whether the body holds several parts with heads of their own.
  package var isInParts: Bool { fields["content-type"]?.lowercased().hasPrefix("multipart/") ?? false }

  package var entityTag: String? { fields["etag"] }
  package var lastModified: String? { fields["last-modified"] }

  /// Where in the document the body stands, and how long the document is: `bytes 0-65535/200000` (RFC 9110, section
  /// 14.4); nil where the server does not say all of it.
  package var range: (bytes: Range<Int>, total: Int)? {
    guard let text = fields["content-range"] else { return nil }
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Self.count(parts[1]) else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.count(ends[0]), let last = Self.count(ends[1]), first <= last,
      last < total
    else { return nil }
    return (first..<(last + 1), total)
  }

  /// Digits alone: no sign, nothing about them.
  private static func count(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

/// Which version of a document blocks belong to: only blocks of one version are put together.
package struct DocumentVersion: Hashable, Sendable {
  package var byteCount: Int
  /// As the server sent it, quotes and all.
  package var entityTag: String?
  package var lastModified: String?
  /// Whether the date alone tells versions apart: the document had not been changed for a while when it was sent (RFC
  /// 9110, section 8.8.2.2).
  package var isDateStrong: Bool

  /// s between the last change and the answer after which a date is believed: clocks are wrong, and files are written
  /// more than once in a second.
  private static let settled: Int64 = 60

  package init(byteCount: Int, entityTag: String?, lastModified: String?, isDateStrong: Bool) {
    self.byteCount = byteCount
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.isDateStrong = isDateStrong
  }

  /// The version that an answer is of.
  package init(byteCount: Int, _ head: AnswerHead) {
    self.byteCount = byteCount
    entityTag = head.entityTag
    lastModified = head.lastModified
    isDateStrong = false
    if let changed = head.lastModified.flatMap(HTTPDate.seconds),
      let sent = head.fields["date"].flatMap(HTTPDate.seconds)
    {
      isDateStrong = sent - changed >= Self.settled
    }
  }

  /// What `If-Range` may be asked with: never a weak tag, and a date only where there is no tag (RFC 9110, section
  /// 13.1.5). Nil when versions that differ in bytes cannot be told apart for sure.
  package var condition: String? {
    if let entityTag { return entityTag.hasPrefix("\"") ? entityTag : nil }
    return isDateStrong ? lastModified : nil
  }

  /// Whether blocks of it can be told from those of others at all. A weak tag that the server repeats with each answer
  /// will do while it is read.
  package var isNamed: Bool { condition != nil || entityTag != nil }

  /// Whether an answer is of this version as far as it says.
  package func agrees(with head: AnswerHead, total: Int?) -> Bool {
    if let total, total != byteCount { return false }
    if let tag = head.entityTag {
      guard tag == entityTag else { return false }
    } else if condition == nil {
      return false
    }
    // An answer to If-Range need not repeat the date.
    if let date = head.lastModified, let lastModified { return date == lastModified }
    return true
  }
}
