import Glibc
package import Posix

/// A service manager's end of sd_notify(3): a real datagram socket.
package final class ServiceListener {
  /// As `NOTIFY_SOCKET` names it.
  package let address: String
  private let descriptor: FileDescriptor

  /// - Parameter address: a path that is free, or `@` and an abstract name.
  package init(_ address: String) throws(SystemError) {
    self.address = address
    descriptor = FileDescriptor(
      owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = address.hasPrefix("@")
    withUnsafeMutableBytes(of: &name.sun_path) {
      $0.copyBytes(from: address.utf8.prefix(100))
      if isAbstract { $0[0] = 0 }
    }
    let size = MemoryLayout<sa_family_t>.size + address.utf8.count + (isAbstract ? 0 : 1)
    let raw = descriptor.rawValue
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, socklen_t(size)) }
    }
    guard result == 0 else { throw SystemError(call: "bind", code: errno) }
  }

  deinit {
    if address.hasPrefix("/") { unlink(address) }
  }

  /// What has been said by now, or within a time; nil when nothing is.
  package func next(within milliseconds: Int32 = 0) -> [String]? {
    var poll = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor.rawValue, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// All lines that have been said by now.
  package func heard() -> [String] {
    var lines: [String] = []
    while let more = next() { lines += more }
    return lines
  }
}
