import Posix
import ViewerCore
import Wire

/// One document on its way from a server, and everybody who waits for it: the first question, and the body where it
/// comes as a whole.
///
/// Where it may be read while it comes its first blocks alone are asked for. A server that sends them has a
/// `BlockStream` go on; any other answer is that of a plain request, which is made where ranges are of no use.
final class Download {
  private enum State {
    /// Somebody else fetches the same document, or the pause before the next try is not over: ms, monotonic.
    case waiting(until: Int64)
    case asking
    case over
  }

  /// What came of it all.
  enum Outcome {
    case copy(FetchReply.Freshness)
    /// - Parameter mayPass: the document is not gone, only out of reach: an old copy is still worth something.
    case failed(ErrorCode, String, mayPass: Bool)
  }

  let document: WantedDocument
  var subscribers: [Subscriber] = []

  private let settings: TransferSettings
  private let transfers: CurlTransfers
  private let cache: DocumentCache
  private unowned let service: FetchService

  private var state = State.waiting(until: 0)
  private var lock: KeyLock?
  private var exchange: Exchange?
  private var failures = 0
  /// Whether the first blocks are asked for, not all.
  private var probes: Bool
  /// Blocks that are kept already.
  private var store: BlockStore?
  /// What the kept copy, or the kept blocks, are asked about by.
  private var asked: CacheRecord?

  /// The first bytes of the document, where they alone were asked for.
  private var first: (bytes: [UInt8], version: DocumentVersion)?
  private var incoming: IncomingFile?
  private var total: Int?
  /// Why the body was cut off.
  private var refusal: Failure?

  init(
    _ document: WantedDocument, _ settings: TransferSettings, _ transfers: CurlTransfers,
    _ cache: DocumentCache,
    for service: FetchService
  ) {
    self.document = document
    self.settings = settings
    self.transfers = transfers
    self.cache = cache
    self.service = service
    probes = document.order.streams
  }

  /// When it goes on by itself, ms; nil while it waits for the server, or is over.
  var deadline: Int64? {
    if case .waiting(let moment) = state { return moment }
    return nil
  }

  /// Begins a try once its time has come and nobody else fetches the document.
  func goOn(at now: Int64) {
    guard case .waiting(let moment) = state, moment <= now else { return }
    if lock == nil {
      do throws(SystemError) {
        lock = try cache.lock(document.key)
        // Whoever fetches it now may well bring what is wanted: that is seen by the conditions asked with then.
        guard lock != nil else {
          state = .waiting(until: now + 50)
          return
        }
        store = try cache.openStore(document.key)
      } catch {
        return end(.failed(.writeFailed, "the cache cannot be used: \(error.reason)", mayPass: true))
      }
      // What is there need not be fetched again, however it is wanted now.
      if store != nil { probes = true }
    }
    // Blocks are never older than a whole copy: they are there because the server had something newer.
    asked = store?.record.record ?? cache.record(document.key)
    ask()
  }

  func cancel() {
    exchange?.cancel()
    close()
  }

  /// What is there of the document, for who can do with it until the server answers again. Only blocks that cannot be
  /// another version's will do: they are shown before anybody has asked.
  func takeStore() -> BlockStore? {
    store?.version.condition == nil ? nil : store.take()
  }

  // MARK: The question

  private func ask() {
    var fields = asked?.conditions ?? []
    if probes { fields.append(("Range", "bytes=0-\(FirstVerdict.bytes.upperBound - 1)")) }
    let exchange = Exchange(
      document.start, headers: document.order.headers, fields: fields, settings, transfers)
    exchange.onHead = { [unowned self] in take($0) }
    exchange.onBody = { [unowned self] in take($0) }
    exchange.onEnd = { [unowned self, unowned exchange] in finish($0, exchange.route) }
    state = .asking
    self.exchange = exchange
    (first, total, refusal) = (nil, nil, nil)
    incoming = nil
    exchange.begin()
  }

  private var isConditional: Bool { asked?.conditions.isEmpty == false }

  private func verdict(_ head: AnswerHead) -> FirstVerdict {
    // Nobody has asked for a part.
    if !probes, head.status == 206 || head.status == 416 {
      return .failed(.httpError, "the server answers with \(head.status)", mayPass: false)
    }
    return FirstVerdict(head, isConditional: isConditional)
  }

  /// - Returns: whether the body is wanted.
  private func take(_ head: AnswerHead) -> Bool {
    switch verdict(head) {
    case .blocks(let version):
      refusal = service.refusal(of: version.byteCount, document, room: nil)
      first = ([], version)
    case .whole:
      total = head.bodyLength
      let room = cache.room(isPersistent: document.order.isPersistent)
      refusal = service.refusal(of: total ?? 0, document, room: room)
      do throws(SystemError) {
        incoming = try cache.incoming(document.key, isPersistent: document.order.isPersistent)
      } catch {
        refusal = FetchService.failure(error)
      }
    case .validated, .askWhole, .failed: return false
    }
    return refusal == nil
  }

