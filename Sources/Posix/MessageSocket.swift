import CPosix
import Glibc

/// One end of a `SOCK_SEQPACKET` connection: whole messages, each with at most four descriptors.
///
/// Messages keep their borders, so a peer that writes rubbish can't put us out of step. A packet is limited by the
/// socket's buffer (about 200 kB): bulk travels in shared memory.
package struct MessageSocket: ~Copyable, Sendable {
  /// Most descriptors that one message carries.
  package static let descriptorLimit = Int(CPOSIX_MAX_DESCRIPTORS)

  package enum SendResult: Hashable, Sendable {
    case sent
    /// The peer has not read what it got; try again when the socket is writable.
    case wouldBlock
    case closed
  }

  package enum Reception: ~Copyable, Sendable {
    case message(ReceivedMessage)
    /// Nothing is there on a non-blocking socket.
    case wouldBlock
    /// The peer is gone (an empty packet means the same; we never send one).
    case closed
    /// A packet was over the limit, or carried too many descriptors; it is gone, its descriptors are closed.
    case truncated
  }

  package let descriptor: FileDescriptor

  /// Takes over a connected socket, such as the one that a parent left at descriptor 3.
  package init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Two connected ends, close-on-exec, blocking until told otherwise.
  package static func pair() throws(SystemError) -> MessageSocketPair {
    var ends: [Int32] = [-1, -1]
    try checked("socketpair", cposix_message_socket_pair(&ends))
    return MessageSocketPair(
      first: MessageSocket(owning: FileDescriptor(owning: ends[0])),
      second: MessageSocket(owning: FileDescriptor(owning: ends[1])))
  }

  package var rawValue: Int32 { descriptor.rawValue }

  package borrowing func setNonBlocking(_ on: Bool) throws(SystemError) {
    try descriptor.setNonBlocking(on)
  }

  /// Sends one message. The descriptors stay the caller's; the peer gets copies.
  /// - Throws: `EMSGSIZE` when the packet is too large for the socket, `EINVAL` when it is empty or carries more
  ///   than `descriptorLimit` descriptors.
  package borrowing func send(
    _ bytes: [UInt8], descriptors: [Int32] = []
  ) throws(SystemError) -> SendResult {
    let sent = cposix_send_message(rawValue, bytes, bytes.count, descriptors, descriptors.count)
    switch -sent {
    case Int64(EAGAIN): return .wouldBlock
    case Int64(EPIPE), Int64(ECONNRESET): return .closed
    default:
      try checked("sendmsg", sent)
      return .sent
    }
  }

  /// Takes the next message.
  /// - Parameter limit: bytes; a longer packet is dropped as `truncated`.
  package borrowing func receive(limit: Int = 262_144) throws(SystemError) -> Reception {
    let next = cposix_next_message_size(rawValue)
    switch -next {
    case Int64(EAGAIN): return .wouldBlock
    case Int64(ECONNRESET): return .closed
    default: try checked("recv", next)
    }
    if next == 0 { return .closed }
    // What is too long is still taken, for else it would stand in the way for ever.
    let capacity = min(Int(next), limit)
    var raw = [Int32](repeating: -1, count: Self.descriptorLimit)
    var count: Int32 = 0
    var flags: Int32 = 0
    var result: Int64 = 0
    let socket = rawValue
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      result = cposix_receive_message(socket, buffer.baseAddress, capacity, &raw, &count, &flags)
      filled = max(0, Int(result))
    }
    let descriptors = ReceivedDescriptors(owning: raw.prefix(Int(count)))
    switch -result {
    case Int64(EAGAIN): return .wouldBlock
    case Int64(ECONNRESET): return .closed
    default: try checked("recvmsg", result)
    }
    if flags & Int32(CPOSIX_TRUNCATED.rawValue) != 0 { return .truncated }
    if result == 0 { return .closed }
    return .message(ReceivedMessage(bytes: bytes, descriptors: descriptors))
  }
}

/// Two ends of one connection, to be taken apart.
@frozen
package struct MessageSocketPair: ~Copyable, Sendable {
  package var first: MessageSocket
  package var second: MessageSocket

  init(first: consuming MessageSocket, second: consuming MessageSocket) {
    self.first = first
    self.second = second
  }
}
