import Glibc
import Posix
import ViewerCore
import Wire

/// The workers of one viewer: starts them when there is work, keeps them busy one job each, survives their deaths.
///
/// Workers belong to one document and end with it, so nothing of one document can reach the next.
final class WorkerPool {
  let settings: WorkerSettings
  private let policy = WorkerPolicy()
  private var memoryKills: MemoryKills
  private let loop: EventLoop
  let seats: [PoolSeat]
  let documents: PoolDocuments
  private var joined = JoinedDocuments()
  private var waiting: [PoolJob] = []
  private var completions: [(order: UInt64, event: SessionEvent)] = []
  private var nextOrder: UInt64 = 0
  private(set) var started = 0
  private(set) var killed = 0
  /// Whether something on the screen waits for pixels: then the only worker is not started anew.
  var visibleWaits = false
  /// Nobody can see what workers draw: of each document's one stays, trimmed, the others end when their work is done.
  var isResting = false {
    didSet {
      guard isResting, !oldValue else { return }
      for seat in seats { rest(seat) }
    }
  }
  /// What waits for a worker while all are busy; nil while nothing does.
  var urgency: Urgency?
  /// Pages on the screen, counted from 0.
  var visiblePages = 0..<0
  /// Whether the rest of documents may come while nothing of them is needed.
  var mayFill = false
  /// Whether the session hears how much of a document has come: that depends on the line, not on what is shown.
  var tellsProgress = false
  /// What is wanted of documents that are still coming.
  var wants = BlockWants()

  /// - Parameters:
  ///   - memoryKills: where the kernel counts what it has killed for want of memory.
  ///   - transfers: brings documents from servers; nil for `lectern-fetch`.
  init(
    _ settings: WorkerSettings, count: Int, sources: SourceList, loop: EventLoop,
    memoryKills: MemoryKills = MemoryKills(), transfers: FetchDesk? = nil
  ) {
    self.memoryKills = memoryKills
    self.settings = settings
    self.loop = loop
    documents = PoolDocuments(sources, transfers: transfers ?? FetchDesk(sources.transfer, loop: loop))
    seats = (0..<max(1, count)).map(PoolSeat.init)
  }

  /// Workers live in real time, whatever clock the viewer goes by.
  static var now: Timestamp { Timestamp(microseconds: MonotonicClock.now()) }

  // MARK: Jobs

  /// Whether another job would find a worker of its own.
  var hasRoom: Bool { hands.idle > 0 }

  /// What another piece of work would find.
  var hands: WorkerHands {
    let busy = waiting.count + seats.count(where: { $0.job != nil })
    return WorkerHands(idle: max(0, seats.count - busy), count: seats.count)
  }

  /// Jobs that have not come to their end.
  /// Workers that run.
  var running: Int { seats.count { $0.process != nil } }
  var isWorking: Bool { !waiting.isEmpty || documents.areAwaited || seats.contains { $0.job != nil } }

  /// Results that nobody has taken yet.
  var hasResults: Bool { !completions.isEmpty }

  var isBusy: Bool { isWorking || !completions.isEmpty }

  /// - Parameter shown: a document that it is opened in place of, if it is another file. Joined documents always are.
  func open(document: UInt32, source: Int, unlessSameAs shown: UInt32? = nil) {
    joined.forgetClosed { number in
      seats.contains { $0.document == number } || completions.contains { $0.event.document == number }
    }
    let members = documents.members(ofSource: source)
    guard members.count > 1 else {
      return open(document, member: members.lowerBound, unlessSameAs: shown)
    }
    let numbers = joined.open(
      document, titles: members.map(documents.title(ofMember:)), names: members.map(documents.name(ofMember:))
    )
    // At once, each in its own time: a slow server keeps none but its own waiting.
    for (number, member) in zip(numbers, members) { open(number, member: member, streams: false) }
  }

  /// - Parameter streams: whether it may be read before all of it has come.
  private func open(
    _ document: UInt32, member: Int, streams: Bool = true, unlessSameAs shown: UInt32? = nil
  ) {
    let order = takeOrder()
    do throws(Failure) {
      switch try documents.open(
        document, member: member, order: order, streams: streams, unlessSameAs: shown)
      {
      case .here: enqueue(.open, document, lending: nil)
      case .coming: break
      case .same: complete(order, .sameFile(document: document))
      }
    } catch {
      complete(order, .openFailed(document: document, error))
    }
  }

  /// The number of a source, which may be one that was not in the list so far; `current` is the one that is shown.
  func source(of found: FoundDocument, current: Int) -> Int {
    documents.source(of: found, current: current)
  }

  /// As failures name a source: the first of its documents.
  func name(ofSource source: Int) -> String {
    documents.name(ofMember: documents.members(ofSource: source).lowerBound)
  }

