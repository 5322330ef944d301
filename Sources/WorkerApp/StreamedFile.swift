import Posix
import ViewerCore
import Wire

/// A document that is still coming: a file whose blocks are where they belong, and memory that says which are there.
///
/// Reading what is not there waits for it: the viewer is told, and says when it has come. Once it says that nobody
/// waits any more, everything that is missing fails at once, and what the engine has made of it is not to be trusted:
/// the document is opened anew.
package final class StreamedFile {
  package let byteCount: Int
  /// The request that is being worked on.
  var request: UInt32 = 0
  /// Somebody did not get what was missing.
  private(set) var isAbandoned = false
  private let file: FileDescriptor
  private let presence: SharedMemory
  private let line: ViewerLine

  /// - Parameters:
  ///   - presence: memory of the viewer's, a byte for each block: not 0 once it is there.
  init(
    _ file: consuming FileDescriptor, byteCount: Int, presence: consuming FileDescriptor, line: ViewerLine
  ) throws(SystemError) {
    let blocks = BlockRun(holding: 0..<byteCount).count
    self.presence = try SharedMemory(mapping: presence, byteCount: blocks, access: .readOnly)
    self.file = file
    self.byteCount = byteCount
    self.line = line
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    guard fetch([offset..<offset + 1]) else { return -1 }
    var count = min(buffer.count, byteCount - offset)
    if let absent = missing(offset..<offset + count).first {
      count = absent.first * BlockRun.blockBytes - offset
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    return (try? file.read(into: room, at: offset)) ?? -1
  }

  package func has(_ bytes: Range<Int>) -> Bool {
    missing(bytes).isEmpty
  }

  package func fetch(_ ranges: [Range<Int>]) -> Bool {
    var runs: [BlockRun] = []
    for range in ranges {
      for run in missing(range) {
        // Neighbours share a block now and then.
        if let last = runs.last, run.first < last.end, run.first >= last.first {
          let rest = run.end - last.end
          if rest > 0 { runs.append(BlockRun(first: last.end, count: rest)) }
        } else {
          runs.append(run)
        }
      }
    }
    guard !runs.isEmpty else { return true }
    // More than a message holds comes as it is read.
    if !isAbandoned, line.wait(for: Array(runs.prefix(FetchLimits.runs)), of: request) { return true }
    isAbandoned = true
    return false
  }

  /// For the next try.
  func forgive() { isAbandoned = false }

  private func missing(_ bytes: Range<Int>) -> [BlockRun] {
    var runs: [BlockRun] = []
    for block in BlockRun(holding: bytes.clamped(to: 0..<byteCount)).blocks where !isThere(block) {
      if let last = runs.last, last.end == block {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(BlockRun(first: block, count: 1))
      }
    }
    return runs
  }

  private func isThere(_ block: Int) -> Bool {
    presence.pointer.load(fromByteOffset: block, as: UInt8.self) != 0
  }
}
