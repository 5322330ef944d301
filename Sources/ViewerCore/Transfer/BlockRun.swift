/// Neighbouring blocks of a document that is read while it comes.
///
/// A document is divided into blocks of `BlockRun.blockBytes`, counted from 0; the last one may be shorter.
package struct BlockRun: Hashable, Sendable {
  /// Bytes of a block: poppler reads 8 KiB at a time, and a request costs more than so many bytes.
  package static let blockBytes = 64 << 10

  package var first: Int
  package var count: Int

  package init(first: Int, count: Int) {
    self.first = first
    self.count = count
  }

  /// The blocks that hold these bytes; none for no bytes.
  package init(holding bytes: Range<Int>) {
    first = bytes.lowerBound / Self.blockBytes
    count = bytes.isEmpty ? 0 : (bytes.upperBound - 1) / Self.blockBytes - first + 1
  }

  /// Past the last block.
  package var end: Int { first + count }
  package var blocks: Range<Int> { first..<end }

  /// The bytes in the blocks, of a document with so many.
  package func bytes(of byteCount: Int) -> Range<Int> {
    let start = min(first * Self.blockBytes, byteCount)
    return start..<max(start, min(end * Self.blockBytes, byteCount))
  }
}
