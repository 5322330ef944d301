import CPosix
import Glibc

/// Stream sockets between two programs of this machine, whose bytes may carry an open file (unix(7), SCM_RIGHTS).
extension FileDescriptor {
  /// Sends as many bytes as the socket takes.
  /// - Parameter lending: a file that goes along with the first byte; it stays the caller's, the peer gets a copy.
  /// - Returns: how many bytes went, at least one.
  /// - Throws: `EAGAIN` on a non-blocking socket that takes none, `EPIPE` when nobody is there any more.
  package borrowing func sendSome(
    _ bytes: ArraySlice<UInt8>, lending file: Int32? = nil
  ) throws(SystemError) -> Int {
    let descriptors = file.map { [$0] } ?? []
    let raw = rawValue
    let sent = bytes.withUnsafeBufferPointer {
      cposix_send_message(raw, $0.baseAddress, $0.count, descriptors, descriptors.count)
    }
    return Int(try checked("sendmsg", sent))
  }

  /// Takes what has come: no bytes at the end of the connection.
  package borrowing func receiveSome(upTo count: Int) throws(SystemError) -> ReceivedMessage {
    var raw = [Int32](repeating: -1, count: MessageSocket.descriptorLimit)
    var found: Int32 = 0
    var flags: Int32 = 0
    var result: Int64 = 0
    let socket = rawValue
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      result = cposix_receive_message(socket, buffer.baseAddress, count, &raw, &found, &flags)
      filled = max(0, Int(result))
    }
    let descriptors = ReceivedDescriptors(owning: raw.prefix(Int(found)))
    try checked("recvmsg", result)
    return ReceivedMessage(bytes: bytes, descriptors: descriptors)
  }
}
