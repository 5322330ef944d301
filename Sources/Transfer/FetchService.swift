import Posix
import ViewerCore
package import Wire

/// Answers requests for documents out of the cache and from servers.
///
/// One document that several ask for at once is fetched once; each may leave, and the last one ends the transfer.
package final class FetchService {
  /// ms between two words of progress.
  private static let progressPause: Int64 = 100

  private let settings: TransferSettings
  private let cache: DocumentCache
  private let transfers: CurlTransfers
  private let send: (FetchReply, Int32?) -> Void
  private var downloads: [String: Download] = [:]

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
    case .need, .fill: break
    case .list:
      let copies = cache.list()
      for copy in copies {
        let entry = FetchReply.Entry(record: copy.record, isPersistent: copy.isPersistent)
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
  }

  /// ms until something goes on by itself; nil for never.
  package var pause: Int? {
    guard let next = downloads.values.compactMap(\.deadline).min() else { return nil }
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
    let download =
      downloads[key]
      ?? Download(
        order, key: key, address: address, settings: settings, transfers: transfers, cache: cache, for: self)
    downloads[key] = download
    download.subscribers.append(Download.Subscriber(number: number, takesStale: order.takesStale))
  }

  private func cancel(_ number: UInt32) {
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
    downloads[download.key] = nil
  }

  // MARK: What downloads tell

  func tellProgress(of download: Download, received: Int, total: Int?) {
    let now = MonotonicClock.now() / 1000
    for index in download.subscribers.indices {
      let last = download.subscribers[index].lastProgress
      guard last == .min || now - last >= Self.progressPause else { continue }
      download.subscribers[index].lastProgress = now
      answer(download.subscribers[index].number, .progress(received: received, total: total))
    }
  }

  /// A try failed: an old copy goes to those who can do with it.
  func serveStale(_ download: Download) {
    download.subscribers.removeAll { $0.takesStale && handOut(download.key, .stale, to: $0.number) }
    dropIfUnwanted(download)
  }

  func end(_ download: Download, _ outcome: Download.Outcome) {
    downloads[download.key] = nil
    for subscriber in download.subscribers {
      switch outcome {
      case .copy(let freshness):
        if !handOut(download.key, freshness, to: subscriber.number) {
          answer(subscriber.number, .failed(.writeFailed, "the copy is gone from the cache"))
        }
      case .failed(let code, let reason, let mayPass):
        if mayPass, subscriber.takesStale, handOut(download.key, .stale, to: subscriber.number) { continue }
        answer(subscriber.number, .failed(code, reason))
      }
    }
  }

  // MARK: Answers

  private func handOut(_ key: String, _ freshness: FetchReply.Freshness, to number: UInt32) -> Bool {
    guard let file = cache.open(key) else { return false }
    send(FetchReply(number: number, body: .document(freshness)), file.rawValue)
    return true
  }

  private func answer(_ number: UInt32, _ body: FetchReply.Body) {
    send(FetchReply(number: number, body: body), nil)
  }
}
