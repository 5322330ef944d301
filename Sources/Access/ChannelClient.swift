import Glibc
import Posix
import ViewerCore
import Wire

/// One client of the text channel: what it has said so far, and what it has not yet been told.
///
/// Nothing here waits. A client that does not read is told no more than `outputLimit` bytes, then it is dropped; one
/// that sends garbage, or a line without an end, is dropped at once.
final class ChannelClient {
  /// Bytes that may wait for a client that does not read.
  static let outputLimit = 4 << 20
  /// Bytes that are read from one client in one turn, so that none can hold up the others or a frame.
  static let turnLimit = 16 << 10

  let descriptor: FileDescriptor
  /// Nil until it has said what it is.
  var isScreenReader: Bool?
  /// The tree as it was last told.
  var told: AccessTree?
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var sent = 0

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  enum Reading {
    /// The connection goes on.
    case lines([TextChannelRequest])
    /// The other end is gone, or is none of ours; the sentence is its last one.
    case over(String?)
  }

  /// Takes what has come.
  func read() -> Reading {
    let bytes: [UInt8]
    do {
      bytes = try descriptor.read(upTo: Self.turnLimit)
    } catch {
      return error.code == EAGAIN ? .lines([]) : .over(nil)
    }
    guard !bytes.isEmpty else { return .over(nil) }
    input += bytes
    var requests: [TextChannelRequest] = []
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      guard let request = TextChannelRequest(line: input[..<end]) else {
        return .over("this line is not understood")
      }
      requests.append(request)
      input.removeFirst(end + 1)
    }
    return input.count > TextChannelRequest.longest ? .over("this line is too long") : .lines(requests)
  }

  func tell(_ line: String) {
    if sent > 0, sent == output.count {
      output.removeAll(keepingCapacity: true)
      sent = 0
    }
    output += line.utf8
    output.append(UInt8(ascii: "\n"))
  }

  var isWaiting: Bool { sent < output.count }

  /// Sends what the socket takes.
  /// - Returns: whether the client is still worth talking to.
  func flush() -> Bool {
    while isWaiting {
      let raw = descriptor.rawValue
      let start = sent
      let count = output.withUnsafeBytes {
        send(raw, $0.baseAddress.map { $0 + start }, $0.count - start, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return false
      }
    }
    return output.count - sent <= Self.outputLimit
  }
}
