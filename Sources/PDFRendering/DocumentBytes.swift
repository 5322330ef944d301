import Glibc

/// The bytes of a document, some of which may still be on their way.
package protocol DocumentBytes: AnyObject {
  var byteCount: Int { get }
  /// Reads at a place: waits for the first byte, and takes what is there behind it.
  /// - Returns: how many bytes, 0 at the end; -1 where they cannot be had, or are not waited for any more.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int
  /// Whether reading these would wait for nothing.
  func has(_ bytes: Range<Int>) -> Bool
  /// Waits until all of these are there. They are asked for at once, in this order.
  /// - Returns: false where they are not waited for any more.
  func fetch(_ ranges: [Range<Int>]) -> Bool
}

extension DocumentBytes {
  /// As many of these bytes as can be had.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    guard !wanted.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: wanted.count) { buffer, filled in
      while filled < wanted.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let got = read(at: wanted.lowerBound + filled, into: rest)
        if got <= 0 { break }
        filled += got
      }
    }
  }
}

/// A file that is here. It may be cut off while we look: then there is less to read.
package final class LocalBytes: DocumentBytes {
  private let descriptor: Int32
  package let byteCount: Int

  /// - Parameter descriptor: of a regular file or memfd; stays the caller's, and open.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    byteCount = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    pread(descriptor, buffer.baseAddress, buffer.count, offset)
  }

  package func has(_ bytes: Range<Int>) -> Bool { true }
  package func fetch(_ ranges: [Range<Int>]) -> Bool { true }
}
