import Posix
import ViewerCore
package import Wire

/// Answers requests for documents out of the cache and from servers.
///
/// One document that several ask for at once is fetched once; each may leave, and the last one ends the transfer. It is
/// either on its way as a whole (`Download`) or comes block by block (`BlockStream`), never both.
package final class FetchService {
  /// ms between two words of progress.
  private static let progressPause: Int64 = 100

  private let settings: TransferSettings
  private let cache: DocumentCache
  private let transfers: CurlTransfers
  private let send: (FetchReply, Int32?) -> Void
  private var downloads: [String: Download] = [:]
  private var streams: [String: BlockStream] = [:]

  /// - Parameter send: hands an answer over, and a descriptor that stays the service's.
  package init(
    _ settings: TransferSettings, cache: DocumentCache, transfers: CurlTransfers,
    send: @escaping (FetchReply, Int32?) -> Void
  ) {
    self.settings = settings
    self.cache = cache
    self.transfers = transfers
    self.send = send
  }

  package func handle(_ request: FetchRequest) {
    switch request.body {
    case .get(let order): get(order, request.number)
    case .cancel(let number): cancel(number)
    // A stream that is over by now has said so.
    case .need(let number, let runs): _ = streams.values.contains { $0.need(number, runs) }
    case .fill(let number, let isOn): _ = streams.values.contains { $0.fill(number, isOn) }
    case .list:
      let copies = cache.list()
      for copy in copies {
        let entry = FetchReply.Entry(
          record: copy.record, isPersistent: copy.isPersistent, isWhole: copy.isWhole)
        answer(request.number, .entry(entry))
      }
      let bytes = copies.reduce(0) { $0 + $1.record.byteCount }
      answer(request.number, .done(count: copies.count, byteCount: bytes))
    case .remove(let order):
      let bytes = cache.remove(Self.key(order))
      answer(request.number, .done(count: bytes == nil ? 0 : 1, byteCount: bytes ?? 0))
    case .clear:
      let freed = Set(cache.list().map(\.key)).compactMap { cache.remove($0) }
      answer(request.number, .done(count: freed.count, byteCount: freed.reduce(0, +)))
    }
  }

  /// Moves everything on that can be.
  package func advance() {
    transfers.advance()
    let now = MonotonicClock.now() / 1000
    for download in Array(downloads.values) { download.goOn(at: now) }
    for stream in Array(streams.values) { stream.goOn(at: now) }
  }

  /// Puts everything on the disk that has come: nobody asks any more.
  package func close() {
    for download in downloads.values { download.cancel() }
    for stream in streams.values { stream.close() }
    (downloads, streams) = ([:], [:])
  }

  /// ms until something goes on by itself; nil for never.
  package var pause: Int? {
    let moments = downloads.values.compactMap(\.deadline) + streams.values.compactMap(\.deadline)
    guard let next = moments.min() else { return nil }
    return Int(max(0, next - MonotonicClock.now() / 1000))
  }

  // MARK: Requests

  private static func key(_ order: FetchOrder) -> String {
    DocumentCache.key(CacheIdentity.text(address: order.address, headers: order.headers, key: order.key))
  }

  private func get(_ order: FetchOrder, _ number: UInt32) {
    let address: WebAddress
    do throws(Failure) {
      address = try WebAddress(order.address)
      guard settings.plain.allows(address.origin) else {
        throw Failure(
          .invalidSource, "",
          "http:// is not encrypted; write https://, or --allow-http \(address.origin.host)")
      }
    } catch {
      return answer(number, .failed(error.code, error.message))
    }
    let key = Self.key(order)
    if let record = cache.record(key), record.isFresh(maxAge: order.maxAge, at: WallClock.now()) {
      if order.isPersistent { try? cache.promote(key) }
      if handOut(key, .fresh, to: number) { return }
    }
    let subscriber = Subscriber(order, number: number)
    if let stream = streams[key] { return stream.add(subscriber) }
    let document = WantedDocument(key: key, address: address, order: order)
    // Blocks that are fresh need no word from the server; those that are missing are asked for as they are needed.
    if downloads[key] == nil, let store = freshStore(document) {
      return stream(document, store, with: [], document.start, for: [subscriber])
    }
    begin(document, for: [subscriber])
  }

  private func freshStore(_ document: WantedDocument) -> BlockStore? {
    guard let store = (try? cache.openStore(document.key)) ?? nil,
      store.record.isFresh(maxAge: document.order.maxAge, at: WallClock.now())
    else { return nil }
    return store
  }

  private func cancel(_ number: UInt32) {
    for stream in Array(streams.values) where stream.remove(number) {
      answer(number, .failed(.cancelled, "nobody waits for it any more"))
      if stream.subscribers.isEmpty {
        stream.close()
        drop(stream)
      }
    }
    for download in Array(downloads.values) {
      guard let index = download.subscribers.firstIndex(where: { $0.number == number }) else { continue }
      download.subscribers.remove(at: index)
      answer(number, .failed(.cancelled, "nobody waits for it any more"))
      dropIfUnwanted(download)
    }
  }

  private func dropIfUnwanted(_ download: Download) {
    guard download.subscribers.isEmpty else { return }
    download.cancel()
    downloads[download.document.key] = nil
  }

  // MARK: What transfers tell

  /// Fetches a document for some, or lets them wait with those who have asked before.
  func begin(_ document: WantedDocument, for subscribers: [Subscriber]) {
    guard !subscribers.isEmpty else { return }
    let download = downloads[document.key] ?? Download(document, settings, transfers, cache, for: self)
    downloads[document.key] = download
    download.subscribers += subscribers
  }

  /// A document comes block by block from now on.
  func stream(
    _ document: WantedDocument, _ store: consuming BlockStore, with blocks: [BlockRun], _ route: Route,
    for subscribers: [Subscriber], failures: Int = 0, quietUntil: Int64 = 0
  ) {
    downloads[document.key] = nil
    let stream = BlockStream(
      document, store, with: blocks, route, settings, transfers, cache, failures: failures,
      quietUntil: quietUntil, for: self)
    streams[document.key] = stream
    for subscriber in subscribers { stream.add(subscriber) }
    // What is small may be there already.
    stream.goOn(at: MonotonicClock.now() / 1000)
  }

  func drop(_ stream: BlockStream) {
    if streams[stream.document.key] === stream { streams[stream.document.key] = nil }
  }

  func tellProgress(_ subscribers: inout [Subscriber], received: Int, total: Int?) {
    let now = MonotonicClock.now() / 1000
    for index in subscribers.indices where !subscribers[index].isReading {
      let last = subscribers[index].lastProgress
      guard last == .min || now - last >= Self.progressPause else { continue }
      subscribers[index].lastProgress = now
      answer(subscribers[index].number, .progress(received: received, total: total))
    }
  }

  /// A try failed: an old copy goes to those who can do with it, and so does what is there of one.
  func serveStale(_ download: Download, failures: Int, until moment: Int64) {
    let document = download.document
    download.subscribers.removeAll { $0.takesStale && handOut(document.key, .stale, to: $0.number) }
    if download.subscribers.contains(where: { $0.takesStale && $0.streams }), let store = download.takeStore()
    {
      let subscribers = download.subscribers
      download.cancel()
      return stream(
        document, store, with: [], document.start, for: subscribers, failures: failures, quietUntil: moment)
    }
    dropIfUnwanted(download)
  }

  func end(_ download: Download, _ outcome: Download.Outcome) {
    let key = download.document.key
    downloads[key] = nil
    for subscriber in download.subscribers {
      switch outcome {
      case .copy(let freshness):
        if !handOut(key, freshness, to: subscriber.number) {
          answer(subscriber.number, .failed(.writeFailed, "the copy is gone from the cache"))
        }
      case .failed(let code, let reason, let mayPass):
        fail(subscriber, key, Failure(code, "", reason), takesCopy: mayPass)
      }
    }
  }

  /// - Parameter takesCopy: whether an old copy is still worth something.
  func fail(_ subscriber: Subscriber, _ key: String, _ failure: Failure, takesCopy: Bool) {
    if takesCopy, subscriber.takesStale, handOut(key, .stale, to: subscriber.number) { return }
    answer(subscriber.number, .failed(failure.code, failure.message))
  }

  /// Why a document of so many bytes is not fetched.
  /// - Parameter room: bytes on the disk; nil when they do not count (yet).
  func refusal(of byteCount: Int, _ document: WantedDocument, room: Int?) -> Failure? {
    if byteCount > settings.largest {
      return Failure(
        .tooLarge, "", "the document has more than the \(settings.largest >> 20) MB of --max-download")
    }
    if let room, byteCount > room {
      return Failure(.storageFull, "", "the disk has no room for the document")
    }
    return nil
  }

  static func failure(_ error: SystemError) -> Failure {
    Failure(
      error.isStorageFull ? .storageFull : .writeFailed, "", "the cache cannot be written: \(error.reason)")
  }

  // MARK: Answers

  /// Lends a document that is on its way.
  /// - Returns: whether it can be read.
  func announce(_ number: UInt32, _ store: borrowing BlockStore) -> Bool {
    guard let file = try? store.reading() else { return false }
    send(FetchReply(number: number, body: .stream(byteCount: store.version.byteCount)), file.rawValue)
    return true
  }

  /// Hands out a document all of whose blocks are there.
  func handOut(_ store: borrowing BlockStore, to number: UInt32) {
    guard let file = try? store.reading() else {
      return answer(number, .failed(.writeFailed, "the copy is gone from the cache"))
    }
    send(FetchReply(number: number, body: .document(.downloaded)), file.rawValue)
  }

  private func handOut(_ key: String, _ freshness: FetchReply.Freshness, to number: UInt32) -> Bool {
    guard let file = cache.open(key) else { return false }
    send(FetchReply(number: number, body: .document(freshness)), file.rawValue)
    return true
  }

  func answer(_ number: UInt32, _ body: FetchReply.Body) {
    send(FetchReply(number: number, body: body), nil)
  }
}
