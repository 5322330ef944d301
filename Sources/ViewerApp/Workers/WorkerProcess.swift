import Glibc
package import Posix
package import ViewerCore
package import Wire

/// One worker: its process, its socket and the one request that it works on.
///
/// Nothing here waits. The loop polls `socketDescriptor` and `processDescriptor` (pidfd) and, when either is
/// readable, calls `receive` until it has nothing, then `death`. While `nextCheck` is set, a timer for it leads to
/// `enforceDeadline`. Whatever the worker does, the answer is an outcome that has been checked, or a death.
package final class WorkerProcess {
  /// An answer and the request it belongs to.
  package struct Answer: Sendable {
    package var request: WorkerRequest
    package var outcome: WorkerOutcome
  }

  /// The request that is being worked on.
  package private(set) var pending: WorkerRequest?
  /// What it waits for of a document that is still coming; nil while it does not.
  package private(set) var missing: [BlockRun]?
  /// Pages opened since the start, and the worker's own memory after its last answer: reasons to start it anew.
  package private(set) var pageOpens = 0
  package private(set) var anonymousBytes = 0

  private let settings: WorkerSettings
  private var child: ChildProcess
  private let socket: MessageSocket
  private let errorOutput: FileDescriptor
  private var deadline: WorkDeadline?
  private var verdict: WorkerDeath?
  private var hasHungUp = false
  private var hangUpEnd: Timestamp?
  /// How long a worker may live on after it has closed its end.
  private static let hangUpGrace: Duration = .seconds(1)
  private var pageCounts: [UInt32: Int32] = [:]
  /// Documents that were still coming when they were opened.
  private var streams: Set<UInt32> = []
  private var nextNumber: UInt32 = 1

  /// - Parameter format: of the document that it is to read; nil for a PDF.
  package init(_ settings: WorkerSettings, for format: FileFormat? = nil) throws(SystemError) {
    let ends = try MessageSocket.pair().taken()
    let errors = try FileDescriptor.growingMemory(name: "lectern-worker-errors")
    var launch = ChildProcess.Launch(
      executable: settings.program(for: format),
      arguments: ["--address-space", String(settings.addressSpace)],
      environment: WorkerSettings.environment())
    launch.descriptors = [(ends.theirs.rawValue, 3), (errors.rawValue, 2)]
    let child = try ChildProcess(launch)
    try ends.ours.setNonBlocking(true)
    self.settings = settings
    self.child = child
    self.socket = ends.takeOurs()
    self.errorOutput = errors
  }

  /// Readable when an answer is there, or the worker has closed its end.
  package var socketDescriptor: Int32 { socket.rawValue }
  /// Readable once the process has ended.
  package var processDescriptor: Int32 { child.descriptor.rawValue }
  package var pid: Int32 { child.pid }
  /// No work, and no death under way.
  package var isIdle: Bool { pending == nil && verdict == nil }
  /// We have ended it.
  package var isDying: Bool { verdict != nil }
  /// False once nothing can come over the socket any more: stop polling it, the process's end is next.
  package var mayAnswer: Bool { verdict == nil && !hasHungUp }
  /// When `enforceDeadline` should be called; nil while nothing is under way.
  package var nextCheck: Timestamp? {
    guard verdict == nil else { return nil }
    if hasHungUp { return hangUpEnd ?? .zero }
    return missing == nil ? deadline?.nextCheck : nil
  }

  /// Hands over work. Only for an idle worker.
  ///
  /// - Parameter lending: the document of `open`, the bitmap of `render`, file and presence of `openStream`, what is
  ///   filled in, what an export goes to; they stay the caller's, the worker gets duplicates.
  /// - Returns: whether the work is under way. Else the worker is dying, and `death` will say of what.
  package func send(
    _ body: WorkerRequest.Body, document: UInt32, lending: [Int32] = [], now: Timestamp
  ) -> Bool {
    guard isIdle else { return false }
    let request = WorkerRequest(number: nextNumber, document: document, body: body)
    nextNumber &+= 1
    switch try? socket.send(request.encoded(), descriptors: lending) {
    case .sent: break
    case .closed: return false
    case .wouldBlock, nil:
      // An idle worker has read all there was, so its socket has room.
      kill(.misbehaved)
      return false
    }
    pending = request
    switch body {
    case .render, .text, .links: pageOpens += 1
    case .words(_, let count), .find(_, let count, _): pageOpens += Int(count)
    case .close: pageCounts[document] = nil
    case .openStream: streams.insert(document)
    case .open, .pageSizes, .info, .outline, .forms, .fields, .fill, .export, .append, .join, .trim, .arrived,
      .abandon:
      break
    }
    deadline =
      settings.limits.isEnforced
      ? WorkDeadline(
        start: now, cpu: cpuTime() ?? .zero, limit: settings.limits.limit(for: body),
        wallFactor: settings.limits.wallFactor) : nil
    return true
  }

  /// What it waits for is there, or will not be waited for: then its answer is that it was cancelled.
  package func end(waiting isThere: Bool, now: Timestamp) {
    guard missing != nil, let request = pending else { return }
    missing = nil
    deadline?.goOn(at: now)
    let body: WorkerRequest.Body = isThere ? .arrived : .abandon
    let message = WorkerRequest(number: request.number, document: request.document, body: body)
    switch try? socket.send(message.encoded()) {
    case .sent, .closed: break
    // One that waits has read all there was.
    case .wouldBlock, nil: kill(.misbehaved)
    }
  }

  /// Takes the next answer; nil when there is none (yet), or none to be had any more.
  package func receive(now: Timestamp) -> Answer? {
    guard verdict == nil else { return nil }
    guard let reception = try? socket.receive(limit: WorkerLimits.messageBytes) else {
      kill(.misbehaved)
      return nil
    }
    switch consume reception {
    case .wouldBlock: return nil
    case .closed:
      // Usually the first sign of a death, whose cause the process's end tells at any moment now.
      hasHungUp = true
      return nil
    case .truncated:
      kill(.misbehaved)
      return nil
    case .message(let message):
      do throws(WireError) {
        return try take(message, now: now)
      } catch {
        kill(.misbehaved)
        return nil
      }
    }
  }

  /// Ends the worker, and remembers why. The first reason counts.
  package func kill(_ reason: WorkerDeath) {
    guard verdict == nil else { return }
    verdict = reason
    deadline = nil
    child.kill(SIGKILL)
  }

  /// Looks whether the work has taken too long (or the worker lives on without its socket), and ends the worker
  /// if so. Cheap until `nextCheck`.
  package func enforceDeadline(now: Timestamp) {
    guard verdict == nil else { return }
    if hasHungUp {
      let end = hangUpEnd ?? now + Self.hangUpGrace
      hangUpEnd = end
      if now >= end { kill(.misbehaved) }
      return
    }
    guard var current = deadline, current.isDue(now) else { return }
    switch current.check(now: now, cpu: cpuTime()) {
    case .goOn: deadline = current
    case .overdue: kill(.deadline)
    }
  }

  /// Why the worker is gone; nil while it runs. Never waits.
  package func death() -> WorkerDeath? {
    guard let status = child.reap() else { return nil }
    if let verdict { return verdict }
    let death = WorkerObituary.cause(of: status, lastWords: lastWords())
    verdict = death
    return death
  }

  /// The end of what the worker said on standard error, for a log: hostile text, made printable.
  package func lastWords() -> String {
    WorkerObituary.tail(of: errorOutput)
  }

  private func cpuTime() -> Duration? {
    child.cpuTime().map { .microseconds($0) }
  }

  /// - Returns: nil for a word that is no answer.
  private func take(_ received: consuming ReceivedMessage, now: Timestamp) throws(WireError) -> Answer? {
    var message = received
    let reply = try WorkerReply(decoding: message.bytes[...])
    guard let request = pending, missing == nil else { throw .badValue }
    if case .missing(let runs) = reply.body {
      guard reply.number == request.number, streams.contains(request.document), !runs.isEmpty else {
        throw .badValue
      }
      missing = runs
      deadline?.stop(at: now)
      return nil
    }
    let bulk =
      reply.attached.isEmpty
      ? try read(reply.bulkByteCount, from: message.takeDescriptor()) : reply.attached
    let outcome = try reply.outcome(
      of: request, bulk: bulk[...], pages: pageCounts[request.document] ?? 0)
    if case .opened(let facts) = outcome { pageCounts[request.document] = facts.pages }
    anonymousBytes = reply.anonymousBytes
    pending = nil
    deadline = nil
    return Answer(request: request, outcome: outcome)
  }

  /// Reads, never maps: the worker may cut the file short while we look. Regular files alone, for anything else
  /// could make us wait.
  private func read(_ count: Int, from file: consuming FileDescriptor?) throws(WireError) -> [UInt8] {
    guard count > 0 else { return [] }
    guard let file else { throw .truncated }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == count, let bytes = try? file.readAll(limit: count), bytes.count == count
    else { throw .truncated }
    return bytes
  }
}

