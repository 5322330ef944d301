/// A large file on a `LoopbackServer` that does what RFC 9110 says about ranges and conditions.
///
/// Its bytes are made as they are asked for, and tell where in which version they stand.
package struct ServedFile: Sendable {
  package var byteCount: Int
  /// Files of different versions have no eight bytes in common but the first.
  package var version: UInt64
  package var entityTag: String?
  package var lastModified: String?
  package var hasRanges = true
  /// The first bytes.
  package var head = Array("%PDF-1.7 guide\n\n".utf8)

  package init(_ byteCount: Int, version: UInt64 = 1) {
    self.byteCount = byteCount
    self.version = version
    entityTag = "\"v\(version)\""
  }

  package func bytes(_ range: Range<Int>) -> [UInt8] {
    // Word by word: a debug build takes long over single bytes.
    let words = (range.lowerBound / 8..<(range.upperBound + 7) / 8).map { word($0) }
    let skipped = range.lowerBound % 8
    var result = words.withUnsafeBytes { Array($0[skipped..<(skipped + range.count)]) }
    for place in range.clamped(to: 0..<head.count) { result[place - range.lowerBound] = head[place] }
    return result
  }

  /// SplitMix64 of place and version.
  private func word(_ index: Int) -> UInt64 {
    var value = UInt64(index) &+ version &* 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  package func answer(to request: HeardRequest) -> ServedAnswer {
    var fields: [(name: String, value: String)] = [("Date", "Mon, 30 Nov 2026 12:00:00 GMT")]
    if let entityTag { fields.append(("ETag", entityTag)) }
    if let lastModified { fields.append(("Last-Modified", lastModified)) }
    if isUnchanged(request) { return ServedAnswer(304, [], fields) }
    guard hasRanges, let text = request.fields["range"], isSame(request) else {
      return served(200, 0..<byteCount, fields)
    }
    guard let range = range(text) else {
      return ServedAnswer(416, [], fields + [("Content-Range", "bytes */\(byteCount)")])
    }
    fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"))
    return served(206, range, fields)
  }

  private func served(
    _ status: Int, _ range: Range<Int>, _ fields: [(name: String, value: String)]
  ) -> ServedAnswer {
    var answer = ServedAnswer(status, [], fields)
    answer.content = ServedContent(byteCount: range.count) { part in
      bytes((range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
    }
    return answer
  }

  private func isUnchanged(_ request: HeardRequest) -> Bool {
    if let tag = request.fields["if-none-match"] { return tag == entityTag }
    if let date = request.fields["if-modified-since"] { return date == lastModified }
    return false
  }

  private func isSame(_ request: HeardRequest) -> Bool {
    guard let condition = request.fields["if-range"] else { return true }
    return condition.hasPrefix("\"") ? condition == entityTag : condition == lastModified
  }

  private func range(_ text: String) -> Range<Int>? {
    let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard text.hasPrefix("bytes="), ends.count == 2, let first = Int(ends[0]), first < byteCount else {
      return nil
    }
    return first..<min((Int(ends[1]) ?? byteCount - 1) + 1, byteCount)
  }
}
