import Access
import Posix
import ViewerCore
import Wire

/// The other end of the control socket: a program that asks a running kiosk something, and waits for the answer.
final class RemoteConversation {
  /// A line, and the file that came with it.
  struct Line {
    let bytes: [UInt8]
    let file: LentFile?
  }

  private let path: String
  private let connection: FileDescriptor
  private var pending: [UInt8] = []
  private var searched = 0

  init(_ path: String) throws(Failure) {
    self.path = path
    connection = try Self.connect(path)
    guard let line = try next() else { throw gone }
    switch RemoteReply(line: line.bytes[...]) {
    case .greeting(version: RemoteLine.version): break
    case .greeting:
      throw Failure(.noKiosk, path, "the kiosk speaks another version of this language")
    default: throw Failure(.noKiosk, path, "is not a kiosk's control socket")
    }
  }

  private static func connect(_ path: String) throws(Failure) -> FileDescriptor {
    do {
      return try LocalSocket.connect(to: path)
    } catch {
      if error.isPermission {
        throw Failure(.noPermission, path, "may not be used by this user; --control-group lets a group in")
      }
      throw Failure(.noKiosk, path, "no kiosk listens here; does one run, with this --control?")
    }
  }

  /// Where the kiosk's socket is, as far as it can be guessed: where this program would put its own, else where the
  /// system's service has it.
  static func path(of place: SocketPlace) -> String {
    if case .path(let path) = place { return path }
    let own = Surroundings.runtimeFolder(named: "lectern").map { $0 + "/control.sock" }
    if let own, (try? FileStatus(path: own)) != nil { return own }
    let service = "/run/lectern/control.sock"
    return own == nil || (try? FileStatus(path: service)) != nil ? service : own ?? service
  }

  func ask(_ command: RemoteCommand) throws(Failure) -> Line {
    do {
      try connection.writeAll(RemoteRequest(id: nil, command).line + "\n")
    } catch {
      // It may have said why.
      if let line = try? next() { return line }
      throw gone
    }
    guard let line = try next() else { throw gone }
    return line
  }

  /// The next line; nil when the kiosk has ended the conversation.
  func next() throws(Failure) -> Line? {
    var file: LentFile?
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let bytes = Array(pending[..<end])
        pending.removeFirst(end + 1)
        searched = 0
        return Line(bytes: bytes, file: file)
      }
      searched = pending.count
      do {
        var part = try connection.receiveSome(upTo: 1 << 16)
        if part.bytes.isEmpty { return nil }
        pending += part.bytes
        if let sent = part.takeDescriptor() { file = LentFile(sent) }
      } catch {
        return nil
      }
    }
  }

  private var gone: Failure { Failure(.noKiosk, path, "the kiosk has ended the conversation") }
}
