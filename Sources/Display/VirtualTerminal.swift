import CDRM
import Glibc
import Posix
package import ViewerCore

/// The machine's console, taken over while the viewer has the screen.
///
/// Without it the kernel would draw its text cursor over the picture and hand every key to a login prompt, so a
/// screen that is driven directly switches its console to graphics, its keyboard off, and asks to confirm
/// switches (`KDSETMODE`, `KDSKBMODE`, `VT_SETMODE`: ioctl_console(2)). Everything is given back by `deinit`, and
/// by a guarding child when the viewer dies.
///
/// | signal | means | then |
/// |---|---|---|
/// | `releaseSignal` | somebody wants another console | pause every output, then `allowSwitch()` |
/// | `acquireSignal` | ours is in front again | `confirmReturn()`, then resume every output |
///
/// Both are to be read by the event loop's signal source, which has to exist before the console is taken.
package struct VirtualTerminal: ~Copyable {
  package static let releaseSignal: Int32 = SIGUSR1
  package static let acquireSignal: Int32 = SIGUSR2

  /// `/dev/tty1`, or `standard input`.
  package let name: String
  private let console: FileDescriptor
  private let keyboard: Int32
  private let processGuard: ConsoleGuard?

  /// Takes a console over.
  /// - Parameter path: when `nil`, the terminal that the viewer was started on, else the console in front, as far
  ///   as they are there and may be opened.
  /// - Returns: `nil` when there is no console: nothing to take over, nothing to disturb.
  package static func take(_ path: String? = nil) throws(Failure) -> VirtualTerminal? {
    if let path {
      do throws(SystemError) {
        return try open(path)
      } catch {
        throw error.isPermission
          ? Failure(
            .noPermission, path, "may not be used; add this user to the group tty, or let systemd open it")
          : Failure(.badConfiguration, path, "is not a console (\(error.description))")
      }
    }
    for path in ["/dev/stdin", "/dev/tty", "/dev/tty0"] {
      if let found = try? open(path) { return consume found }
    }
    return nil
  }

  private static func open(_ path: String) throws(SystemError) -> VirtualTerminal {
    let opened = try FileDescriptor.open(path, .readWrite, blocking: false)
    let number = try number(of: opened)
    if number == 0 {
      // The console in front may change; from here on its own name is held.
      return try open("/dev/tty\(try front(of: opened))")
    }
    var before: Int32 = 0
    try check("KDGKBMODE", cdrm_console_get(opened.rawValue, UInt(KDGKBMODE), &before))
    // A keyboard that is off was left so by a crash.
    let terminal = VirtualTerminal(
      name: path, console: opened, keyboard: before == K_OFF ? K_UNICODE : before)
    // When this fails half way, the terminal's deinit gives back what was taken so far.
    try terminal.takeOver(number)
    return terminal
  }

  private init(name: String, console: consuming FileDescriptor, keyboard: Int32) {
    self.name = name
    self.keyboard = keyboard
    // Without a guard the console is still given back by deinit.
    processGuard = try? ConsoleGuard(console: console, keyboard: keyboard)
    self.console = console
  }

  private borrowing func takeOver(_ number: Int32) throws(SystemError) {
    let fd = console.rawValue
    if number > 0 { _ = cdrm_console_set(fd, UInt(VT_ACTIVATE), Int(number)) }
    var confirmed = vt_mode()
    confirmed.mode = CChar(VT_PROCESS)
    confirmed.relsig = Int16(Self.releaseSignal)
    confirmed.acqsig = Int16(Self.acquireSignal)
    try Self.check("KDSETMODE", cdrm_console_set(fd, UInt(KDSETMODE), Int(KD_GRAPHICS)))
    try Self.check("KDSKBMODE", cdrm_console_set(fd, UInt(KDSKBMODE), Int(K_OFF)))
    try Self.check("VT_SETMODE", cdrm_console_mode(fd, UInt(VT_SETMODE), &confirmed))
  }

  deinit {
    try? ConsoleGuard.restore(console: console, keyboard: keyboard)
  }

  /// Lets the switch that `releaseSignal` announced happen.
  package borrowing func allowSwitch() {
    _ = cdrm_console_set(console.rawValue, UInt(VT_RELDISP), 1)
  }

  /// Answers `acquireSignal`.
  package borrowing func confirmReturn() {
    _ = cdrm_console_set(console.rawValue, UInt(VT_RELDISP), Int(VT_ACKACQ))
  }

  // MARK: What a console is doing

  /// `KD_TEXT` or `KD_GRAPHICS`, and the keyboard's mode.
  static func modes(of path: String) throws(SystemError) -> (screen: Int32, keyboard: Int32) {
    let terminal = try FileDescriptor.open(path, .readWrite, blocking: false)
    var screen: Int32 = 0
    var keyboard: Int32 = 0
    try check("KDGETMODE", cdrm_console_get(terminal.rawValue, UInt(KDGETMODE), &screen))
    try check("KDGKBMODE", cdrm_console_get(terminal.rawValue, UInt(KDGKBMODE), &keyboard))
    return (screen, keyboard)
  }

  /// The number of the console in front.
  static func front() throws(SystemError) -> Int32 {
    try front(of: try FileDescriptor.open("/dev/tty0", .readWrite, blocking: false))
  }

  // MARK: Inside

  /// 1-63; 0 for "the one in front".
  private static func number(of terminal: borrowing FileDescriptor) throws(SystemError) -> Int32 {
    var status = stat()
    guard fstat(terminal.rawValue, &status) == 0 else { throw SystemError(call: "fstat", code: errno) }
    // TTY_MAJOR is 4, /dev/tty stands for the controlling terminal: there the console itself has to say so.
    var mode: Int32 = 0
    try check("KDGETMODE", cdrm_console_get(terminal.rawValue, UInt(KDGETMODE), &mode))
    let major = status.st_rdev >> 8 & 0xFFF
    let minor = Int32(status.st_rdev & 0xFF)
    return major == 4 && minor < 64 ? minor : -1
  }

  private static func front(
    of terminal: borrowing FileDescriptor
  ) throws(SystemError) -> Int32 {
    var state = vt_stat()
    let result = withUnsafeMutablePointer(to: &state) { cdrm_console_state(terminal.rawValue, $0) }
    try check("VT_GETSTATE", result)
    return Int32(state.v_active)
  }

  private static func check(_ call: String, _ result: Int32) throws(SystemError) {
    if result < 0 { throw SystemError(call: call, code: -result) }
  }
}
