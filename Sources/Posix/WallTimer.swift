import CPosix
import Glibc

/// A timer by the clock on the wall, which also fires when that clock is set (timerfd_create(2),
/// `TFD_TIMER_CANCEL_ON_SET`): what is due at a time of day is looked at anew then.
package struct WallTimer: ~Copyable {
  /// Readable once it has fired.
  package let descriptor: FileDescriptor

  /// s since 1970: a timer that is not armed would not tell that the clock is set.
  private static let never: Int64 = 1 << 36

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("timerfd_create", cposix_wall_timer()))
  }

  /// - Parameter seconds: since 1970; nil for only when the clock is set.
  package borrowing func fire(at seconds: Int64?) throws(SystemError) {
    try checked(
      "timerfd_settime",
      cposix_wall_timer_fire(descriptor.rawValue, min(max(1, seconds ?? Self.never), Self.never)))
  }

  /// Takes in that it has fired; `fire` makes it wait again.
  package borrowing func take() {
    var count: UInt64 = 0
    // ECANCELED where the clock was set: that is news enough.
    _ = read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size)
  }
}
