import Access
import Posix
import ViewerCore

/// The descriptors of a socket of lines, in the loop.
final class SocketWatch: LineServer.Watcher {
  private let loop: EventLoop
  private let source: EventLoop.Source
  private var registrations: [UInt32: Poller.Registration] = [:]

  init(_ loop: EventLoop, _ source: EventLoop.Source) {
    self.loop = loop
    self.source = source
  }

  func watch(
    _ descriptor: Int32, number: UInt32, for interest: LineServer.Interest
  ) throws(SystemError) {
    var wanted: Poller.Interest = []
    if interest.contains(.reading) { wanted.insert(.readable) }
    if interest.contains(.writing) { wanted.insert(.writable) }
    if let registration = registrations[number] {
      try loop.change(registration, wanted)
    } else {
      registrations[number] = try loop.watch(descriptor, source, number: number, for: wanted)
    }
  }

  func unwatch(number: UInt32) {
    if let registration = registrations.removeValue(forKey: number) { loop.unwatch(registration) }
  }
}

extension SocketPlace {
  /// Makes what serves a socket, where the options ask for it.
  /// - Parameters:
  ///   - name: the socket's in the folder that the system gives the program.
  ///   - what: what is to be served, for messages.
  /// - Returns: nil where none is asked for, or where the system gives no place for one that nobody has named.
  func open<Port>(
    _ name: String, _ what: String, _ make: (String) throws(SystemError) -> Port
  ) throws(Failure) -> Port? {
    switch self {
    case .off: return nil
    case .path(let path):
      do throws(SystemError) {
        return try make(path)
      } catch {
        throw Failure(.writeFailed, path, "\(what) cannot be opened: \(error.socketReason)")
      }
    case .automatic:
      guard let folder = Surroundings.runtimeFolder(named: "lectern") else { return nil }
      let path = "\(folder)/\(name)"
      do throws(SystemError) {
        return try make(path)
      } catch {
        // A second viewer of the same person: the picture matters more.
        CommandReport.streams().warn(path, "\(what) cannot be opened: \(error.socketReason)")
        return nil
      }
    }
  }
}

extension SystemError {
  /// In the words of somebody who has started a second viewer, or misspelt a group.
  fileprivate var socketReason: String {
    if isInUse { return "another program listens there" }
    return call == "getgrnam" ? "there is no such group" : reason
  }
}