  /// - Returns: whether it is another password than before.
  func setPassword(_ password: [UInt8], ofSource source: Int) throws(Failure) -> Bool {
    try documents.setPassword(password, ofSource: source)
  }

  /// As failures name a document and a page of it, both counted from 0; the name is empty when it is not open.
  func source(ofPage page: Int, in document: UInt32) -> (name: String, page: Int) {
    joined.source(ofPage: page, in: document) ?? (documents[document]?.name ?? "", page)
  }

  /// - Parameter lending: the bitmap's descriptor; it stays the caller's until the result is there.
  /// - Parameter harvest: what a render brings along.
  func submit(_ work: Work, lending: Int32?, harvest: Harvest = []) {
    guard let parts = joined.parts(of: work) else {
      return enqueue(.work(work), work.document, lending: lending, harvest: harvest)
    }
    for part in parts {
      if let result = part.result {
        complete(takeOrder(), result)
      } else {
        enqueue(.work(part.work), part.work.document, lending: lending, harvest: harvest)
      }
    }
  }

  /// The document is not needed any more: its workers end, its jobs come back as failed through nobody's fault.
  func close(document: UInt32) {
    for number in joined.members(of: document) ?? [document] { close(number) }
    joined.close(document)
  }

  private func close(_ document: UInt32) {
    if let order = documents.close(document) {
      complete(order, .openFailed(document: document, DocumentFailure.opening("", .cancelled)))
    }
    let dropped = waiting.filter { $0.document == document }
    waiting.removeAll { $0.document == document }
    for job in dropped { complete(job.order, job.failure(.cancelled, .foreign, name: "")) }
    _ = wants.forget(document: document)
    for seat in seats where seat.document == document { seat.process?.kill(.dismissed) }
  }

  /// Results since the last call, in the order in which the work was handed in.
  func takeCompletions() -> [SessionEvent] {
    defer { completions.removeAll(keepingCapacity: true) }
    return completions.sorted { $0.order < $1.order }.compactMap { joined.told($0.event) }
  }

  func enqueue(_ kind: PoolJob.Kind, _ document: UInt32, lending: Int32?, harvest: Harvest = []) {
    waiting.append(
      PoolJob(order: takeOrder(), document: document, kind: kind, lending: lending, harvest: harvest))
    dispatch()
  }

  func takeOrder() -> UInt64 {
    nextOrder += 1
    return nextOrder
  }

  func complete(_ order: UInt64, _ event: SessionEvent) {
    completions.append((order, event))
  }

  // MARK: Workers

  /// Gives waiting jobs to free seats.
  private func dispatch() {
    while let job = waiting.first, let seat = freeSeat(for: job.document) {
      waiting.removeFirst()
      begin(job, on: seat)
    }
  }

  /// A seat whose worker has the document, or an empty one. Where there is neither, an idle worker of another
  /// document goes, and its seat is free once it has gone.
  private func freeSeat(for document: UInt32) -> PoolSeat? {
    let free = seats.filter(\.isFree)
    if let seat = free.first(where: { $0.document == document }) ?? free.first(where: { $0.process == nil }) {
      return seat
    }
    if !seats.contains(where: \.isLeaving) { free.first?.process?.kill(.dismissed) }
    return nil
  }

  private func begin(_ job: PoolJob, on seat: PoolSeat) {
    guard let document = documents[job.document] else {
      complete(job.order, job.failure(.cancelled, .foreign, name: ""))
      return
    }
    if seat.process == nil {
      do {
        try start(seat, for: job.document)
      } catch {
        complete(job.order, notStarted(job, error, name: document.name))
        return
      }
    }
    seat.job = job
    seat.isTrimmed = false
    seat.job?.begun = Self.now
    guard let process = seat.process else { return }
    if seat.isOpen {
      proceed(with: job, on: seat)
    } else {
      // A failed send means a dying worker: its death brings the job back.
      open(document, on: seat, process, number: job.document)
    }
  }

  /// A program that cannot be run is the installation's fault; else the machine is short of something.
  private func notStarted(_ job: PoolJob, _ error: SystemError, name: String) -> SessionEvent {
    guard error.call == "execve", error.code != ENOMEM, error.code != EAGAIN else {
      return job.failure(.outOfMemory, .foreign, name: name)
    }
    guard case .open = job.kind else { return job.failure(.badConfiguration, .foreign, name: name) }
    let failure = Failure(
      .badConfiguration, settings.program(for: documents[job.document]?.format),
      "cannot be run: \(error.reason)")
    return .openFailed(document: job.document, failure)
  }

