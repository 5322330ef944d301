import Glibc
import Posix
import Wire

/// Takes requests from the socket and sends an answer for each, until the viewer is gone.
struct WorkerLoop: ~Copyable {
  private let line: ViewerLine
  private let engine: WorkerEngine
  /// Answers about words between two looks at the memory: looking costs a good part of what a page's words do.
  private static let memoryInterval = 16
  private var answersSinceLook = Self.memoryInterval
  private var anonymousBytes = 0

  init(line: ViewerLine, engine: WorkerEngine) {
    self.line = line
    self.engine = engine
  }

  /// - Returns: the exit status: 0 when the viewer closed the socket.
  mutating func run() -> Int32 {
    while true {
      let reception: MessageSocket.Reception
      do {
        reception = try line.receive()
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
        let presence = message.takeDescriptor()
        guard answer(request, file: file, presence: presence) else { return EX_IOERR }
      case .closed: return 0
      case .truncated: return EX_PROTOCOL
      case .wouldBlock: return EX_IOERR
      }
    }
  }

  private mutating func answer(
    _ request: WorkerRequest, file: consuming FileDescriptor?, presence: consuming FileDescriptor?
  ) -> Bool {
    let answer = engine.handle(request, file: file, presence: presence)
    answersSinceLook += 1
    if !request.body.isAboutWords || answersSinceLook >= Self.memoryInterval {
      answersSinceLook = 0
      anonymousBytes = ProcessMemory.own()?.anonymous ?? 0
    }
    let reply = WorkerReply(
      number: request.number, anonymousBytes: anonymousBytes, body: answer.body, attached: answer.attached)
    do {
      return try line.send(reply.encoded(), descriptors: answer.descriptors)
    } catch {
      WorkerProgram.complain("\(error)")
      return false
    }
  }
}

extension WorkerRequest.Body {
  fileprivate var isAboutWords: Bool {
    switch self {
    case .text, .words, .find, .links: true
    case .open, .openStream, .pageSizes, .render, .info, .outline, .forms, .fields, .fill, .export, .append,
      .join, .close,
      .trim,
      .arrived, .abandon:
      false
    }
  }
}
