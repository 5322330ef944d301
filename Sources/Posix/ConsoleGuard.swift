import CPosix

/// A child process that gives the console back when this process ends without doing so itself.
///
/// Signal handlers would cover crashes but not SIGKILL; the end of a pipe covers every death. Start it early: the
/// child shares this process's memory as it was then, and keeps those pages.
package struct ConsoleGuard: ~Copyable {
  /// The child's process id.
  package let child: Int32
  private let lifeline: Int32

  /// - Parameters:
  ///   - console: an open virtual terminal; stays the caller's.
  ///   - keyboard: the keyboard mode to return to (`K_UNICODE`, `K_XLATE`).
  package init(console: borrowing FileDescriptor, keyboard: Int32) throws(SystemError) {
    var end: Int32 = -1
    child = try checked("fork", cposix_guard_console(console.rawValue, keyboard, &end))
    lifeline = end
  }

  /// Dismisses the child: the console has been given back, or is to stay as it is.
  deinit {
    cposix_dismiss_guard(child, lifeline)
  }

  /// Gives the console back from here.
  package static func restore(
    console: borrowing FileDescriptor, keyboard: Int32
  ) throws(SystemError) {
    try checked("ioctl", cposix_restore_console(console.rawValue, keyboard))
  }
}
