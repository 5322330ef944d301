import Foundation
import Glibc
import Posix
import TestSupport
import ViewerCore
import Wire

/// `lectern-fetch` itself, under a library that writes down what it does to the files of a folder.
final class FetchProgramRun {
  private let socket: FileDescriptor
  private var child: ChildProcess
  private var number: UInt32 = 0
  /// Blocks of the last document that have been told.
  private(set) var blocks = BlockSet()

  /// - Parameters:
  ///   - folder: of its cache and its copies.
  ///   - record: where the steps are written down.
  ///   - death: number of the step before which it is killed.
  ///   - room: bytes that it can write.
  init(_ folder: String, record: String? = nil, death: Int? = nil, room: Int? = nil) throws {
    var launch = ChildProcess.Launch(
      executable: Programs.folder + "/lectern-fetch",
      arguments: ["--cache-dir", folder + "/cache", "--state-dir", folder + "/state", "--save-pause", "0"],
      environment: ["LC_ALL=C.UTF-8"])
    if record != nil || death != nil || room != nil {
      launch.environment += [
        "LD_PRELOAD=" + Programs.folder + "/libpowercut.so", "LECTERN_POWERCUT_FOLDER=" + folder,
      ]
    }
    if let record { launch.environment.append("LECTERN_POWERCUT_LOG=" + record) }
    if let death { launch.environment.append("LECTERN_POWERCUT_DIE=\(death)") }
    if let room { launch.environment.append("LECTERN_POWERCUT_ROOM=\(room)") }
    let pair = try MessageSocket.pair()
    launch.descriptors = [(pair.second.rawValue, 3), (STDERR_FILENO, STDERR_FILENO)]
    launch.parentDeathSignal = nil
    child = try ChildProcess(launch)
    // The other end goes with the pair: only then is the child's death heard.
    socket = try pair.first.descriptor.duplicate()
  }

  /// Asks for a document, has all of it come, and waits for the end.
  /// - Parameter need: blocks that are wanted instead of all.
  /// - Returns: the last answer; nil when the program has died before it.
  func fetch(_ order: FetchOrder, need: BlockRun? = nil) throws -> FetchReply.Body? {
    number += 1
    blocks = BlockSet()
    try send(.get(order))
    while let reply = try next() {
      guard reply.number == number else { continue }
      if reply.isLast { return reply.body }
      if case .blocks(let runs) = reply.body { for run in runs { blocks.insert(run) } }
      if case .stream = reply.body { try send(need.map { .need(number, [$0]) } ?? .fill(number, true)) }
    }
    return nil
  }

  func remove(_ order: FetchOrder) throws -> FetchReply.Body? {
    number += 1
    try send(.remove(order))
    return try next()?.body
  }

  /// Lets the program end by itself.
  /// - Returns: how it ended.
  func end() -> ExitStatus {
    shutdown(socket.rawValue, Int32(SHUT_RDWR))
    return child.wait()
  }

  private func send(_ body: FetchRequest.Body) throws {
    // A program that is dead by now is noticed by its silence.
    let bytes = FetchRequest(number: number, body: body).encoded()
    _ = bytes.withUnsafeBytes { Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  private func next() throws -> FetchReply? {
    var buffer = [UInt8](repeating: 0, count: FetchLimits.message)
    // Descriptors that come along are not wanted, and closed by the system.
    let count = recv(socket.rawValue, &buffer, buffer.count, 0)
    guard count > 0 else { return nil }
    return try FetchReply(decoding: buffer[..<count])
  }
}
