import Foundation
import TestSupport

/// A file on a `LoopbackServer` that does what RFC 9110 says about ranges and conditions.
final class ServedDocument: Sendable {
  static let tag = "\"1\""
  let byteCount: Int
  private let file: URL

  init(_ file: URL) throws {
    self.file = file
    byteCount = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
  }

  func server() throws -> LoopbackServer {
    try LoopbackServer { [self] in answer($0) }
  }

  private func answer(_ request: HeardRequest) -> ServedAnswer {
    let fields = [("ETag", Self.tag), ("Accept-Ranges", "bytes")]
    if request.fields["if-none-match"] == Self.tag { return ServedAnswer(304, [], fields) }
    guard let range = Self.range(of: request, byteCount) else { return served(200, 0..<byteCount, fields) }
    let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
    return served(206, range, fields + [("Content-Range", place)])
  }

  private func served(
    _ status: Int, _ range: Range<Int>, _ fields: [(name: String, value: String)]
  ) -> ServedAnswer {
    var answer = ServedAnswer(status, [], fields)
    let file = file
    answer.content = ServedContent(byteCount: range.count) { part in
      guard let handle = try? FileHandle(forReadingFrom: file) else { return [] }
      try? handle.seek(toOffset: UInt64(range.lowerBound + part.lowerBound))
      return [UInt8]((try? handle.read(upToCount: part.count)) ?? Data())
    }
    return answer
  }

  /// The bytes that a request asks for; nil for all.
  static func range(of request: HeardRequest, _ byteCount: Int) -> Range<Int>? {
    guard let text = request.fields["range"], text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(ends[0]), first < byteCount else { return nil }
    return first..<min((Int(ends[1]) ?? byteCount - 1) + 1, byteCount)
  }
}
