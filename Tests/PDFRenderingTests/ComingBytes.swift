import PDFRendering
import ViewerCore

/// A document that comes block by block as it is asked for; everything that is waited for is remembered.
final class ComingBytes: DocumentBytes {
  private let whole: [UInt8]
  private(set) var present: Set<Int> = []
  /// What was missing, each time that somebody waited.
  private(set) var waits: [[Int]] = []
  /// How many times waiting is worth while.
  var patience = Int.max

  init(_ whole: [UInt8]) {
    self.whole = whole
  }

  var byteCount: Int { whole.count }
  /// Blocks that came since the count was last looked at.
  func forgetWaits() { waits = [] }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard fetch([offset..<offset + 1]) else { return -1 }
    var range = offset..<min(offset + buffer.count, whole.count)
    // No farther than blocks are there.
    if let absent = BlockRun(holding: range).blocks.first(where: { !present.contains($0) }) {
      range = offset..<absent * BlockRun.blockBytes
    }
    whole.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
    return range.count
  }

  func has(_ bytes: Range<Int>) -> Bool { present.isSuperset(of: BlockRun(holding: bytes).blocks) }

  func fetch(_ ranges: [Range<Int>]) -> Bool {
    let missing = Set(ranges.flatMap { BlockRun(holding: $0).blocks }).subtracting(present)
    if missing.isEmpty { return true }
    waits.append(missing.sorted())
    guard waits.count <= patience else { return false }
    present.formUnion(missing)
    return true
  }

  /// Requests that all this takes: one for each run of neighbours.
  var requests: Int {
    waits.reduce(0) { sum, blocks in
      sum + zip(blocks, [-2] + blocks).count { $0 != $1 + 1 }
    }
  }
}
