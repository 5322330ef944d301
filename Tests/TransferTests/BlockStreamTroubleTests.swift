import Foundation
import Synchronization
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// Documents that should come block by block, from servers that do what they should not.
@Suite("Blocks from servers that misbehave")
struct BlockStreamTroubleTests {
  private static let block = BlockRun.blockBytes

  /// What a server does to the answer that would be right.
  private enum Quirk: String, CaseIterable, CustomTestStringConvertible {
    case noRanges, packed, chunked, otherPlace, shorter, noTotal, parts, noName, refusesRanges, longer,
      lateDate

    var testDescription: String { rawValue }

    private func changed(_ file: ServedFile) -> ServedFile {
      var file = file
      switch self {
      case .noRanges: file.hasRanges = false
      case .noName: file.entityTag = nil
      case .lateDate: (file.entityTag, file.lastModified) = (nil, "Mon, 30 Nov 2026 11:59:30 GMT")
      default: break
      }
      return file
    }

    func answer(_ file: ServedFile, _ request: HeardRequest) -> ServedAnswer {
      let served = changed(file)
      var answer = served.answer(to: request)
      let isPart = answer.status == 206
      func setRange(_ value: String?) {
        answer.fields.removeAll { $0.name == "Content-Range" }
        if let value { answer.fields.append(("Content-Range", value)) }
      }
      switch self {
      case .packed where isPart: answer.fields.append(("Content-Encoding", "gzip"))
      case .chunked:
        (answer.isChunked, answer.status) = (true, 200)
        answer.content = ServedContent(byteCount: served.byteCount) { served.bytes($0) }
      case .otherPlace where isPart: setRange("bytes 100-65635/\(served.byteCount)")
      case .shorter where isPart: setRange("bytes 0-999/\(served.byteCount)")
      case .noTotal where isPart: setRange("bytes 0-65535/*")
      case .parts where isPart:
        setRange(nil)
        answer.fields.append(("Content-Type", "multipart/byteranges; boundary=x"))
      case .refusesRanges where request.fields["range"] != nil: answer = ServedAnswer(416)
      case .longer where isPart:
        answer.content = ServedContent(byteCount: 100_000) { served.bytes($0) }
        answer.isChunked = true
      default: break
      }
      return answer
    }
  }

