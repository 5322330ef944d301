import Foundation
import Synchronization
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// Documents that are read while they come, from a server that does what it should.
@Suite("Documents that come block by block")
struct BlockStreamTests {
  private static let block = BlockRun.blockBytes

  private static func ranges(_ server: LoopbackServer) -> [String] {
    server.requests.map { $0.fields["range"] ?? "all" }
  }

  @Test("The first blocks show while nothing else is asked for; what is needed comes, and comes once")
  func need() throws {
    let served = ServedFile(200 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/large.pdf")))
      #expect(reader.byteCount == 200 << 20)
      #expect(reader.present.runs == [BlockRun(first: 0, count: 1)] && reader.agrees(with: served))
      #expect(reader.isReadOnly)
      for _ in 0..<5 { stage.step() }
      #expect(Self.ranges(server) == ["bytes=0-65535"] && server.sentBytes == Self.block)
      #expect(server.requests[0].fields["if-range"] == nil)
      stage.ask(.need(number, [BlockRun(first: 3199, count: 1), BlockRun(first: 7, count: 2)]))
      #expect(stage.wait { reader.present.count == 4 })
      #expect(
        Set(Self.ranges(server)) == [
          "bytes=0-65535", "bytes=209649664-209715199", "bytes=458752-589823",
        ])
      #expect(server.requests.dropFirst().allSatisfy { $0.fields["if-range"] == "\"v1\"" })
      // What is there, or was asked for by others in the meantime, is not fetched again.
      stage.ask(.need(number, [BlockRun(first: 3199, count: 1), BlockRun(first: 8, count: 2)]))
      stage.ask(.need(number, [BlockRun(first: 9, count: 1)]))
      #expect(stage.wait { reader.present.contains(9) && server.sentBytes == reader.presentBytes })
      #expect(reader.agrees(with: served))
      #expect(reader.told.values.allSatisfy { $0 == 1 })
      let sizes = try #require(reader.sizes)
      #expect(sizes.0 == 200 << 20 && sizes.1 < 20 * Self.block)
    }
  }

  @Test("Reading on takes few requests, and they are merged")
  func sequence() throws {
    let served = ServedFile(64 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/d")))
      for block in 1..<200 where !reader.present.contains(block) {
        stage.ask(.need(number, [BlockRun(first: block, count: 1)]))
        #expect(stage.wait { reader.present.contains(block) })
      }
      #expect(server.requests.count <= 12, "\(Self.ranges(server))")
      #expect(stage.wait { server.sentBytes == reader.presentBytes })
      #expect(reader.agrees(with: served))
    }
  }

  @Test("While nothing is needed the rest comes, becomes a copy, and every byte has come once")
  func fill() throws {
    let served = ServedFile(9_000_001)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let address = server.address("/d")
      let (number, reader) = try #require(stage.stream(address))
      stage.ask(.need(number, [BlockRun(first: 100, count: 3)]))
      stage.ask(.fill(number, true))
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      #expect(reader.isComplete && reader.agrees(with: served) && reader.told.values.allSatisfy { $0 == 1 })
      #expect(server.sentBytes == served.byteCount)
      let requests = server.requests.count
      let answer = stage.wait(for: stage.ask(.get(FetchStage.order(address) { $0.maxAge = 60_000 })))
      #expect(answer?.reply.body == .document(.fresh) && answer?.bytes == served.bytes(0..<served.byteCount))
      #expect(stage.get(address) == .document(.validated))
      #expect(server.requests.count == requests + 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/blocks")
      #expect(names.count == 3 && names.filter { $0.hasSuffix(".json") }.count == 1, "\(names)")
    }
  }

  @Test("Filling stops when it is called off, and goes on")
  func fillStops() throws {
    let served = ServedFile(32 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/d")))
      stage.ask(.fill(number, true))
      #expect(stage.wait { reader.present.count > 1 })
      stage.ask(.fill(number, false))
      // What is under way comes to its end, even where the server has not heard of it yet.
      let requests = server.requests.count
      for _ in 0..<10 { stage.step() }
      #expect(stage.wait { server.sentBytes == reader.presentBytes })
      #expect(server.requests.count <= requests + 1 && !reader.isComplete)
      stage.ask(.fill(number, true))
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
    }
  }

  @Test(
    "Blocks outlive the process: none is fetched again, unasked while they are fresh, asked about once later")
  func reopening() throws {
    let served = ServedFile(20 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      func visit(_ blocks: BlockRun, maxAge: Int64) throws -> StreamReader {
        let stage = try FetchStage(folder)
        let (number, reader) = try #require(stage.stream(address) { $0.maxAge = maxAge })
        stage.ask(.need(number, [blocks]))
        #expect(stage.wait { reader.present.contains(blocks) })
        #expect(reader.agrees(with: served))
        stage.close()
        return reader
      }
      _ = try visit(BlockRun(first: 10, count: 5), maxAge: 0)
      #expect(server.requests.count == 2)
      let fresh = try visit(BlockRun(first: 10, count: 5), maxAge: 60_000)
      #expect(fresh.present.count == 6 && server.requests.count == 2)
      let stale = try visit(BlockRun(first: 10, count: 5), maxAge: 0)
      #expect(stale.present.count == 6 && server.requests.count == 3)
      #expect(server.requests[2].fields["if-none-match"] == "\"v1\"" && server.sentBytes == 6 * Self.block)
      let more = try visit(BlockRun(first: 12, count: 6), maxAge: 60_000)
      #expect(server.requests.count == 4 && server.sentBytes == more.presentBytes)
      // Whoever wants all of it gets it out of what is there.
      let stage = try FetchStage(folder)
      let whole = stage.wait(for: stage.ask(.get(FetchStage.order(address) { $0.maxAge = 60_000 })))
      #expect(whole?.reply.body == .document(.downloaded))
      #expect(whole?.bytes == served.bytes(0..<served.byteCount) && server.sentBytes == served.byteCount)
    }
  }

  @Test(
    "Without the server what is there can be read, and what is needed besides fails once it has been tried")
  func offline() throws {
    let served = ServedFile(20 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      do {
        let stage = try FetchStage(folder)
        let (number, reader) = try #require(stage.stream(server.address("/d")))
        stage.ask(.need(number, [BlockRun(first: 10, count: 5)]))
        #expect(stage.wait { reader.present.count == 6 })
        stage.close()
      }
      server.stop()
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(server.address("/d")))
      #expect(reader.present.count == 6 && reader.agrees(with: served))
      #expect(stage.last(number) == nil)
      stage.ask(.need(number, [BlockRun(first: 20, count: 1)]))
      guard case .failed(.sourceUnreachable, _) = stage.wait(for: number)?.reply.body else {
        return #expect(Bool(false), "\(stage.answers)")
      }
      #expect(reader.agrees(with: served))
      #expect(stage.get(server.address("/d")) { $0.takesStale = false }?.isFailure == true)
    }
  }

  @Test("A small document, and one that cannot be read in part, come whole, each byte once")
  func whole() throws {
    for (size, head) in [
      (40_000, "%PDF-1.7\n"), (900_000, "%PDF-1.7\n"), (3_000_000, "\u{89}PNG\r\n\u{1A}\n"),
    ] {
      var served = ServedFile(size)
      served.head = head.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      let file = served
      let server = try LoopbackServer { file.answer(to: $0) }
      try inTemporaryFolder { folder in
        let stage = try FetchStage(folder)
        let order = FetchStage.order(server.address("/d")) { $0.streams = true }
        let answer = stage.wait(for: stage.ask(.get(order)))
        #expect(answer?.reply.body == .document(.downloaded) && answer?.bytes == file.bytes(0..<size))
        #expect(server.sentBytes == size && server.requests.count == (size > Self.block ? 2 : 1))
        #expect(stage.readers.isEmpty)
      }
    }
  }

  @Test("Without a tag a date names the version where it is old enough")
  func dates() throws {
    var file = ServedFile(5 << 20)
    (file.entityTag, file.lastModified) = (nil, "Mon, 30 Nov 2026 11:58:00 GMT")
    let served = file
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      do {
        let stage = try FetchStage(folder)
        let (number, reader) = try #require(stage.stream(address))
        stage.ask(.need(number, [BlockRun(first: 10, count: 1)]))
        #expect(stage.wait { reader.present.count == 2 })
        #expect(server.requests[1].fields["if-range"] == "Mon, 30 Nov 2026 11:58:00 GMT")
        stage.close()
      }
      let stage = try FetchStage(folder)
      let (_, reader) = try #require(stage.stream(address))
      #expect(reader.present.count == 2 && reader.agrees(with: served) && server.requests.count == 3)
      #expect(server.requests[2].fields["if-modified-since"] == "Mon, 30 Nov 2026 11:58:00 GMT")
      #expect(stage.wait { server.sentBytes == 2 * Self.block })
    }
  }

  @Test("Several read one document: it comes once, each is told all of it, and each may leave")
  func sharing() throws {
    let served = ServedFile(5 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let address = server.address("/d")
      let (first, reader) = try #require(stage.stream(address))
      let (second, other) = try #require(stage.stream(address))
      stage.ask(.need(first, [BlockRun(first: 30, count: 1)]))
      #expect(stage.wait { reader.present.contains(30) && other.present.contains(30) })
      stage.ask(.cancel(first))
      #expect(stage.wait(for: first)?.reply.body.isFailure == true)
      let whole = stage.ask(.get(FetchStage.order(address)))
      #expect(stage.wait(for: whole)?.bytes == served.bytes(0..<served.byteCount))
      #expect(stage.wait(for: second)?.reply.body == .whole(.downloaded))
      #expect(server.sentBytes == served.byteCount && other.agrees(with: served))
      let progress = stage.answers.compactMap { answer -> Int? in
        if answer.reply.number == whole, case .progress(let received, let total) = answer.reply.body {
          #expect(total == served.byteCount)
          return received
        }
        return nil
      }
      #expect(!progress.isEmpty && progress == progress.sorted())
    }
  }

  @Test("A redirect is followed once, and asked for anew where it has led to is of no use any more")
  func redirects() throws {
    let served = ServedFile(5 << 20)
    let isGone = Mutex(false)
    let target = try LoopbackServer { request in
      request.path == "/one" && isGone.withLock({ $0 }) ? ServedAnswer(403) : served.answer(to: request)
    }
    let (one, two) = (target.address("/one"), target.address("/two"))
    let server = try LoopbackServer { _ in
      ServedAnswer(302, [], [("Location", isGone.withLock { $0 } ? two : one)])
    }
    try inTemporaryFolder { folder in
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(
        stage.stream(server.address("/d")) {
          $0.headers = [try? HeaderField("X-Pass: secret")].compactMap { $0 }
        })
      stage.ask(.need(number, [BlockRun(first: 10, count: 1)]))
      #expect(stage.wait { reader.present.contains(10) })
      #expect(server.requests.count == 1 && server.requests[0].fields["x-pass"] == "secret")
      isGone.withLock { $0 = true }
      stage.ask(.need(number, [BlockRun(first: 20, count: 1)]))
      #expect(stage.wait { reader.present.contains(20) })
      #expect(server.requests.count == 2 && target.requests.map(\.path) == ["/one", "/one", "/one", "/two"])
      #expect(target.requests.allSatisfy { $0.fields["x-pass"] == nil })
      #expect(reader.agrees(with: served))
    }
  }
}

extension FetchReply.Body {
  var isFailure: Bool { code != nil }
  var code: ErrorCode? {
    if case .failed(let code, _) = self { code } else { nil }
  }
}
