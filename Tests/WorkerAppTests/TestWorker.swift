import Posix
import TestSupport
import ViewerCore
import Wire

/// An answer with the bytes of the memfd that came with it.
struct WorkerWords {
  var reply: WorkerReply
  var bulk: [UInt8]

  /// The code of an answer that tells of a failure.
  var failure: ErrorCode? {
    guard case .failed(let code, _) = reply.body else { return nil }
    return code
  }
}

/// The worker is gone, or does not speak.
enum Silence: Error, Hashable {
  case closed, notAMessage
}

/// The real worker with one end of its socket in our hands: nothing stands between, so that anything can be said.
final class TestWorker {
  private var child: ChildProcess
  private var socket: MessageSocket?
  private let errorOutput: FileDescriptor
  private var nextNumber: UInt32 = 1

  init(_ program: String = Programs.worker, arguments: [String] = [], openFiles: UInt64 = 1024) throws {
    let pair = try MessageSocket.pair()
    let theirs = consume pair.second
    socket = consume pair.first
    errorOutput = try FileDescriptor.growingMemory(name: "errors")
    var launch = ChildProcess.Launch(executable: program, arguments: arguments)
    launch.descriptors = [(theirs.rawValue, 3), (errorOutput.rawValue, 2)]
    // A worker that hangs ends the test, not the test run.
    launch.limits = [.cpuSeconds: 120, .openFiles: openFiles]
    launch.parentDeathSignal = nil
    child = try ChildProcess(launch)
  }

  var pid: Int32 { child.pid }

  func complaints() throws -> String {
    String(decoding: try errorOutput.readAll(limit: 1 << 20), as: UTF8.self)
  }

  func wait() -> ExitStatus { child.wait() }

  /// Closes our end.
  func hangUp() { socket = nil }

  func setNonBlocking(_ on: Bool) throws { try socket?.setNonBlocking(on) }

  func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws -> MessageSocket.SendResult {
    try socket?.send(bytes, descriptors: descriptors) ?? .closed
  }

  func receive() throws -> WorkerWords {
    guard let reception = try socket?.receive(limit: WorkerLimits.messageBytes),
      case .message(var message) = consume reception
    else { throw Silence.closed }
    let reply = try WorkerReply(decoding: message.bytes[...])
    guard let file = message.takeDescriptor() else { return WorkerWords(reply: reply, bulk: reply.attached) }
    return WorkerWords(reply: reply, bulk: try file.readAll(limit: WorkerLimits.bulkBytes))
  }

  /// Asks and waits for the answer, which must bear the question's number.
  func ask(
    _ body: WorkerRequest.Body, document: UInt32 = 1, descriptors: [Int32] = []
  ) throws -> WorkerWords {
    let request = WorkerRequest(number: nextNumber, document: document, body: body)
    nextNumber += 1
    guard try send(request.encoded(), descriptors: descriptors) == .sent else { throw Silence.closed }
    let words = try receive()
    guard words.reply.number == request.number else { throw Silence.notAMessage }
    return words
  }

  func open(_ bytes: [UInt8], document: UInt32 = 1, password: [UInt8]? = nil) throws -> WorkerWords {
    let file = try memoryFile(bytes)
    return try ask(.open(password: password), document: document, descriptors: [file.rawValue])
  }

  /// Draws a page whole into new memory, and gives the answer and the pixels, 0xRRGGBB.
  func render(
    page: Int32 = 0, size: PixelSize = PixelSize(width: 20, height: 10), document: UInt32 = 1,
    harvest: Harvest = []
  ) throws -> (words: WorkerWords, pixels: [UInt32]) {
    let order = RenderOrder.whole(page: page, size: size, harvest: harvest)
    let memory = try SharedMemory(byteCount: order.byteCount)
    let words = try ask(.render(order), document: document, descriptors: [memory.descriptor.rawValue])
    let pixels = (0..<size.height).flatMap { row in
      (0..<size.width).map { column in
        memory.pointer.load(fromByteOffset: row * order.stride + column * 4, as: UInt32.self) & 0xFFFFFF
      }
    }
    return (words, pixels)
  }
}

extension RenderOrder {
  static func whole(
    page: Int32 = 0, size: PixelSize = PixelSize(width: 20, height: 10), harvest: Harvest = []
  ) -> RenderOrder {
    RenderOrder(
      page: page, resolution: size, clip: PixelRect(size: size), rotation: .none,
      stride: (size.width * 4 + 63) & ~63, harvest: harvest)
  }
}
