import Foundation
import Glibc
import Posix
import TestSupport
import ViewerCore

@testable import Access

/// What the loop does for a socket of lines, on a poller of the test's own.
final class Watch: LineServer.Watcher {
  private var watched: [UInt32: (descriptor: Int32, interest: LineServer.Interest)] = [:]

  func watch(_ descriptor: Int32, number: UInt32, for interest: LineServer.Interest) {
    watched[number] = (descriptor, interest)
  }

  func unwatch(number: UInt32) { watched[number] = nil }

  var count: Int { watched.count }

  /// Hands everything that has happened on, until nothing more does.
  func turn(_ handle: (UInt32) -> Void) {
    while true {
      let numbers = watched.keys.sorted()
      var polls = numbers.compactMap { number in
        watched[number].map {
          pollfd(
            fd: $0.descriptor,
            events: ($0.interest.contains(.reading) ? Int16(POLLIN) : 0)
              | ($0.interest.contains(.writing) ? Int16(POLLOUT) : 0), revents: 0)
        }
      }
      guard poll(&polls, nfds_t(polls.count), 0) > 0 else { return }
      for (number, poll) in zip(numbers, polls) where poll.revents != 0 { handle(number) }
    }
  }

  func turn(_ channel: TextChannel) -> [AccessRequest] {
    var requests: [AccessRequest] = []
    turn { requests += channel.handle(number: $0) }
    return requests
  }
}

/// A client that speaks as another program would.
final class Client {
  let descriptor: FileDescriptor

  init(_ path: String) throws {
    descriptor = try LocalSocket.connect(to: path)
    try descriptor.setNonBlocking(true)
  }

  func send(_ text: String) throws { try descriptor.writeAll(text) }

  /// Says that nothing more will come.
  func end() { shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

  /// The lines that are there; nil at the end of the connection.
  func lines() -> [String]? {
    var bytes: [UInt8] = []
    while true {
      do {
        let part = try descriptor.read(upTo: 1 << 20)
        if part.isEmpty { return bytes.isEmpty ? nil : split(bytes) }
        bytes += part
      } catch {
        return error.code == EAGAIN ? split(bytes) : nil
      }
    }
  }

  private func split(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
