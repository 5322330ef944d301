import Posix
import ViewerCore

/// One request for blocks of a document, and what comes of it.
final class RangeFetch {
  let step: RangePlan.Step
  /// Bytes of the document that are asked for.
  let bytes: Range<Int>
  let exchange: Exchange
  /// µs, monotonic.
  let begun = MonotonicClock.now()
  /// Up to where the body has come.
  private(set) var place: Int
  /// Nil before there is an answer.
  private(set) var verdict: RangeVerdict?
  /// Why the body was cut off.
  private(set) var refusal: Failure?

  private let version: DocumentVersion

  init(_ step: RangePlan.Step, of version: DocumentVersion, _ exchange: Exchange) {
    self.step = step
    self.version = version
    self.exchange = exchange
    bytes = step.run.bytes(of: version.byteCount)
    place = bytes.lowerBound
  }

  /// Headers that ask for bytes of one version of a document and no other.
  static func fields(_ bytes: Range<Int>, of version: DocumentVersion) -> [(name: String, value: String)] {
    var fields = [("Range", "bytes=\(bytes.lowerBound)-\(bytes.upperBound - 1)")]
    if let condition = version.condition { fields.append(("If-Range", condition)) }
    return fields
  }

  /// - Returns: whether the body is wanted.
  func take(_ head: AnswerHead) -> Bool {
    let verdict = RangeVerdict(head, asked: bytes, of: version)
    self.verdict = verdict
    switch verdict {
    case .take: return true
    case .takeWhole:
      place = 0
      return true
    case .changed, .failed: return false
    }
  }

  /// Whether the server sends all of the document instead of what it was asked for.
  var bringsAll: Bool { verdict == .takeWhole }
  /// Where the body ends.
  var end: Int { bringsAll ? version.byteCount : bytes.upperBound }

  /// Takes the next piece of the body.
  /// - Parameters:
  ///   - present: blocks that are in the file and stay as they are.
  ///   - write: puts bytes into the document at a place.
  /// - Returns: blocks that are there now; nil when the body cannot go on.
  func take(
    _ piece: UnsafeRawBufferPointer, present: BlockSet,
    write: (UnsafeRawBufferPointer, Int) throws(SystemError) -> Void
  ) -> BlockRun? {
    guard piece.count <= end - place else {
      refusal = Failure(.httpError, "", "the server sends more than it was asked for")
      return nil
    }
    let pieceBytes = place..<(place + piece.count)
    do throws(SystemError) {
      for run in present.missing(in: BlockRun(holding: pieceBytes)) {
        let part = run.bytes(of: version.byteCount).clamped(to: pieceBytes)
        let start = part.lowerBound - place
        try write(UnsafeRawBufferPointer(rebasing: piece[start..<(start + part.count)]), part.lowerBound)
      }
    } catch {
      refusal = FetchService.failure(error)
      return nil
    }
    let first = place / BlockRun.blockBytes
    place = pieceBytes.upperBound
    // The last block of a document may be short.
    let end = place == version.byteCount ? PartRecord.blockCount(of: place) : place / BlockRun.blockBytes
    return BlockRun(first: first, count: end - first)
  }
}
