import CPosix
import Glibc

/// A stream socket with a name in the file system, that clients of this machine connect to.
///
/// The name is taken away with the socket. A name left behind by a program that is gone is taken over; one whose
/// program still answers is `EADDRINUSE`.
package struct LocalSocket: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: String

  /// Longest path that a socket address holds, in bytes (unix(7)).
  package static let longestPath = LocalAddress.longestPath

  /// - Parameters:
  ///   - group: who may connect beside the owner; nil for the process's own group.
  package init(listeningAt path: String, group: String? = nil) throws(SystemError) {
    descriptor = try Self.listen(at: path, group: group)
    self.path = path
  }

  deinit {
    _ = unlink(path)
  }

  package var rawValue: Int32 { descriptor.rawValue }

  /// The next client that waits, non-blocking; nil when none does.
  package borrowing func accept() throws(SystemError) -> FileDescriptor? {
    let client = cposix_accept(descriptor.rawValue)
    if client == -EAGAIN { return nil }
    return FileDescriptor(owning: try checked("accept4", client))
  }

  /// Connects to a socket of that name; the connection blocks.
  package static func connect(to path: String) throws(SystemError) -> FileDescriptor {
    guard path.utf8.count <= longestPath else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
    let descriptor = FileDescriptor(
      owning: try systemCall("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      })
    let raw = descriptor.rawValue
    _ = try systemCall("connect") { LocalAddress(path).with { Glibc.connect(raw, $0, $1) } }
    return descriptor
  }

  private static func listen(at path: String, group: String?) throws(SystemError) -> FileDescriptor {
    guard !path.isEmpty, path.utf8.count <= longestPath, !path.utf8.contains(0) else {
      throw SystemError(call: "bind", code: ENAMETOOLONG)
    }
    let descriptor = try socket()
    if try isLeftBehind(path) { _ = unlink(path) }
    // Nobody may connect before the permissions are as they should be.
    let raw = descriptor.rawValue
    let mask = umask(0o177)
    let bound = LocalAddress(path).with { bind(raw, $0, $1) }
    let code = errno
    umask(mask)
    guard bound == 0 else { throw SystemError(call: "bind", code: code) }
    do throws(SystemError) {
      if let group {
        guard let entry = getgrnam(group) else { throw SystemError(call: "getgrnam", code: ENOENT) }
        let id = entry.pointee.gr_gid
        _ = try systemCall("chown") { chown(path, uid_t.max, id) }
      }
      _ = try systemCall("chmod") { chmod(path, 0o660) }
      _ = try systemCall("listen") { Glibc.listen(raw, 16) }
    } catch {
      _ = unlink(path)
      throw error
    }
    return descriptor
  }

  private static func socket() throws(SystemError) -> FileDescriptor {
    FileDescriptor(
      owning: try systemCall("socket") {
        Glibc.socket(
          AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
      })
  }

  /// Whether a socket stands there that nobody listens at; anything but a socket is left alone, and in the way.
  private static func isLeftBehind(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let probe = try socket()
    let raw = probe.rawValue
    return LocalAddress(path).with { Glibc.connect(raw, $0, $1) } != 0 && errno == ECONNREFUSED
  }
}