  @Test("A server whose ranges are of no use is asked once for all of it", arguments: Quirk.allCases)
  private func fallback(_ quirk: Quirk) throws {
    let served = ServedFile(3_000_000)
    let server = try LoopbackServer { quirk.answer(served, $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let order = FetchStage.order(server.address("/d")) { $0.streams = true }
      let number = stage.ask(.get(order))
      let answer = stage.wait(for: number)
      #expect(answer?.reply.body == .document(.downloaded) && answer?.bytes == served.bytes(0..<3_000_000))
      let ranges = server.requests.map { $0.fields["range"] }
      let isAnswered = quirk == .noRanges || quirk == .chunked
      #expect(ranges == (isAnswered ? ["bytes=0-65535"] : ["bytes=0-65535", nil]), "\(ranges)")
      #expect(server.requests.last?.fields["if-range"] == nil)
      let sizes = stage.answers.compactMap { answer -> Int?? in
        if case .progress(_, let total) = answer.reply.body { total } else { nil }
      }
      #expect(!sizes.isEmpty && sizes.allSatisfy { $0 == (quirk == .chunked ? nil : 3_000_000) })
      #expect(stage.readers.isEmpty)
    }
  }

  @Test("A login page in parts is no document, and nothing of it is kept")
  func login() throws {
    var page = ServedFile(3_000_000)
    page.head = Array("<!doctype html><title>Log in</title>".utf8)
    let served = page
    let server = try LoopbackServer { request in
      var answer = served.answer(to: request)
      answer.fields.append(("Content-Type", "text/html"))
      return answer
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let body = stage.get(server.address("/d")) { $0.streams = true }
      #expect(body == .failed(.unsupportedDocument, "the server sends no document (text/html)"))
      #expect(server.requests.count == 1 && stage.cache.list().isEmpty)
    }
  }

  /// Reads the beginning of a document, then needs a block that `second` answers for.
  private static func visit(
    _ served: ServedFile, second: @escaping @Sendable (HeardRequest) -> ServedAnswer?,
    _ body: (FetchStage, LoopbackServer, UInt32, StreamReader) throws -> Void
  ) throws {
    let server = try LoopbackServer { request in
      request.fields["range"] == "bytes=0-65535" ? served.answer(to: request) : second(request)
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/d")))
      stage.ask(.need(number, [BlockRun(first: 10, count: 2)]))
      try body(stage, server, number, reader)
    }
  }

  @Test("A file that changes while it is read ends the stream, and nothing of the two is mixed")
  func change() throws {
    let old = ServedFile(6 << 20)
    for size in [6 << 20, 5 << 20] {
      let new = ServedFile(size, version: 2)
      let isNew = Mutex(false)
      let server = try LoopbackServer { request in
        (isNew.withLock { $0 } ? new : old).answer(to: request)
      }
      try inTemporaryFolder { folder in
        let stage = try FetchStage(folder)
        let address = server.address("/d")
        let (number, reader) = try #require(stage.stream(address))
        stage.ask(.need(number, [BlockRun(first: 10, count: 2)]))
        #expect(stage.wait { reader.present.count == 3 })
        stage.close()
        isNew.withLock { $0 = true }
        // The map of the old one is there; it is fresh, so that nobody asks.
        let later = try FetchStage(folder)
        let (again, kept) = try #require(later.stream(address) { $0.maxAge = 60_000 })
        #expect(kept.present.count == 3)
        later.ask(.need(again, [BlockRun(first: 30, count: 1)]))
        #expect(later.wait(for: again)?.reply.body.code == .sourceUnreachable)
        #expect(kept.agrees(with: old) && kept.present.count == 3)
        #expect(later.cache.list().isEmpty)
        // Asked for anew it is the new one, from its first block.
        let (third, fresh) = try #require(later.stream(address) { $0.maxAge = 60_000 })
        later.ask(.need(third, [BlockRun(first: 30, count: 1)]))
        later.ask(.fill(third, true))
        #expect(later.wait(for: third)?.reply.body == .whole(.downloaded))
        #expect(fresh.isComplete && fresh.agrees(with: new))
      }
    }
  }

  @Test("Asked about, a changed file is streamed anew by the very answer")
  func changeBetween() throws {
    let old = ServedFile(6 << 20)
    let new = ServedFile(7 << 20, version: 2)
    let isNew = Mutex(false)
    let server = try LoopbackServer { request in (isNew.withLock { $0 } ? new : old).answer(to: request) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      do {
        let stage = try FetchStage(folder)
        let (_, _) = try #require(stage.stream(address))
        stage.close()
      }
      isNew.withLock { $0 = true }
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(address))
      #expect(server.requests.count == 2 && reader.byteCount == 7 << 20 && reader.agrees(with: new))
      // Whoever has a copy of it is served alike.
      stage.ask(.fill(number, true))
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      isNew.withLock { $0 = false }
      let (_, back) = try #require(stage.stream(address))
      #expect(back.byteCount == 6 << 20 && back.agrees(with: old))
    }
  }

  @Test(
    "A server that comes to send all of the same file in the middle is heard out, and nothing else is asked")
  func wholeInTheMiddle() throws {
    let served = ServedFile(6 << 20)
    try Self.visit(served) { request in
      var plain = served
      plain.hasRanges = false
      return plain.answer(to: request)
    } _: { stage, server, number, reader in
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      #expect(reader.agrees(with: served) && reader.told.values.allSatisfy { $0 == 1 })
      #expect(server.requests.count == 2)
    }
  }

  @Test("A server that sends other bytes than it is asked for is an error, and its bytes are not taken")
  func lies() throws {
    let served = ServedFile(6 << 20)
    for range in ["bytes 0-131071/6291456", "bytes 655360-786430/6291456", "rubbish", nil] {
      try Self.visit(served) { request in
        var answer = served.answer(to: request)
        answer.fields.removeAll { $0.name == "Content-Range" }
        if let range { answer.fields.append(("Content-Range", range)) }
        return answer
      } _: { stage, server, number, reader in
        #expect(stage.wait(for: number)?.reply.body.code == .httpError)
        #expect(reader.present.count == 1 && server.requests.count == 2)
      }
    }
  }

