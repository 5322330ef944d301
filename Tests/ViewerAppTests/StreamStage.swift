import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

/// Plays `lectern-fetch` at the other end of its socket: says what it is told to say, and remembers what it was asked.
final class PlayedFetcher {
  private var socket: MessageSocket
  private let document: [UInt8]
  private var file: FileDescriptor
  /// Of the document that is asked for.
  private var number: UInt32 = 0
  private(set) var asked: [FetchRequest.Body] = []
  /// Blocks in the order in which they were sent.
  private(set) var sent: [Int] = []
  /// Whether blocks are sent as soon as they are asked for.
  var gives = true

  init(_ document: [UInt8], socket: consuming MessageSocket) throws {
    self.document = document
    self.socket = socket
    try self.socket.setNonBlocking(true)
    file = try Self.sparseFile(document.count)
  }

  private static func sparseFile(_ byteCount: Int) throws -> FileDescriptor {
    let file = try FileDescriptor.growingMemory(name: "store")
    ftruncate(file.rawValue, off_t(byteCount))
    return file
  }

  /// The program has died and lives again; what it has stored is still there unless it is another file.
  func reconnect(_ socket: consuming MessageSocket, forgetting: Bool) throws {
    self.socket = socket
    try self.socket.setNonBlocking(true)
    guard forgetting else { return }
    file = try Self.sparseFile(document.count)
    sent = []
  }

  func hangUp() throws {
    let pair = try MessageSocket.pair()
    socket = consume pair.first
  }

  /// Hears what has been asked.
  func listen() throws {
    while case .message(let message) = try socket.receive() {
      let request = try FetchRequest(decoding: message.bytes[...])
      asked.append(request.body)
      switch request.body {
      case .get:
        number = request.number
        try say(.stream(byteCount: document.count), file.rawValue)
        try give([BlockRun(first: 0, count: 1)] + sent.map { BlockRun(first: $0, count: 1) })
      case .need(_, let runs): if gives { try give(runs) }
      default: break
      }
    }
  }

  func give(_ runs: [BlockRun]) throws {
    for run in runs {
      let bytes = run.bytes(of: document.count)
      pwrite(file.rawValue, Array(document[bytes]), bytes.count, off_t(bytes.lowerBound))
      sent += run.blocks
    }
    try say(.blocks(runs))
  }

  /// All that is left.
  func finish() throws {
    let blocks = BlockRun(holding: 0..<document.count)
    try give(blocks.blocks.filter { !sent.contains($0) }.map { BlockRun(first: $0, count: 1) })
    try say(.whole(.downloaded))
  }

  func say(_ body: FetchReply.Body, _ descriptor: Int32? = nil) throws {
    _ = try socket.send(
      FetchReply(number: number, body: body).encoded(), descriptors: descriptor.map { [$0] } ?? [])
  }

  /// Blocks that the last `need` was about.
  var lastNeed: [Int] {
    for case .need(_, let runs) in asked.reversed() { return runs.flatMap(\.blocks) }
    return []
  }
}

/// A pool whose one document comes from a played server.
final class StreamStage {
  struct Hangs: Error {}

  let loop: EventLoop
  let pool: WorkerPool
  private(set) var fetcher: PlayedFetcher?
  let store = BitmapStore()
  private let line: Line
  private let guardEnd = MonotonicClock.now() + 120_000_000
  private var bitmaps: UInt32 = 0

  /// The viewer's ends of connections to come: a closure cannot hold what cannot be copied.
  private final class Line {
    var ours: MessageSocket?
  }

  init(_ document: [UInt8], count: Int = 1, executable: String? = nil) throws {
    let line = Line()
    let loop = try EventLoop()
    let desk = FetchDesk(TransferOptions(), loop: loop) { () throws(SystemError) in
      guard let socket = line.ours.take() else { throw SystemError(call: "connect", code: 111) }
      return FetchProcess(socket: socket)
    }
    var options = ViewerOptions()
    options.sources = [SourceOptions(location: "http://127.0.0.1/long.pdf")]
    pool = WorkerPool(
      WorkerSettings(executable: executable ?? Programs.worker), count: count,
      sources: try SourceList(options), loop: loop, transfers: desk)
    self.loop = loop
    self.line = line
    fetcher = try PlayedFetcher(document, socket: try connection())
  }

  private func connection() throws -> MessageSocket {
    let pair = try MessageSocket.pair()
    let theirs = consume pair.second
    line.ours = consume pair.first
    return theirs
  }

  /// The program dies, and another one is started.
  func restart(forgetting: Bool = false) throws {
    try fetcher?.reconnect(try connection(), forgetting: forgetting)
  }

  func turn() throws {
    guard MonotonicClock.now() < guardEnd else { throw Hangs() }
    try fetcher?.listen()
    try loop.wait(until: min(pool.nextCheck?.microseconds ?? .max, guardEnd))
    while let event = loop.next() {
      switch event.source {
      case .worker: pool.handle(seat: event.number)
      case .transfers: pool.handleTransfers()
      default: break
      }
    }
    pool.askForBlocks()
    pool.enforceDeadlines()
    try fetcher?.listen()
  }

  /// Lets the workers do all they have.
  func finish() throws -> [SessionEvent] {
    while pool.isWorking { try turn() }
    return pool.takeCompletions()
  }

  /// Until blocks are asked for that are not given.
  func starve() throws {
    let before = fetcher?.asked.count ?? 0
    while (fetcher?.asked.count ?? 0) == before { try turn() }
  }

  func open() throws -> SessionEvent {
    pool.open(document: 1, source: 0)
    return try #require(try finish().last)
  }

  func render(_ page: Int32) throws {
    bitmaps += 1
    let key = Material.key(page: page)
    let bitmap = BitmapID(number: bitmaps)
    pool.submit(.render(key, into: bitmap), lending: try store.make(bitmap, for: key))
  }
}
