import Glibc
import Testing

@testable import Posix

/// A reception without its parts, to compare in expectations.
enum Outcome: Equatable {
  case message([UInt8], descriptors: Int), wouldBlock, closed, truncated
}

/// Two connected ends in a class, since a test closes one of them early.
final class Ends {
  var first: MessageSocket?
  var second: MessageSocket?

  init() throws {
    let pair = try MessageSocket.pair()
    first = consume pair.first
    second = consume pair.second
  }

  func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws -> MessageSocket.SendResult? {
    try first?.send(bytes, descriptors: descriptors)
  }

  func receive(limit: Int = 4096) throws -> Outcome? {
    guard let reception = try second?.receive(limit: limit) else { return nil }
    return switch consume reception {
    case .message(let message): .message(message.bytes, descriptors: message.descriptorCount)
    case .wouldBlock: .wouldBlock
    case .closed: .closed
    case .truncated: .truncated
    }
  }
}

@Suite("Message sockets")
struct MessageSocketTests {
  @Test("Messages keep their borders and their order")
  func borders() throws {
    let ends = try Ends()
    #expect(try ends.send([1, 2, 3]) == .sent)
    #expect(try ends.send([4]) == .sent)
    #expect(try ends.receive() == .message([1, 2, 3], descriptors: 0))
    #expect(try ends.receive() == .message([4], descriptors: 0))
  }

  @Test("A descriptor arrives as a second, close-on-exec descriptor of the same open file")
  func passing() throws {
    let ends = try Ends()
    let memory = try SharedMemory(byteCount: 4096)
    memory.pointer.storeBytes(of: 0x5A, as: UInt8.self)
    #expect(try ends.send([9], descriptors: [memory.descriptor.rawValue]) == .sent)
    guard let reception = try ends.second?.receive(), case .message(var message) = consume reception else {
      Issue.record("no message came")
      return
    }
    #expect(message.descriptorCount == 1)
    let file = message.takeDescriptor()?.release() ?? -1
    #expect(message.descriptorCount == 0)
    let sent = memory.descriptor.rawValue
    #expect(file != sent)
    #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
    let other = try SharedMemory(mapping: FileDescriptor(owning: file), byteCount: 4096)
    #expect(other.bytes[0] == 0x5A)
    other.bytes[1] = 0x77
    #expect(memory.bytes[1] == 0x77)
  }

  @Test("Descriptors that nobody takes are closed with their message")
  func untaken() throws {
    let ends = try Ends()
    let pipe = try Pipe()
    let raw = pipe.writingNumber
    #expect(try ends.send([1], descriptors: [raw, raw, raw, raw]) == .sent)
    #expect(try ends.receive() == .message([1], descriptors: 4))
    #expect(try pipe.contents() == "")
  }

  @Test("More descriptors than a message may carry are refused")
  func tooMany() throws {
    let ends = try Ends()
    #expect(throws: SystemError(call: "sendmsg", code: EINVAL)) {
      try ends.send([1], descriptors: [0, 0, 0, 0, 0])
    }
  }

  @Test("Nothing there, a dead peer and an over-long packet are told apart")
  func endings() throws {
    let ends = try Ends()
    try ends.second?.setNonBlocking(true)
    #expect(try ends.receive() == .wouldBlock)
    _ = try ends.send([UInt8](repeating: 7, count: 100))
    _ = try ends.send([8])
    #expect(try ends.receive(limit: 99) == .truncated)
    #expect(try ends.receive() == .message([8], descriptors: 0))
    ends.first = nil
    #expect(try ends.receive() == .closed)
    #expect(try ends.second?.send([1]) == .closed)
  }

  @Test("A full socket would block; a packet beyond the socket's buffer is an error")
  func full() throws {
    let ends = try Ends()
    try ends.first?.setNonBlocking(true)
    var sent = 0
    while try ends.send([UInt8](repeating: 0, count: 10_000)) == .sent, sent < 10_000 { sent += 1 }
    #expect(sent > 0 && sent < 10_000)
    #expect(throws: SystemError(call: "sendmsg", code: EMSGSIZE)) {
      try ends.send([UInt8](repeating: 0, count: 64 << 20))
    }
  }
}
