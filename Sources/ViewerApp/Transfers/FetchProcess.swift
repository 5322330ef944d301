import Glibc
import Posix
import ViewerCore
import Wire

/// A running `lectern-fetch`, or what stands in for it, and its socket.
///
/// When it is not needed any more it ends by itself, for it has to put on the disk first what it has fetched.
final class FetchProcess {
  /// ms that it may take to end.
  private static let grace: Int32 = 2000
  /// Nil at the very end.
  private var socket: MessageSocket?
  private let child: ChildProcess?

  init(_ settings: FetchSettings) throws(SystemError) {
    let ends = try MessageSocket.pair().taken()
    var launch = ChildProcess.Launch(
      executable: settings.executable, arguments: settings.arguments,
      environment: FetchSettings.environment())
    launch.descriptors = [(ends.theirs.rawValue, 3), (STDERR_FILENO, STDERR_FILENO)]
    launch.parentDeathSignal = nil
    child = try ChildProcess(launch)
    socket = ends.takeOurs()
  }

  deinit {
    socket = nil
    guard let ending = endDescriptor else { return }
    var watched = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
    _ = poll(&watched, 1, Self.grace)
  }

  /// Readable once it has ended.
  private var endDescriptor: Int32? {
    switch child {
    case .some(let child): child.descriptor.rawValue
    case .none: nil
    }
  }

  /// Ends it at once: it is of no use.
  func kill() {
    switch child {
    case .some(let child): child.kill()
    case .none: break
    }
  }

  /// Whoever is at the other end.
  init(socket: consuming MessageSocket) {
    self.socket = consume socket
    child = nil
  }

  /// Readable when an answer is there, or the process is gone.
  var descriptor: Int32 { socket?.rawValue ?? -1 }

  func setNonBlocking() throws(SystemError) {
    try socket?.setNonBlocking(true)
  }

  /// - Returns: whether the request is on its way; else the process is gone, or of no use any more.
  func send(_ request: FetchRequest) -> Bool {
    if case .sent = try? socket?.send(request.encoded()) { return true }
    return false
  }

  enum Reception: ~Copyable {
    case answer(FetchAnswer)
    /// Nothing yet, of a socket that does not wait.
    case nothing
    /// It has ended, or speaks what nobody understands.
    case gone
  }

  func receive() -> Reception {
    guard let reception = try? socket?.receive(limit: FetchLimits.message) else { return .gone }
    switch consume reception {
    case .message(var message):
      guard let reply = try? FetchReply(decoding: message.bytes[...]) else { return .gone }
      return .answer(FetchAnswer(reply: reply, file: message.takeDescriptor()))
    case .wouldBlock: return .nothing
    case .closed: return .gone
    case .truncated: return .gone
    }
  }
}

/// An answer, and the document that came with it.
struct FetchAnswer: ~Copyable {
  let reply: FetchReply
  private var file: FileDescriptor?

  init(reply: FetchReply, file: consuming FileDescriptor?) {
    self.reply = reply
    self.file = file
  }

  mutating func takeFile() -> FileDescriptor? { file.take() }
}
