import Foundation
import Synchronization
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// Documents by way of the cache, from a server that does what servers do.
@Suite("Fetching documents")
struct FetchServiceTests {
  private static let document = Array("%PDF-1.7 a guide".utf8) + [UInt8](repeating: 0x20, count: 5000)

  private static func failure(_ body: FetchReply.Body?) -> ErrorCode? {
    if case .failed(let code, _) = body { code } else { nil }
  }

  @Test("A document is fetched once, shown unasked while it is fresh, and asked about after that")
  func conditions() throws {
    let server = try LoopbackServer { request in
      request.fields["if-none-match"] == "\"one\"" && request.fields["if-modified-since"] == "Mon"
        ? ServedAnswer(304)
        : ServedAnswer(200, Self.document, [("ETag", "\"one\""), ("Last-Modified", "Mon")])
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let address = server.address("/guide.pdf")
      let first = try #require(stage.wait(for: stage.ask(.get(FetchStage.order(address)))))
      #expect(first.reply.body == .document(.downloaded) && first.bytes == Self.document)
      #expect(stage.get(address) { $0.maxAge = 60_000 } == .document(.fresh))
      #expect(server.requests.count == 1)
      let again = try #require(stage.wait(for: stage.ask(.get(FetchStage.order(address)))))
      #expect(again.reply.body == .document(.validated) && again.bytes == Self.document)
      #expect(server.requests.count == 2)
      #expect(server.requests[0].fields["accept-encoding"] == "identity")
      #expect(server.requests[0].fields["if-none-match"] == nil)
    }
  }

