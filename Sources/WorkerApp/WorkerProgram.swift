import Glibc
import Posix
import Wire

/// A worker: draws documents for the viewer, which gives it descriptors and nothing else.
///
/// Started by the viewer with a message socket as descriptor 3 and, as standard error, a memfd that both can
/// read. It answers one request after the other and ends when the viewer closes the socket.
package enum WorkerProgram {
  /// Where the viewer puts the socket.
  static let socketNumber: Int32 = 3
  /// The share of the machine's memory, in thousandths, that a worker counts as taking up besides its own.
  private static let memoryScore = 500
  /// No answer in a memfd is longer, and no growing standard error; documents that are written may be.
  private static let fileLimit = WorkerLimits.bulkBytes

  /// - Parameters:
  ///   - name: of the program.
  ///   - opener: is made once the process is confined; gets the standard error to read, where that can be.
  package static func main(_ name: String, opener: (Int32?) -> any DocumentOpener) -> Int32 {
    guard let options = WorkerOptions(arguments: CommandLine.arguments.dropFirst()) else {
      complain("\(name) is started by lectern, not by hand")
      return EX_USAGE
    }
    do throws(SystemError) {
      try confine(options)
    } catch {
      complain("cannot limit itself: \(error)")
      return EX_OSERR
    }
    let opener = opener(readableErrorOutput())
    defer { withExtendedLifetime(opener) {} }
    let line = ViewerLine(MessageSocket(owning: FileDescriptor(owning: socketNumber)))
    var loop = WorkerLoop(line: line, engine: WorkerEngine(opener: opener, line: line))
    return loop.run()
  }

  /// What cannot be taken back, before the first hostile byte is read.
  private static func confine(_ options: WorkerOptions) throws(SystemError) {
    try ProcessLimit.coreFile.set(0)
    // Too long a write fails with EFBIG then, instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    try ProcessLimit.fileSize.setSoft(UInt64(fileLimit))
    if options.addressSpace > 0, !Surroundings.isSanitized {
      try ProcessLimit.addressSpace.set(UInt64(options.addressSpace))
    }
    // A worker costs a page at most, the viewer the screen. Where proc is hidden the kernel chooses as it likes.
    try? Hardening.offerToMemoryKiller(score: memoryScore)
    try Hardening.refuseNewPrivileges()
    try Hardening.setDumpable(false)
    try Hardening.returnFreedMemory()
  }

  /// Standard error, where it is a file that can be read back (the viewer's memfd).
  private static func readableErrorOutput() -> Int32? {
    var byte: UInt8 = 0
    return pread(STDERR_FILENO, &byte, 1, 0) >= 0 ? STDERR_FILENO : nil
  }

  static func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// What the viewer sets once, for the whole life of the worker.
struct WorkerOptions {
  /// Bytes; 0 for no limit.
  var addressSpace = 1 << 30

  /// `--address-space BYTES`. Nil for anything else.
  init?(arguments: some Collection<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument == "--address-space", let text = rest.next(), let bytes = Int(text), bytes >= 0 else {
        return nil
      }
      addressSpace = bytes
    }
  }
}
