import Glibc

/// Where a service manager listens for a program of its own: sd_notify(3), a datagram of `NAME=value` lines.
package struct ServiceSocket: ~Copyable {
  /// What the manager told the program when it started it.
  package struct Invitation: Hashable, Sendable {
    /// A path, or `@` and an abstract name.
    package var address: String
    /// The manager ends a program that it has not heard for so long; nil where it does not watch.
    package var watchdog: Duration?

    package init(address: String, watchdog: Duration?) {
      self.address = address
      self.watchdog = watchdog
    }

    /// - Parameters:
    ///   - variable: value of an environment variable.
    ///   - process: our own id: what was meant for another process, which handed its environment on, is not for us.
    package init?(process: Int32, variable: (String) -> String?) {
      guard let address = variable("NOTIFY_SOCKET"), LocalAddress(notation: address) != nil else {
        return nil
      }
      self.address = address
      let owner = variable("WATCHDOG_PID")
      guard owner == nil || owner == String(process),
        let time = variable("WATCHDOG_USEC").flatMap({ Int64($0) }),
        time > 0
      else { return }
      watchdog = .microseconds(time)
    }
  }

  private let descriptor: FileDescriptor
  private let address: LocalAddress

  /// - Parameter address: a path, or `@` and an abstract name.
  package init(_ address: String) throws(SystemError) {
    guard let place = LocalAddress(notation: address) else {
      throw SystemError(call: "sendto", code: EAFNOSUPPORT)
    }
    let raw = try systemCall("socket") {
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }
    descriptor = FileDescriptor(owning: raw)
    self.address = place
  }

  /// Says all of it or nothing, and never waits. The manager may have been started anew since the last time.
  package borrowing func say(_ lines: [String]) throws(SystemError) {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let raw = descriptor.rawValue
    _ = try systemCall("sendto") {
      address.with { sendto(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
  }
}
