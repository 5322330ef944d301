import Posix
import ViewerCore
import Wire

/// A document that comes block by block, and everybody who waits for it.
///
/// `RangePlan` says what is asked for. What comes is in the store's file at once and told to those who read it there;
/// it is put on the disk for good every few seconds. Only a document that can be read in part is told to be: others,
/// and small ones, are fetched to their end first.
final class BlockStream {
  /// Pauses between two saves that one is put off while somebody waits: it may take as long as the disk likes.
  private static let savePatience: Int64 = 3
  /// ms until what only fills is tried again after its last try.
  private static let fillPause: Int64 = 60_000
  /// Bytes of a document up to which it is fetched whole.
  private static let small = 1 << 20
  /// Other versions that somebody waits for.
  private static let patience = 3

  let document: WantedDocument
  private(set) var subscribers: [Subscriber] = []

  private let settings: TransferSettings
  private let transfers: CurlTransfers
  private let cache: DocumentCache
  private unowned let service: FetchService

  private var store: BlockStore
  private var plan: RangePlan
  private var pace = FillPace()
  private var fetches: [RangeFetch] = []
  private var route: Route
  private var failures: Int
  /// ms, monotonic: no request before.
  private var quietUntil: Int64
  /// Whether it waits because filling has failed: whoever needs a block does not.
  private var isResting = false
  /// Blocks that those who read have not been told of.
  private var news = BlockSet()
  /// ms, monotonic.
  private var lastSave = MonotonicClock.now() / 1000
  private var isOver = false
  private let isReadable: Bool

  /// - Parameters:
  ///   - blocks: in the store but not in its map.
  ///   - failures: tries that came to nothing already.
  ///   - quietUntil: ms, monotonic: no request before.
  init(
    _ document: WantedDocument, _ store: consuming BlockStore, with blocks: [BlockRun], _ route: Route,
    _ settings: TransferSettings, _ transfers: CurlTransfers, _ cache: DocumentCache,
    failures: Int, quietUntil: Int64, for service: FetchService
  ) {
    self.document = document
    (self.route, self.failures, self.quietUntil) = (route, failures, quietUntil)
    (self.settings, self.transfers, self.cache, self.service) = (settings, transfers, cache, service)
    let byteCount = store.version.byteCount
    let head = (try? store.reading().read(upTo: FileFormat.headBytes)) ?? []
    isReadable = byteCount > Self.small && FileFormat(head: head)?.kind == .pdf
    plan = RangePlan(
      blockCount: PartRecord.blockCount(of: byteCount), present: BlockSet(store.saved.runs + blocks))
    self.store = store
  }

  /// When it goes on by itself, ms; nil while it waits for the server or for somebody to need something.
  var deadline: Int64? {
    guard !isOver else { return nil }
    var moments: [Int64] = []
    if plan.isNeeded || plan.fills, fetches.isEmpty { moments.append(quietUntil) }
    if plan.present != store.saved { moments.append(saveMoment) }
    return moments.min()
  }

  /// ms, monotonic.
  private var saveMoment: Int64 {
    lastSave + settings.savePause * (plan.isNeeded ? Self.savePatience : 1)
  }

  // MARK: Who waits

  func add(_ subscriber: Subscriber) {
    var subscriber = subscriber
    if subscriber.streams, isReadable, !plan.isComplete {
      subscriber.isReading = service.announce(subscriber.number, store)
      tell(subscriber.number, plan.present.runs)
    }
    subscribers.append(subscriber)
    setFill()
  }

  /// - Returns: whether it was one of ours.
  func remove(_ number: UInt32) -> Bool {
    guard let index = subscribers.firstIndex(where: { $0.number == number }) else { return false }
    subscribers.remove(at: index)
    setFill()
    return true
  }

  /// Blocks that somebody waits for.
  func need(_ number: UInt32, _ runs: [BlockRun]) -> Bool {
    guard subscribers.contains(where: { $0.number == number }) else { return false }
    plan.need(runs)
    if isResting { (isResting, quietUntil) = (false, 0) }
    return true
  }

  func fill(_ number: UInt32, _ isOn: Bool) -> Bool {
    guard let index = subscribers.firstIndex(where: { $0.number == number }) else { return false }
    subscribers[index].fills = isOn
    setFill()
    return true
  }

  private func setFill() {
    let isAwaited = subscribers.contains { !$0.isReading }
    plan.fills = isAwaited || subscribers.contains(where: \.fills)
    // Who wants all of it and reads nothing is served best by one request.
    plan.fillLength =
      subscribers.contains(where: \.isReading) ? pace.length : plan.blockCount
  }

  // MARK: Going on

  func goOn(at now: Int64) {
    makeWay()
    while !isOver, now >= quietUntil, !fetches.contains(where: \.bringsAll), let step = plan.next() {
      begin(step)
    }
    tellNews()
    if isOver { return }
    if plan.isComplete, fetches.isEmpty {
      finish()
    } else if plan.present != store.saved, now >= saveMoment {
      save()
    }
  }

  /// Nobody waits any more.
  func close() {
    guard !isOver else { return }
    isOver = true
    for fetch in fetches { fetch.exchange.cancel() }
    fetches = []
    save()
  }

  private func begin(_ step: RangePlan.Step) {
    let bytes = step.run.bytes(of: store.version.byteCount)
    // Only what somebody waits for may take the last of the disk.
    if !step.isUrgent, let room = cache.room(isPersistent: document.order.isPersistent), room < bytes.count {
      plan.ended(step.run)
      return retry(.storageFull, "the disk has no room for the rest of the document", mayPass: false)
    }
    let exchange = Exchange(
      route, headers: document.order.headers, fields: RangeFetch.fields(bytes, of: store.version), settings,
      transfers)
    let fetch = RangeFetch(step, of: store.version, exchange)
    exchange.onHead = { [unowned self, unowned fetch] in take($0, fetch) }
    exchange.onBody = { [unowned self, unowned fetch] in take($0, fetch) }
    exchange.onEnd = { [unowned self, unowned fetch] in end($0, fetch) }
    fetches.append(fetch)
    exchange.begin()
  }

