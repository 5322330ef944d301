import Access
import Posix
import ViewerCore
import Wire

/// The control socket: `lectern ctl` and other programs of this machine tell the kiosk what to do, and ask how it is.
///
/// Answers to one client come in the order of its requests: while one of them waits for something, the next ones wait
/// for it. In one turn of the loop no more than a few requests are carried out, each client in its turn, so that a
/// flood of them delays no frame; what may block is done by a helper thread.
final class RemotePort {
  /// Requests that are carried out in one turn.
  private static let requestsATurn = 8
  private static let limits = LineServer.Limits(
    line: RemoteRequest.longest, longLine: RemoteRequest.longestDocument, output: 1 << 20, turn: 64 << 10)

  /// What the helper thread has done for a client.
  private enum Outcome: Sendable {
    case found(UInt32, Result<FoundDocument, Failure>)
    case picture(UInt32, Result<Picture, Failure>)
    /// A long line was taken apart.
    case parsed(UInt32, Result<RemoteRequest, RemoteRequest.Refusal>)
  }

  private struct Picture: Sendable {
    var file: LentFile
    var byteCount: Int
    var size: PixelSize
  }

  /// A request that is not answered yet.
  private struct Pending {
    var id: RemoteRequest.ID?
    /// Nil while the helper thread has it.
    var wait: RemoteWait?
  }

  private let server: LineServer
  private let watch: SocketWatch
  private let chores: Chores<Outcome>
  private var pending: [UInt32: Pending] = [:]
  private var subscribers: [UInt32: Set<TraceEvent.Kind>] = [:]
  /// Somebody has asked that the viewer ends.
  private(set) var isToQuit = false
  private var hasOpened = false
  /// The moment that subscribers are told as 0.
  private let start: Timestamp

  private init(path: String, group: String?, loop: EventLoop, start: Timestamp) throws(SystemError) {
    self.start = start
    watch = SocketWatch(loop, .remote)
    chores = try Chores(capacity: 4, name: "lectern-control")
    _ = try loop.watch(chores.rawValue, .chores)
    let tooLong = Failure(.tooLarge, "", "the line is too long")
    server = try LineServer(
      path: path, group: group, limits: Self.limits, tooLong: RemoteLine.refused(nil, tooLong), watcher: watch
    )
  }

  /// The port that the options ask for; nil when they ask for none, or leave it to a system that gives no place for it.
  static func open(_ options: ViewerOptions, loop: EventLoop, start: Timestamp) throws(Failure) -> RemotePort?
  {
    try options.control.open("control.sock", "the control socket") { path throws(SystemError) in
      try RemotePort(path: path, group: options.controlGroup, loop: loop, start: start)
    }
  }

  /// Nothing more is answered. A job that never comes back holds nobody up.
  func close() {
    chores.abandon()
  }

  /// Something has happened at one of the socket's descriptors.
  func handle(number: UInt32) {
    server.handle(number: number)
    for newcomer in server.takeNewcomers() {
      server.tell(newcomer, RemoteLine.greeting(program: ViewerProgram.version))
    }
  }

  /// When `work` wants to be called although nothing else happens.
  var deadline: Timestamp? {
    if server.hasLines { return .zero }
    return pending.values.compactMap { $0.wait?.end }.min()
  }

  /// Carries out what has been asked for, and answers what has come about.
  /// - Returns: whether other documents may be shown than before.
  func work(_ desk: RemoteDesk, at now: Timestamp) -> Bool {
    hasOpened = false
    while let outcome = chores.takeResult() { take(outcome, desk, at: now) }
    for number in pending.keys.sorted() {
      guard let request = pending[number], let wait = request.wait,
        let step = desk.outcome(of: wait, at: now)
      else { continue }
      take(step, of: number, request.id)
    }
    for _ in 0..<Self.requestsATurn {
      guard let (number, line) = server.nextLine() else { break }
      begin(line, of: number, desk, at: now)
    }
    for number in subscribers.keys where !server.isThere(number) { subscribers[number] = nil }
    return hasOpened
  }

