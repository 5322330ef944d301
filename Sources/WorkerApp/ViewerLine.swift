import Posix
import ViewerCore
import Wire

/// The socket to the viewer: requests come in, answers go out, and while one is being worked on the worker may wait
/// here for blocks of a document that is still coming.
final class ViewerLine {
  private let socket: MessageSocket

  init(_ socket: consuming MessageSocket) {
    self.socket = socket
  }

  func receive() throws(SystemError) -> MessageSocket.Reception {
    try socket.receive(limit: WorkerLimits.messageBytes)
  }

  func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws(SystemError) -> Bool {
    try socket.send(bytes, descriptors: descriptors) == .sent
  }

  /// Tells which blocks the request misses, and waits until the viewer has said one thing or the other.
  /// - Returns: whether they are there; false where nobody waits for them any more, or the viewer is gone.
  func wait(for runs: [BlockRun], of request: UInt32) -> Bool {
    let question = WorkerReply(number: request, anonymousBytes: 0, body: .missing(runs))
    guard (try? send(question.encoded())) == true, let reception = try? receive(),
      case .message(let message) = consume reception,
      let answer = try? WorkerRequest(decoding: message.bytes[...]), answer.number == request
    else { return false }
    return answer.body == .arrived
  }
}