  private func start(_ seat: PoolSeat, for document: UInt32) throws(SystemError) {
    let process = try WorkerProcess(settings, for: documents[document]?.format)
    let number = UInt32(seat.number)
    let socket = try loop.watch(process.socketDescriptor, .worker, number: number)
    do throws(SystemError) {
      seat.watched = [socket, try loop.watch(process.processDescriptor, .worker, number: number)]
    } catch {
      loop.unwatch(socket)
      throw error
    }
    started += 1
    seat.process = process
    seat.document = document
  }

  private func end(_ seat: PoolSeat) {
    for registration in seat.watched { loop.unwatch(registration) }
    seat.watched = []
    seat.process = nil
    seat.document = nil
    seat.isOpen = false
    seat.isStreamed = false
    seat.isTrimmed = false
    seat.filled = FormEdits()
    seat.filling = nil
  }

  // MARK: Events

  /// A worker's socket or process has something to tell.
  func handle(seat number: UInt32) {
    guard seats.indices.contains(Int(number)) else { return }
    let seat = seats[Int(number)]
    guard let process = seat.process else { return }
    while let answer = process.receive(now: Self.now) { take(answer.outcome, on: seat) }
    if process.missing != nil { waits(seat) }
    askForBlocks()
    // A socket whose other end is gone stays readable: from now on the process alone is of interest.
    if !process.mayAnswer, seat.watched.count == 2 { loop.unwatch(seat.watched.removeFirst()) }
    if let death = process.death() { bury(seat, death) }
    dispatch()
  }

  /// When a deadline should be looked at; nil while nothing is under way.
  var nextCheck: Timestamp? {
    let check = seats.compactMap { $0.process?.nextCheck }.min()
    guard !isMakingWay else { return check }
    return Timestamp.earlier(
      check, seats.filter(givesWay).compactMap { $0.job.map { $0.begun + policy.lookAheadGrace } }.min())
  }

  /// Ends a work that something urgent must not wait for, once it has run for a while: of several the one that was
  /// begun last, with which the least is lost.
  func makeWay() {
    let now = Self.now
    guard urgency != nil, !isMakingWay, !abandonOne() else { return }
    let ripe = seats.filter { seat in
      givesWay(seat) && seat.job.map { policy.mayDismiss(lookAheadRunningFor: now - $0.begun) } ?? false
    }
    ripe.max { ($0.job?.order ?? 0) < ($1.job?.order ?? 0) }?.process?.kill(.dismissed)
  }

  /// A worker is free, or is being freed.
  private var isMakingWay: Bool { hasRoom || seats.contains { $0.process?.isDying ?? false } }

  private func givesWay(_ seat: PoolSeat) -> Bool {
    guard let urgency, case .work(let work) = seat.job?.kind else { return false }
    return urgency.displaces(joined.whole(work))
  }

  func enforceDeadlines() {
    for seat in seats { seat.process?.enforceDeadline(now: Self.now) }
  }

  func finish(_ seat: PoolSeat, _ event: SessionEvent) {
    guard let job = seat.job, let process = seat.process else { return }
    seat.job = nil
    seat.abandonment = nil
    complete(job.order, event)
    let isLast = visibleWaits && seats.count(where: { $0.process?.mayAnswer ?? false }) == 1
    if policy.shouldRecycle(
      anonymousBytes: process.anonymousBytes, pageOpens: process.pageOpens, isLastForVisible: isLast)
    {
      process.kill(.dismissed)
    }
    dismissIfOutdated(seat)
    rest(seat)
  }

  /// Lets an idle worker go, or the last one of its document sleep, while the pool rests.
  private func rest(_ seat: PoolSeat) {
    guard isResting, seat.job == nil, let process = seat.process, process.isIdle, let document = seat.document
    else { return }
    if seats.contains(where: { $0 !== seat && $0.document == document && $0.process?.mayAnswer ?? false }) {
      process.kill(.dismissed)
    } else if seat.isOpen, !seat.isTrimmed {
      seat.isTrimmed = process.send(.trim, document: document, now: Self.now)
    }
  }

  /// A worker is gone: its job goes back to the queue, or comes to nothing.
  private func bury(_ seat: PoolSeat, _ cause: WorkerDeath) {
    // The kernel counts before it kills.
    let death = cause == .foreignKill && memoryKills.haveRisen() ? .killedForMemory : cause
    if death != .dismissed { killed += 1 }
    let wasWorking = seat.isOpen
    let job = seat.job
    seat.job = nil
    seat.abandonment = nil
    end(seat)
    guard var job else { return }
    let name = documents[job.document]?.name ?? ""
    if job.kind.isForSessionToJudge {
      // What a page has done is the session's to judge; a death while opening is not the page's fault.
      complete(job.order, job.failure(death.code, wasWorking ? death.blame : .foreign, name: name))
      return
    }
    if death == .dismissed || job.patience.record(death.blame) {
      complete(job.order, job.failure(job.kind.code(of: death), death.blame, name: name))
    } else {
      waiting.insert(job, at: 0)
    }
  }
}
