import Glibc
import Posix
import Wire

/// `lectern-fetch`: fetches documents from servers for the viewer, which speaks no HTTP itself.
///
/// Started by the viewer with a message socket as descriptor 3. It knows the network and the cache's folders, and
/// ends when the viewer closes the socket.
package enum FetchProgram {
  /// Where the viewer puts the socket.
  static let socketNumber: Int32 = 3

  package static func main() -> Int32 {
    guard let options = FetchOptions(arguments: CommandLine.arguments.dropFirst()) else {
      complain("lectern-fetch is started by lectern, not by hand")
      return EX_USAGE
    }
    do throws(SystemError) {
      try ProcessLimit.coreFile.set(0)
      try Hardening.refuseNewPrivileges()
      try Hardening.setDumpable(false)
    } catch {
      complain("cannot limit itself: \(error)")
      return EX_OSERR
    }
    signal(SIGPIPE, SIG_IGN)
    return FetchLoop(socket: MessageSocket(owning: FileDescriptor(owning: socketNumber))).run(options)
  }

  private static func complain(_ text: String) {
    try? StandardStream.error.write(text + "\n")
  }
}
