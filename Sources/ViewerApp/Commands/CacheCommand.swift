import Posix
import ViewerCore
import Wire

/// `lectern cache`: brings copies of documents from servers, lists and forgets them; also while a kiosk runs.
enum CacheCommand {
  static func run(_ options: CacheOptions, report: inout CommandReport) {
    do throws(Failure) {
      report.say(try text(options))
    } catch {
      report.complain(error)
    }
  }

  private static func text(_ options: CacheOptions) throws(Failure) -> String {
    let cache = try FetchConversation(try FetchSettings(options.transfer))
    switch options.action {
    case .fetch:
      // A script wants the document of today, or to know that there is none.
      let fetched = try cache.get(options.transfer.order(options.address, takesStale: false), ProgressBar())
      return result(options, word(fetched.freshness), count: 1, bytes: (try? fetched.file.size()) ?? 0)
    case .list: return list(try cache.list(), options)
    case .remove:
      let removed = try cache.remove(options.transfer.order(options.address))
      guard removed.count > 0 else { throw Failure(.notFound, options.address, "there is no copy of it") }
      return result(options, "removed", count: removed.count, bytes: removed.byteCount)
    case .clear:
      let removed = try cache.remove(nil)
      return result(options, "removed", count: removed.count, bytes: removed.byteCount)
    case .size:
      let entries = try cache.list()
      let bytes = entries.reduce(0) { $0 + $1.record.byteCount }
      return result(options, "kept", count: entries.count, bytes: bytes)
    }
  }

  private static func result(_ options: CacheOptions, _ word: String, count: Int, bytes: Int) -> String {
    guard options.json else { return "\(word)  \(count) document\(count == 1 ? "" : "s"), \(bytes) bytes\n" }
    var json = JSONText()
    json.object {
      $0.string("result", word)
      $0.number("documents", String(count))
      $0.number("bytes", String(bytes))
    }
    return json.text + "\n"
  }

  private static func list(_ entries: [FetchReply.Entry], _ options: CacheOptions) -> String {
    guard options.json else {
      return entries.map { entry in
        let place = entry.isPersistent ? "persistent" : "session   "
        return "\(place)  \(UTCDate.text(entry.record.validatedAt))  \(entry.record.byteCount)  "
          + "\(entry.record.address)\(entry.isWhole ? "" : "  (in part)")\n"
      }.joined()
    }
    var json = JSONText()
    json.array { json in
      for entry in entries {
        json.object {
          $0.string("address", entry.record.address)
          $0.bool("persistent", entry.isPersistent)
          $0.string("validated", UTCDate.text(entry.record.validatedAt))
          $0.number("bytes", String(entry.record.byteCount))
          $0.bool("whole", entry.isWhole)
        }
      }
    }
    return json.text + "\n"
  }

  private static func word(_ freshness: FetchReply.Freshness) -> String {
    switch freshness {
    case .fresh: "fresh"
    case .validated: "validated"
    case .downloaded: "downloaded"
    case .stale: "stale"
    }
  }
}
