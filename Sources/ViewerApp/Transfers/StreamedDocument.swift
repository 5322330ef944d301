import Glibc
import Posix
import ViewerCore

/// Which blocks of a document are there while it comes. Workers see the same memory.
final class StreamedDocument {
  let byteCount: Int
  /// Device and inode of the file that the blocks come into.
  let identity: FileIdentity
  private(set) var isWhole = false
  /// Why no more will come; what is there can be read all the same.
  var failure: Failure?
  private let presence: SharedMemory
  private let blocks: Int
  private var present = 0

  init(byteCount: Int, identity: FileIdentity) throws(SystemError) {
    self.byteCount = byteCount
    self.identity = identity
    blocks = BlockRun(holding: 0..<byteCount).count
    presence = try SharedMemory(readableByOthers: max(1, blocks), name: "lectern-blocks")
  }

  /// For workers, which can only read it.
  var presenceDescriptor: Int32 { presence.descriptor.rawValue }

  /// These are in the file now.
  func record(_ runs: [BlockRun]) {
    for run in runs {
      for block in run.blocks.clamped(to: 0..<blocks) where !isThere(block) {
        presence.pointer.storeBytes(of: 1, toByteOffset: block, as: UInt8.self)
        present += 1
      }
    }
  }

  /// How much is there, in 1/256.
  var share: UInt8 { UInt8(clamping: present * 255 / max(1, blocks)) }

  func finish() {
    record([BlockRun(first: 0, count: blocks)])
    isWhole = true
  }

  /// What is not there of these, in their order; each block once. Blocks beyond the document's end are none.
  func missing(_ runs: [BlockRun]) -> [BlockRun] {
    var result: [BlockRun] = []
    for run in runs {
      for block in run.blocks.clamped(to: 0..<blocks) where !isThere(block) {
        if let last = result.last, last.end == block {
          result[result.count - 1].count += 1
        } else if !result.contains(where: { $0.blocks.contains(block) }) {
          result.append(BlockRun(first: block, count: 1))
        }
      }
    }
    return result
  }

  private func isThere(_ block: Int) -> Bool {
    presence.pointer.load(fromByteOffset: block, as: UInt8.self) != 0
  }
}

/// Which file a descriptor leads to.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  init?(_ file: borrowing FileDescriptor) {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }
}
