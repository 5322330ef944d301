import CPosix
import Glibc

/// Memory that two processes map: a memfd whose size can never change again.
///
/// Without the shrink seal whoever else holds the descriptor could truncate the file, and touching the lost pages
/// would kill us with SIGBUS (fcntl(2), "File sealing"). So a memfd of ours carries the seals against shrinking,
/// growing and further seals, and one that comes from outside is mapped only when it cannot shrink.
package struct SharedMemory: ~Copyable {
  package enum Access: Hashable, Sendable {
    case readOnly, readWrite
  }

  package let descriptor: FileDescriptor
  /// Page aligned; zeroes when new. Valid as long as this value lives.
  package let pointer: UnsafeMutableRawPointer
  /// What was asked for; the mapping is a whole number of pages.
  package let byteCount: Int

  /// New memory, all zero.
  /// - Parameter name: what `/proc/PID/maps` calls it, for people who debug.
  package init(byteCount: Int, name: String = "lectern") throws(SystemError) {
    let file = FileDescriptor(
      owning: try checked("memfd_create", cposix_sealed_memory(name, Int64(byteCount))))
    let pointer = try Self.map(file.rawValue, byteCount, .readWrite)
    self.descriptor = file
    self.pointer = pointer
    self.byteCount = byteCount
  }

  /// New memory, all zero, which others can map for reading alone, whatever they do with its descriptor.
  package init(readableByOthers byteCount: Int, name: String) throws(SystemError) {
    var mapping: UnsafeMutableRawPointer?
    let file = FileDescriptor(
      owning: try checked("memfd_create", cposix_readable_memory(name, Int64(byteCount), &mapping)))
    guard let mapping else { throw SystemError(call: "mmap", code: ENOMEM) }
    self.descriptor = file
    self.pointer = mapping
    self.byteCount = byteCount
  }

  /// Maps memory that another process made.
  /// - Throws: `EPERM` when the file may still shrink, `EOVERFLOW` when it has fewer than `byteCount` bytes.
  package init(
    mapping file: consuming FileDescriptor, byteCount: Int, access: Access = .readWrite
  ) throws(SystemError) {
    guard try checked("fcntl", cposix_cannot_shrink(file.rawValue)) == 1 else {
      throw SystemError(call: "mmap", code: EPERM)
    }
    guard byteCount > 0, try file.size() >= byteCount else {
      throw SystemError(call: "mmap", code: EOVERFLOW)
    }
    let pointer = try Self.map(file.rawValue, byteCount, access)
    self.descriptor = file
    self.pointer = pointer
    self.byteCount = byteCount
  }

  deinit {
    munmap(pointer, byteCount)
  }

  /// Gives the memory behind an offset back to the kernel: it reads as zeros from then on, and costs nothing until
  /// somebody writes there again. The size stays (fallocate(2), FALLOC_FL_PUNCH_HOLE).
  ///
  /// Only whole pages go; the part of a page before the next one stays, cleared.
  package func discard(from offset: Int) throws(SystemError) {
    guard offset < byteCount else { return }
    try checked(
      "fallocate", cposix_punch_hole(descriptor.rawValue, Int64(offset), Int64(byteCount - offset)))
  }

  /// Bytes of memory that the file takes up now, in whole pages.
  package func residentBytes() throws(SystemError) -> Int {
    var status = stat()
    let raw = descriptor.rawValue
    _ = try systemCall("fstat") { fstat(raw, &status) }
    return Int(status.st_blocks) * 512
  }

  package var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: pointer, count: byteCount)
  }

  private static func map(
    _ file: Int32, _ byteCount: Int, _ access: Access
  ) throws(SystemError) -> UnsafeMutableRawPointer {
    let protection = access == .readOnly ? PROT_READ : PROT_READ | PROT_WRITE
    let pointer = mmap(nil, byteCount, protection, MAP_SHARED, file, 0)
    guard let pointer, pointer != MAP_FAILED else {
      throw SystemError(call: "mmap", code: errno)
    }
    return pointer
  }
}
