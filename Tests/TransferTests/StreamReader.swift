import Posix
import TestSupport
import ViewerCore

/// Who reads a document while it comes.
final class StreamReader {
  let byteCount: Int
  private let file: FileDescriptor
  /// Blocks that have been told, and how often each was.
  private(set) var present = BlockSet()
  private(set) var told: [Int: Int] = [:]

  init(_ file: consuming FileDescriptor, _ byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  func take(_ runs: [BlockRun]) {
    for run in runs {
      present.insert(run)
      for block in run.blocks { told[block, default: 0] += 1 }
    }
  }

  var isComplete: Bool { present.count == PartRecord.blockCount(of: byteCount) }
  /// Bytes of the blocks that are there.
  var presentBytes: Int { present.runs.reduce(0) { $0 + $1.bytes(of: byteCount).count } }

  /// Whether all blocks that were told hold what the server has.
  func agrees(with served: ServedFile) -> Bool {
    served.byteCount == byteCount
      && present.runs.allSatisfy { run in
        run.blocks.allSatisfy { block in
          let bytes = BlockRun(first: block, count: 1).bytes(of: byteCount)
          return read(bytes) == served.bytes(bytes)
        }
      }
  }

  func read(_ bytes: Range<Int>) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: bytes.count)
    let count = try? buffer.withUnsafeMutableBytes { try file.read(into: $0, at: bytes.lowerBound) }
    return count == bytes.count ? buffer : nil
  }

  /// Bytes of the file itself, and those that it takes up on the disk.
  var sizes: (Int, Int)? { (try? FileStatus(file)).map { ($0.size, $0.storage) } }

  /// Whether nobody can write through what was lent.
  var isReadOnly: Bool { (try? file.writeAll([0])) == nil }
}
