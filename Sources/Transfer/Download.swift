import Posix
import ViewerCore
import Wire

/// One document on its way from a server, and everybody who waits for it.
///
/// The redirects are followed here, not by curl: which headers go where is a rule of the house's.
final class Download {
  /// Who waits, and for what.
  struct Subscriber {
    var number: UInt32
    var takesStale: Bool
    /// ms, monotonic.
    var lastProgress: Int64 = .min
  }

  enum State {
    /// Somebody else fetches the same document, or the pause before the next try is not over: ms, monotonic.
    case waiting(until: Int64)
    case asking
    case over
  }

  let key: String
  let address: WebAddress
  let headers: [HeaderField]
  let isPersistent: Bool
  var subscribers: [Subscriber] = []
  private(set) var state = State.waiting(until: 0)

  private let settings: TransferSettings
  private let transfers: CurlTransfers
  private let cache: DocumentCache
  private unowned let service: FetchService

  /// What came of it all.
  enum Outcome {
    case copy(FetchReply.Freshness)
    /// - Parameter mayPass: the document is not gone, only out of reach: an old copy is still worth something.
    case failed(ErrorCode, String, mayPass: Bool)
  }

  private var lock: KeyLock?
  private var incoming: IncomingFile?
  private var request: CurlRequest?
  private var hop: WebAddress
  private var redirects: RedirectPolicy
  private var keepsHeaders = true
  /// What the kept copy is asked about by.
  private var asked: CacheRecord?
  private var failures = 0
  private var writeFailure: SystemError?

  init(
    _ order: FetchOrder, key: String, address: WebAddress, settings: TransferSettings,
    transfers: CurlTransfers,
    cache: DocumentCache, for service: FetchService
  ) {
    self.service = service
    self.key = key
    self.address = address
    headers = order.headers
    isPersistent = order.isPersistent
    self.settings = settings
    self.transfers = transfers
    self.cache = cache
    hop = address
    redirects = RedirectPolicy(from: address.origin, plain: settings.plain)
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
        lock = try cache.lock(key)
      } catch {
        return end(.failed(.writeFailed, "the cache cannot be used: \(error.reason)", mayPass: true))
      }
      // Whoever fetches it now may well bring what is wanted: that is seen by the conditions asked with then.
      guard lock != nil else {
        state = .waiting(until: now + 50)
        return
      }
    }
    hop = address
    keepsHeaders = true
    redirects = RedirectPolicy(from: address.origin, plain: settings.plain)
    asked = cache.record(key)
    ask()
  }

  func cancel() {
    if let request { transfers.cancel(request) }
    close()
  }

  // MARK: A hop

  private func ask() {
    var fields: [(name: String, value: String)] = asked?.conditions ?? []
    if keepsHeaders { fields += headers.map { ($0.name, $0.value) } }
    guard let request = CurlRequest(hop, headers: fields, settings) else {
      return end(.failed(.outOfMemory, "there is no memory for the transfer", mayPass: true))
    }
    state = .asking
    self.request = request
    incoming = nil
    writeFailure = nil
    request.onBody = { [unowned self, unowned request] in take($0, of: request) }
    transfers.start(request) { [unowned self, unowned request] in finish($0, request) }
  }

  /// - Returns: false when the bytes cannot be kept.
  private func take(_ bytes: UnsafeRawBufferPointer, of request: CurlRequest) -> Bool {
    do throws(SystemError) {
      if incoming == nil { incoming = try cache.incoming(key, isPersistent: isPersistent) }
      try incoming?.append(Array(bytes))
    } catch {
      writeFailure = error
      return false
    }
    let total =
      request.fields["content-encoding"] == nil ? request.fields["content-length"].flatMap(Int.init) : nil
    service.tellProgress(of: self, received: incoming?.byteCount ?? 0, total: total)
    return true
  }

  private func finish(_ transferEnd: TransferEnd, _ request: CurlRequest) {
    // Kept until this is over, for curl's handle is its own.
    defer { withExtendedLifetime(request) {} }
    self.request = nil
    if let writeFailure {
      let code: ErrorCode = writeFailure.isStorageFull ? .storageFull : .writeFailed
      return end(.failed(code, "the cache cannot be written: \(writeFailure.reason)", mayPass: true))
    }
    if case .failed(let code, let reason, let mayPass) = transferEnd { return fail(code, reason, mayPass) }
    switch TransferVerdict(status: request.status, isConditional: asked?.conditions.isEmpty == false) {
    case .take: keep(request)
    case .validated:
      do throws(SystemError) {
        try cache.validate(key, at: WallClock.now())
        if isPersistent { try cache.promote(key) }
      } catch {
        // The copy is good all the same; it will be asked about again.
      }
      end(.copy(.validated))
    case .redirect: follow(request)
    case .failed(let code, let reason, let mayPass): fail(code, reason, mayPass)
    }
  }

  private func follow(_ request: CurlRequest) {
    let target = request.redirect.flatMap { try? WebAddress($0) }
    switch redirects.step(to: target?.origin, status: request.status) {
    case .follow(let keeps):
      guard let target else { return }
      hop = target
      keepsHeaders = keeps
      ask()
    case .refuse(let code, let reason): fail(code, reason, false)
    }
  }

  private func keep(_ request: CurlRequest) {
    guard let arrived = incoming.take(), arrived.byteCount > 0 else {
      return fail(.damagedDocument, "the server sends an empty document", true)
    }
    guard FileFormat(head: arrived.head(FileFormat.headBytes)) != nil else {
      let kind = request.fields["content-type"].map { " (\($0))" } ?? ""
      return fail(.unsupportedDocument, "the server sends no document\(kind)", false)
    }
    let record = CacheRecord(
      address: WebAddress.shown(address.text), validatedAt: WallClock.now(),
      entityTag: request.fields["etag"],
      lastModified: request.fields["last-modified"], byteCount: arrived.byteCount)
    do throws(SystemError) {
      try cache.commit(arrived, key, record, isPersistent: isPersistent)
    } catch {
      let code: ErrorCode = error.isStorageFull ? .storageFull : .writeFailed
      return end(.failed(code, "the cache cannot be written: \(error.reason)", mayPass: true))
    }
    end(.copy(.downloaded))
  }

  /// A try came to nothing: whoever can do with an old copy gets it at once, the others wait for the next try.
  private func fail(_ code: ErrorCode, _ reason: String, _ mayPass: Bool) {
    incoming = nil
    failures += 1
    guard mayPass, let pause = RetryPolicy.pause(after: failures, dice: .random(in: 0..<1)) else {
      return end(.failed(code, reason, mayPass: mayPass))
    }
    state = .waiting(until: MonotonicClock.now() / 1000 + pause)
    service.serveStale(self)
  }

  private func end(_ outcome: Outcome) {
    close()
    service.end(self, outcome)
  }

  private func close() {
    state = .over
    request = nil
    incoming = nil
    lock = nil
  }
}
