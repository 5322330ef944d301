import CPosix
import Glibc

/// Wakes a poller from any thread (eventfd): any number of signals before it looks are one.
package struct WakeSignal: ~Copyable, Sendable {
  /// Readable while signalled.
  package let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("eventfd", cposix_event_counter(0)))
  }

  package borrowing func signal() {
    // Full only after 2^64 - 1 signals that nobody took: then it is signalled anyway.
    var one: UInt64 = 1
    _ = write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes the signal; false when there was none.
  @discardableResult
  package borrowing func take() -> Bool {
    var count: UInt64 = 0
    return read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size) > 0
  }
}

/// Counts what is there to do, for a thread that sleeps until there is something (eventfd as a semaphore).
struct WorkCounter: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("eventfd", cposix_event_counter(1)))
  }

  borrowing func add() {
    var one: UInt64 = 1
    _ = write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Sleeps until there is something, and takes one.
  borrowing func wait() {
    var count: UInt64 = 0
    while read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }
}