  @Test("A changed document takes the place of the old copy, and leaves nothing of it behind")
  func change() throws {
    let version = Mutex(1)
    let server = try LoopbackServer { _ in
      let number = version.withLock { $0 }
      return ServedAnswer(200, Array("%PDF-1.7 \(number)".utf8), [("ETag", "\"\(number)\"")])
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      for number in 1...3 {
        version.withLock { $0 = number }
        let answer = stage.wait(for: stage.ask(.get(FetchStage.order(server.address("/d")))))
        #expect(answer?.reply.body == .document(.downloaded))
        #expect(answer?.bytes == Array("%PDF-1.7 \(number)".utf8))
      }
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("cache/session").path)
      #expect(names.count == 3, "\(names)")
      #expect(
        try FileManager.default.contentsOfDirectory(
          atPath: folder.appendingPathComponent("cache/locks").path
        ).isEmpty)
    }
  }

  @Test("Several who ask at once are served by one request, and each may leave")
  func sharing() throws {
    let server = try LoopbackServer { _ in ServedAnswer(200, Self.document) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let order = FetchStage.order(server.address("/d"))
      let numbers = (0..<4).map { _ in stage.ask(.get(order)) }
      stage.ask(.cancel(numbers[1]))
      #expect(Self.failure(stage.wait(for: numbers[1])?.reply.body) == .cancelled)
      for number in [numbers[0], numbers[2], numbers[3]] {
        #expect(stage.wait(for: number)?.bytes == Self.document)
      }
      #expect(server.requests.count == 1)
      // The last one to leave ends the transfer.
      let last = stage.ask(.get(order))
      stage.ask(.cancel(last))
      #expect(Self.failure(stage.wait(for: last)?.reply.body) == .cancelled)
      #expect(stage.get(server.address("/d")) == .document(.downloaded))
    }
  }

  @Test("Without the server an old copy is shown as such, and only to those who take it")
  func stale() throws {
    let server = try LoopbackServer { _ in ServedAnswer(200, Self.document) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let address = server.address("/d")
      #expect(stage.get(address) == .document(.downloaded))
      server.stop()
      let answer = stage.wait(for: stage.ask(.get(FetchStage.order(address))))
      #expect(answer?.reply.body == .document(.stale) && answer?.bytes == Self.document)
      #expect(Self.failure(stage.get(address) { $0.takesStale = false }) == .sourceUnreachable)
      #expect(Self.failure(stage.get(server.address("/other"))) == .sourceUnreachable)
    }
  }

  @Test("A server's fault passes: it is asked again, and the copy is shown meanwhile")
  func faults() throws {
    let count = Mutex(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 2 || number == 4 ? ServedAnswer(200, Self.document) : ServedAnswer(503)
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let address = server.address("/d")
      #expect(stage.get(address) == .document(.downloaded))
      #expect(server.requests.count == 2)
      #expect(stage.get(address) == .document(.stale))
      #expect(stage.get(address) { $0.takesStale = false } == .document(.downloaded))
    }
  }

  @Test(
    "What is gone or refused is an error, copy or not; it is asked for once",
    arguments: [404, 410, 401, 403, 418])
  func refusals(_ status: Int) throws {
    let isThere = Mutex(true)
    let server = try LoopbackServer { _ in
      isThere.withLock { $0 }
        ? ServedAnswer(200, Self.document) : ServedAnswer(status, Array("%PDF- no".utf8))
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      #expect(stage.get(server.address("/d")) == .document(.downloaded))
      isThere.withLock { $0 = false }
      #expect(Self.failure(stage.get(server.address("/d"))) == .httpError)
      #expect(server.requests.count == 2)
      // The copy is not lost for that.
      isThere.withLock { $0 = true }
      server.stop()
      #expect(stage.get(server.address("/d")) == .document(.stale))
    }
  }

  @Test("A body that breaks off is never taken for a document, with a length or in pieces")
  func broken() throws {
    for isChunked in [false, true] {
      let count = Mutex(0)
      let server = try LoopbackServer { _ in
        var answer = ServedAnswer(200, Self.document)
        answer.isChunked = isChunked
        let isFirst = count.withLock { count in
          count += 1
          return count == 1
        }
        if isFirst { answer.breaksAfter = 3000 }
        return answer
      }
      try inTemporaryFolder { folder in
        let stage = try FetchStage(folder)
        let answer = stage.wait(for: stage.ask(.get(FetchStage.order(server.address("/d")))))
        #expect(answer?.reply.body == .document(.downloaded) && answer?.bytes == Self.document)
        #expect(server.requests.count == 2)
      }
    }
  }

  @Test("A login page, an empty answer and a lie about the length are no documents")
  func impostors() throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/page":
        return ServedAnswer(200, Array("<!doctype html> log in".utf8), [("Content-Type", "text/html")])
      case "/empty": return ServedAnswer(200)
      default:
        var answer = ServedAnswer(200, Self.document)
        answer.claimedLength = 100_000
        return answer
      }
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let page = stage.get(server.address("/page"))
      #expect(page == .failed(.unsupportedDocument, "the server sends no document (text/html)"))
      #expect(Self.failure(stage.get(server.address("/empty"))) == .damagedDocument)
      #expect(Self.failure(stage.get(server.address("/long"))) == .networkError)
      #expect(stage.cache.list().isEmpty)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appendingPathComponent("cache/session").path)
      #expect(names == ["CACHEDIR.TAG"])
    }
  }

  @Test("Redirects are followed, the house's headers only within the origin, conditions on every hop")
  func redirects() throws {
    let target = try LoopbackServer { request in
      request.fields["if-none-match"] == nil
        ? ServedAnswer(200, Self.document, [("ETag", "\"x\"")]) : ServedAnswer(304)
    }
    let other = target.address("/end")
    let server = try LoopbackServer { request in
      switch request.path {
      case "/start": ServedAnswer(302, [], [("Location", "/middle")])
      case "/middle": ServedAnswer(307, [], [("Location", other)])
      default: ServedAnswer(301, [], [("Location", "/round")])
      }
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let header = try HeaderField("Authorization: secret")
      func get() -> FetchReply.Body? { stage.get(server.address("/start")) { $0.headers = [header] } }
      #expect(get() == .document(.downloaded))
      #expect(server.requests.map(\.path) == ["/start", "/middle"])
      #expect(server.requests.allSatisfy { $0.fields["authorization"] == "secret" })
      #expect(target.requests.map { $0.fields["authorization"] } == [nil])
      #expect(get() == .document(.validated))
      #expect(server.requests.suffix(2).allSatisfy { $0.fields["if-none-match"] == "\"x\"" })
      #expect(target.requests.last?.fields["if-none-match"] == "\"x\"")
      let before = server.requests.count
      #expect(Self.failure(stage.get(server.address("/round"))) == .networkError)
      #expect(server.requests.count == before + 11)
    }
  }

  @Test(
    "An address that must not be asked is not asked",
    arguments: [
      "http://example.org/d.pdf", "ftp://127.0.0.1/d", "file:///etc/passwd", "http://user:secret@127.0.0.1/",
      "http:///d", "https://h/a b", "https://h/\nX", "nothing", "",
    ])
  func addresses(_ address: String) throws {
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let body = stage.get(address)
      #expect(Self.failure(body) == .invalidSource)
      if case .failed(_, let reason) = body { #expect(!reason.contains("secret")) }
    }
  }

  @Test(
    "A kept copy outlives the run, one of the run does not; a copy is promoted without being fetched again")
  func runs() throws {
    let server = try LoopbackServer { _ in ServedAnswer(200, Self.document) }
    try inTemporaryFolder { folder in
      do {
        let stage = try FetchStage(folder)
        #expect(stage.get(server.address("/a")) == .document(.downloaded))
        #expect(stage.get(server.address("/b")) == .document(.downloaded))
        let promoted = stage.get(server.address("/b")) {
          $0.maxAge = 60_000
          $0.isPersistent = true
        }
        #expect(promoted == .document(.fresh))
        // A second process of the same run finds both.
        #expect(try FetchStage(folder).cache.list().count == 3)
      }
      let stage = try FetchStage(folder)
      #expect(stage.cache.list().map(\.record.address) == [server.address("/b")])
      #expect(stage.get(server.address("/b")) { $0.maxAge = 60_000 } == .document(.fresh))
      #expect(server.requests.count == 2)
      #expect(
        stage.wait(for: stage.ask(.clear))?.reply.body == .done(count: 1, byteCount: Self.document.count))
      #expect(stage.cache.list().isEmpty)
    }
  }

  @Test("The oldest copies go when there are too many bytes")
  func limit() throws {
    let server = try LoopbackServer { _ in ServedAnswer(200, Self.document) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder, limit: Self.document.count * 2)
      for name in ["/a", "/b", "/c"] { #expect(stage.get(server.address(name)) == .document(.downloaded)) }
      #expect(Set(stage.cache.list().map(\.record.address)) == [server.address("/b"), server.address("/c")])
    }
  }

  @Test("Whoever else fetches the document is waited for")
  func locks() throws {
    let server = try LoopbackServer { _ in ServedAnswer(200, Self.document, [("ETag", "\"1\"")]) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let other = try FetchStage(folder)
      let order = FetchStage.order(server.address("/d"))
      let key = DocumentCache.key(CacheIdentity.text(address: order.address, headers: [], key: nil))
      var lock = try other.cache.lock(key)
      #expect(try stage.cache.lock(key) == nil)
      let number = stage.ask(.get(order))
      for _ in 0..<5 { stage.step() }
      #expect(server.requests.isEmpty)
      _ = lock.take()
      #expect(stage.wait(for: number)?.reply.body == .document(.downloaded))
    }
  }
}