  @Test("A connection that breaks off is tried again for what has not come")
  func breaks() throws {
    let served = ServedFile(6 << 20)
    let count = Mutex(0)
    try Self.visit(served) { request in
      var answer = served.answer(to: request)
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 1 { answer.breaksAfter = 100_000 }
      return number == 2 ? ServedAnswer(503) : answer
    } _: { stage, server, number, reader in
      #expect(stage.wait { reader.present.contains(11) })
      #expect(reader.agrees(with: served))
      #expect(
        server.requests.map { $0.fields["range"] } == [
          "bytes=0-65535", "bytes=655360-786431", "bytes=720896-786431", "bytes=720896-786431",
        ])
    }
  }

  @Test("With the network gone in the middle it is tried four times; then it fails, and what is there stays")
  func gone() throws {
    let served = ServedFile(6 << 20)
    try Self.visit(served) { _ in
      nil
    } _: { stage, server, number, reader in
      #expect(stage.wait(for: number)?.reply.body.code == .networkError)
      #expect(server.requests.count == 1 + RetryPolicy.tries)
      #expect(reader.agrees(with: served) && stage.cache.list().map(\.isWhole) == [false])
    }
  }

  @Test("What only fills may fail without those who read hearing of it")
  func quietFailure() throws {
    let served = ServedFile(6 << 20)
    let isBack = Mutex(false)
    let server = try LoopbackServer { request in
      request.fields["range"] == "bytes=0-65535" || isBack.withLock { $0 } ? served.answer(to: request) : nil
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/d")))
      stage.ask(.fill(number, true))
      #expect(stage.wait { server.requests.count == 1 + RetryPolicy.tries })
      for _ in 0..<10 { stage.step() }
      #expect(stage.last(number) == nil)
      // A need is tried at once.
      isBack.withLock { $0 = true }
      stage.ask(.need(number, [BlockRun(first: 40, count: 1)]))
      #expect(stage.wait { reader.present.contains(40) })
      #expect(reader.agrees(with: served))
    }
  }

  @Test("Blocks of a file with a weak tag are kept, and asked about each time before they are shown")
  func weak() throws {
    var file = ServedFile(6 << 20)
    file.entityTag = "W/\"1\""
    let served = file
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      do {
        let stage = try FetchStage(folder)
        let (number, reader) = try #require(stage.stream(address))
        stage.ask(.need(number, [BlockRun(first: 10, count: 1)]))
        #expect(stage.wait { reader.present.count == 2 })
        #expect(server.requests[1].fields["if-range"] == nil)
        stage.close()
      }
      let stage = try FetchStage(folder)
      let (_, reader) = try #require(stage.stream(address) { $0.maxAge = 60_000 })
      #expect(reader.present.count == 2 && server.requests.count == 3)
      stage.close()
      server.stop()
      // Without a word from the server they are nobody's.
      #expect(try FetchStage(folder).get(address) { $0.streams = true }?.code == .sourceUnreachable)
    }
  }

  @Test("Documents larger than allowed are refused by their head, or as soon as they are too long")
  func largest() throws {
    let served = ServedFile(3_000_000)
    for quirk in [Quirk.noRanges, .chunked, .lateDate] {
      let server = try LoopbackServer { quirk.answer(served, $0) }
      try inTemporaryFolder { folder in
        var settings = TransferSettings()
        settings.largest = 1 << 20
        let stage = try FetchStage(folder, settings)
        #expect(stage.get(server.address("/d")) { $0.streams = true }?.code == .tooLarge)
        #expect(stage.cache.list().isEmpty)
      }
    }
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      var settings = TransferSettings()
      settings.largest = 1 << 20
      let stage = try FetchStage(folder, settings)
      #expect(stage.get(server.address("/d")) { $0.streams = true }?.code == .tooLarge)
    }
  }
}
