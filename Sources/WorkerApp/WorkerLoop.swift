import Glibc
import Posix
import Wire

/// Takes requests from the socket and sends an answer for each, until the viewer is gone.
struct WorkerLoop: ~Copyable {
  private let socket: MessageSocket
  private let engine: WorkerEngine

  init(socket: consuming MessageSocket, engine: WorkerEngine) {
    self.socket = socket
    self.engine = engine
  }

  /// - Returns: the exit status: 0 when the viewer closed the socket.
  mutating func run() -> Int32 {
    while true {
      let reception: MessageSocket.Reception
      do {
        reception = try socket.receive(limit: WorkerLimits.messageBytes)
      } catch {
        WorkerProgram.complain("\(error)")
        return EX_IOERR
      }
      switch consume reception {
      case .message(var message):
        guard let request = try? WorkerRequest(decoding: message.bytes[...]) else {
          WorkerProgram.complain("a request cannot be understood")
          return EX_PROTOCOL
        }
        let file = message.takeDescriptor()
        guard answer(request, file: file) else { return EX_IOERR }
      case .closed: return 0
      case .truncated: return EX_PROTOCOL
      case .wouldBlock: return EX_IOERR
      }
    }
  }

  private func answer(_ request: WorkerRequest, file: consuming FileDescriptor?) -> Bool {
    let answer = engine.handle(request, file: file)
    let reply = WorkerReply(
      number: request.number, anonymousBytes: ProcessMemory.own()?.anonymous ?? 0, body: answer.body)
    do {
      return try socket.send(reply.encoded(), descriptors: answer.descriptors) == .sent
    } catch {
      WorkerProgram.complain("\(error)")
      return false
    }
  }
}