  private func take(_ head: AnswerHead, _ fetch: RangeFetch) -> Bool {
    fetch.take(head)
  }

  /// A body that brings every block in turn must be all that is under way.
  private func makeWay() {
    guard let whole = fetches.first(where: \.bringsAll), fetches.count > 1 else { return }
    for other in fetches where other !== whole {
      other.exchange.cancel()
      plan.ended(other.step.run)
    }
    fetches = [whole]
  }

  private func take(_ piece: UnsafeRawBufferPointer, _ fetch: RangeFetch) -> Bool {
    let come = fetch.take(piece, present: plan.present) { bytes, place throws(SystemError) in
      try store.write(bytes, at: place)
    }
    guard let come else { return false }
    if come.count > 0 {
      for run in plan.present.missing(in: come) { news.insert(run) }
      plan.arrived(come)
      let received = plan.present.count * BlockRun.blockBytes
      let total = store.version.byteCount
      service.tellProgress(&subscribers, received: min(received, total), total: total)
    }
    return true
  }

  private func end(_ result: Exchange.End, _ fetch: RangeFetch) {
    fetches.removeAll { $0 === fetch }
    plan.ended(fetch.step.run)
    if let refusal = fetch.refusal { return retry(refusal.code, refusal.message, mayPass: false) }
    switch (result, fetch.verdict) {
    case (.failed(let code, let reason, let mayPass), _): retry(code, reason, mayPass: mayPass)
    case (.answered, .take) where fetch.place == fetch.end,
      (.answered, .takeWhole) where fetch.place == fetch.end:
      (failures, route) = (0, fetch.exchange.route)
      store.validatedAt = WallClock.now()
      if !fetch.step.isUrgent {
        pace.took(MonotonicClock.now() - fetch.begun, for: fetch.step.run.count)
        setFill()
      }
    case (.answered, .failed(let code, let reason, let mayPass)): retry(code, reason, mayPass: mayPass)
    case (.answered, .changed): change()
    case (.answered, _):
      retry(.networkError, "the connection broke off in the middle of the document", mayPass: true)
    }
  }

  // MARK: What goes wrong

  /// A request came to nothing.
  private func retry(_ code: ErrorCode, _ reason: String, mayPass: Bool) {
    // Where a redirect has led to may be good for a while only; it is asked for anew.
    let isAstray = route != document.start
    route = document.start
    failures += 1
    let pause = RetryPolicy.pause(after: failures, dice: .random(in: 0..<1))
    if let pause, mayPass || isAstray && code == .httpError {
      quietUntil = MonotonicClock.now() / 1000 + (mayPass ? pause : 0)
      return
    }
    failures = 0
    let isDiskFull = code == .storageFull || code == .writeFailed
    let isEnd = plan.isNeeded
    endSome(Failure(code, "", reason), mayPass: mayPass || isDiskFull) { isEnd || !$0.isReading }
    guard !isOver else { return }
    // Who reads what is there need not know: it is tried again later, at once when something is needed.
    (isResting, quietUntil) = (true, MonotonicClock.now() / 1000 + Self.fillPause)
  }

  /// The document is another one by now: nothing of that goes with what is here.
  private func change() {
    store.discard()
    let failure = Failure(.sourceUnreachable, "", "the document on the server is another one by now")
    endSome(failure, mayPass: false) { $0.isReading || $0.changes >= Self.patience }
    // Who has seen nothing of it gets the new one.
    let others = subscribers.map { subscriber in
      var subscriber = subscriber
      subscriber.changes += 1
      return subscriber
    }
    over()
    service.begin(document, for: others)
  }

  /// Ends it for some of those who wait, and all of it when nobody is left.
  private func endSome(_ failure: Failure, mayPass: Bool, _ isMeant: (Subscriber) -> Bool) {
    tellNews()
    let ended = subscribers.filter(isMeant)
    subscribers.removeAll(where: isMeant)
    for subscriber in ended {
      service.fail(subscriber, document.key, failure, takesCopy: mayPass && !subscriber.isReading)
    }
    setFill()
    if subscribers.isEmpty { over() }
  }

  private func over() {
    close()
    service.drop(self)
  }

  // MARK: What is there

  private func save() {
    lastSave = MonotonicClock.now() / 1000
    do throws(SystemError) {
      try store.save(plan.present)
      cache.trim(sparing: document.key)
    } catch {
      // What is there stays readable, and is fetched again another time.
    }
  }

  private func finish() {
    tellNews()
    isOver = true
    do throws(SystemError) {
      _ = try cache.complete(&store, isPersistent: document.order.isPersistent)
    } catch {
      // Whoever waits for it can have it all the same: it is only not kept.
      try? store.save(plan.present)
    }
    for subscriber in subscribers {
      if subscriber.isReading {
        service.answer(subscriber.number, .whole(.downloaded))
      } else {
        service.handOut(store, to: subscriber.number)
      }
    }
    service.drop(self)
  }

  private func tellNews() {
    guard !news.isEmpty else { return }
    for subscriber in subscribers where subscriber.isReading { tell(subscriber.number, news.runs) }
    news = BlockSet()
  }

  private func tell(_ number: UInt32, _ runs: [BlockRun]) {
    for start in stride(from: 0, to: runs.count, by: FetchLimits.runs) {
      service.answer(number, .blocks(Array(runs[start..<min(start + FetchLimits.runs, runs.count)])))
    }
  }
}