  /// Something has happened that subscribers may hear of.
  func note(_ event: TraceEvent, at moment: Timestamp) {
    let listeners = subscribers.filter { $0.value.contains(event.kind) }.keys
    guard !listeners.isEmpty else { return }
    let time = Timestamp(microseconds: moment.microseconds - start.microseconds)
    let line = RemoteLine.event(event, at: time)
    for number in listeners { server.tell(number, line) }
  }

  // MARK: Requests

  private func begin(_ line: ArraySlice<UInt8>, of number: UInt32, _ desk: RemoteDesk, at now: Timestamp) {
    guard line.count <= RemoteRequest.longest else {
      // It brings a document along, and takes its time.
      return order(number, nil) {
        .parsed(number, Result { () throws(RemoteRequest.Refusal) in try RemoteRequest(line: line) })
      }
    }
    do throws(RemoteRequest.Refusal) {
      let request = try RemoteRequest(line: line)
      take(desk.carryOut(request.command, at: now), of: number, request.id)
    } catch {
      server.tell(number, RemoteLine.refused(error.id, error.failure))
    }
  }

  private func take(_ step: RemoteDesk.Step, of number: UInt32, _ id: RemoteRequest.ID?) {
    switch step {
    case .done(let members): answer(number, RemoteLine.done(id, members))
    case .refused(let failure): answer(number, RemoteLine.refused(id, failure))
    case .waits(let wait): keep(number, Pending(id: id, wait: wait))
    case .finds(let location):
      order(number, id) {
        .found(
          number,
          Result { () throws(Failure) in
            let found = try SourceList.find(location)
            try found.check()
            return found
          })
      }
    case .encodes(let screenshot):
      order(number, id) {
        .picture(
          number,
          Result { () throws(Failure) in
            let (file, byteCount) = try screenshot.encoded()
            return Picture(file: file, byteCount: byteCount, size: screenshot.size)
          })
      }
    case .subscribes(let kinds):
      server.keep(number)
      answer(number, RemoteLine.done(id))
      if server.isThere(number) { subscribers[number] = kinds }
    case .quits:
      answer(number, RemoteLine.done(id))
      isToQuit = true
    }
  }

  /// Has the helper thread do something.
  private func order(_ number: UInt32, _ id: RemoteRequest.ID?, _ job: @escaping @Sendable () -> Outcome) {
    if chores.submit(job) {
      keep(number, Pending(id: id, wait: nil))
    } else {
      answer(number, RemoteLine.refused(id, Failure(.timeout, "", "too much is under way; try again")))
    }
  }

  private func take(_ outcome: Outcome, _ desk: RemoteDesk, at now: Timestamp) {
    switch outcome {
    case .found(let number, let result):
      let id = pending[number]?.id
      switch result {
      case .success(let found):
        hasOpened = true
        take(desk.open(found, at: now), of: number, id)
      case .failure(let failure): take(.refused(failure), of: number, id)
      }
    case .picture(let number, let result):
      let id = pending[number]?.id
      switch result {
      case .success(let picture):
        let line = RemoteLine.done(id) {
          $0.array("size") {
            $0.number(picture.size.width)
            $0.number(picture.size.height)
          }
          $0.number("bytes", picture.byteCount)
        }
        answer(number, line, enclosing: picture.file)
      case .failure(let failure): take(.refused(failure), of: number, id)
      }
    case .parsed(let number, .success(let request)):
      take(desk.carryOut(request.command, at: now), of: number, request.id)
    case .parsed(let number, .failure(let refusal)): take(.refused(refusal.failure), of: number, refusal.id)
    }
  }

  private func keep(_ number: UInt32, _ request: Pending) {
    pending[number] = request
    server.hold(number)
  }

  private func answer(_ number: UInt32, _ line: String, enclosing file: LentFile? = nil) {
    server.tell(number, line, enclosing: file)
    if pending.removeValue(forKey: number) != nil { server.release(number) }
  }
}