  /// - Returns: false when the bytes cannot be kept.
  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if first != nil {
      first?.bytes.append(contentsOf: bytes)
      // A server that sends more than it says does not know what it is doing.
      return first.map { $0.bytes.count <= min(FirstVerdict.bytes.count, $0.version.byteCount) } ?? false
    }
    do throws(SystemError) {
      let before = incoming?.byteCount ?? 0
      try incoming?.append(Array(bytes))
      let received = incoming?.byteCount ?? 0
      // Nobody knows how long a body without a length is.
      if received >> 24 != before >> 24 {
        let room = cache.room(isPersistent: document.order.isPersistent)
        refusal = service.refusal(of: max(received, total ?? 0), document, room: room.map { $0 + received })
      } else if received > settings.largest {
        refusal = service.refusal(of: received, document, room: nil)
      }
      service.tellProgress(&subscribers, received: received, total: total)
    } catch {
      refusal = FetchService.failure(error)
    }
    return refusal == nil
  }

  private func finish(_ result: Exchange.End, _ route: Route) {
    exchange = nil
    if let refusal { return end(.failed(refusal.code, refusal.message, mayPass: true)) }
    let head: AnswerHead
    switch result {
    case .failed(let code, let reason, let mayPass): return fail(code, reason, mayPass)
    case .answered(let answer, _): head = answer
    }
    switch verdict(head) {
    case .blocks(let version): begin(version, head, route)
    case .whole: keep(head)
    case .validated: validated(head, route)
    case .askWhole:
      probes = false
      ask()
    case .failed(let code, let reason, let mayPass): fail(code, reason, mayPass)
    }
  }

  // MARK: The answer

  /// The first blocks are there: the rest comes as it is needed.
  private func begin(_ version: DocumentVersion, _ answer: AnswerHead, _ route: Route) {
    guard let first = first.take(), first.bytes.count == min(FirstVerdict.bytes.count, version.byteCount)
    else {
      probes = false
      return ask()
    }
    let head = Array(first.bytes.prefix(FileFormat.headBytes))
    guard FileFormat(head: head) != nil else { return refuseRubbish(answer) }
    if var old = store.take() { old.discard() }
    do throws(SystemError) {
      let store = try cache.newStore(
        document.key, document.name, version, isPersistent: document.order.isPersistent)
      try store.write(first.bytes, at: 0)
      hand(over: store, with: [BlockRun(holding: 0..<first.bytes.count)], route)
    } catch {
      let failure = FetchService.failure(error)
      end(.failed(failure.code, failure.message, mayPass: true))
    }
  }

  /// What is kept is still the document.
  private func validated(_ head: AnswerHead, _ route: Route) {
    if var store = store.take() {
      guard head.entityTag == nil || head.entityTag == store.version.entityTag else {
        // It says that nothing has changed, and names another version.
        store.discard()
        asked = nil
        return ask()
      }
      store.validatedAt = WallClock.now()
      return hand(over: store, with: [], route)
    }
    do throws(SystemError) {
      try cache.validate(document.key, at: WallClock.now())
      if document.order.isPersistent { try cache.promote(document.key) }
    } catch {
      // The copy is good all the same; it will be asked about again.
    }
    end(.copy(.validated))
  }

  private func hand(over store: consuming BlockStore, with blocks: [BlockRun], _ route: Route) {
    close()
    service.stream(document, store, with: blocks, route, for: subscribers)
  }

  private func keep(_ head: AnswerHead) {
    guard let arrived = incoming.take(), arrived.byteCount > 0 else {
      return fail(.damagedDocument, "the server sends an empty document", true)
    }
    guard FileFormat(head: arrived.head(FileFormat.headBytes)) != nil else { return refuseRubbish(head) }
    let record = CacheRecord(
      address: document.name, validatedAt: WallClock.now(), entityTag: head.entityTag,
      lastModified: head.lastModified, byteCount: arrived.byteCount)
    if var old = store.take() { old.discard() }
    do throws(SystemError) {
      try cache.commit(arrived, document.key, record, isPersistent: document.order.isPersistent)
    } catch {
      let failure = FetchService.failure(error)
      return end(.failed(failure.code, failure.message, mayPass: true))
    }
    end(.copy(.downloaded))
  }

  private func refuseRubbish(_ head: AnswerHead) {
    let kind = head.fields["content-type"].map { " (\($0))" } ?? ""
    fail(.unsupportedDocument, "the server sends no document\(kind)", false)
  }

  /// A try came to nothing: whoever can do with an old copy gets it at once, the others wait for the next try.
  private func fail(_ code: ErrorCode, _ reason: String, _ mayPass: Bool) {
    incoming = nil
    first = nil
    failures += 1
    guard mayPass, let pause = RetryPolicy.pause(after: failures, dice: .random(in: 0..<1)) else {
      return end(.failed(code, reason, mayPass: mayPass))
    }
    let moment = MonotonicClock.now() / 1000 + pause
    state = .waiting(until: moment)
    service.serveStale(self, failures: failures, until: moment)
  }

  private func end(_ outcome: Outcome) {
    close()
    service.end(self, outcome)
  }

  private func close() {
    state = .over
    exchange = nil
    incoming = nil
    store = nil
    lock = nil
  }
}