/// Waiting, for commands.
extension WorkerProcess {
  /// The next answer, or what became of the worker instead.
  func answer() -> Result<WorkerOutcome, WorkerDeath> {
    while true {
      // What a dying worker still said counts.
      if let answer = receive(now: Self.now) { return .success(answer.outcome) }
      if let death = death() { return .failure(death) }
      sleep()
      enforceDeadline(now: Self.now)
    }
  }

  private func sleep() {
    var watched = [
      pollfd(fd: socketDescriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    // A socket whose peer is gone stays readable: from then on only the process is of interest.
    if !mayAnswer { watched.removeFirst() }
    var timeout: Int32 = -1
    if let check = nextCheck {
      timeout = Int32(clamping: max(0, (check - Self.now).microseconds / 1000 + 1))
    }
    _ = poll(&watched, nfds_t(watched.count), timeout)
  }

  private static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }
}

extension WorkLimits {
  func limit(for body: WorkerRequest.Body) -> Duration {
    switch body {
    case .render: render
    case .text, .words, .find, .links, .outline: text
    // All pages may have to be drawn for it.
    case .join(let pages): open + render * Int(pages)
    case .open, .openStream, .info, .forms, .fields, .fill, .export, .append, .close, .trim, .pageSizes,
      .arrived,
      .abandon:
      open
    }
  }
}
