import Foundation
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// Blocks in a cache that others use, too.
@Suite("Blocks in a shared cache")
struct SharedStoreTests {
  private static let block = BlockRun.blockBytes

  @Test("While one process streams a document another gets it by itself, and neither disturbs the other")
  func processes() throws {
    let served = ServedFile(4 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      let first = try FetchStage(folder)
      let (number, reader) = try #require(first.stream(address))
      let second = try FetchStage(folder)
      let (other, apart) = try #require(second.stream(address) { $0.maxAge = 60_000 })
      second.ask(.need(other, [BlockRun(first: 20, count: 1)]))
      #expect(second.wait { apart.present.contains(20) })
      #expect(!reader.present.contains(20) && apart.agrees(with: served))
      first.ask(.need(number, [BlockRun(first: 30, count: 1)]))
      #expect(first.wait { reader.present.contains(30) })
      // The one that has no right to keep its blocks leaves nothing behind.
      second.ask(.cancel(other))
      second.close()
      first.close()
      #expect(first.cache.list().map(\.isWhole) == [false])
      let third = try FetchStage(folder)
      let (_, kept) = try #require(third.stream(address) { $0.maxAge = 60_000 })
      #expect(kept.present == reader.present && kept.agrees(with: served))
      // A whole copy may come from anybody.
      #expect(second.get(address) { $0.maxAge = 60_000 } == .document(.downloaded))
      #expect(third.get(address) { $0.maxAge = 60_000 } == .document(.fresh))
    }
  }

  @Test("A cache that is cleared takes the blocks away; who reads them goes on, and nothing comes back")
  func clearing() throws {
    let served = ServedFile(4 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      let stage = try FetchStage(folder)
      let (number, reader) = try #require(stage.stream(address))
      stage.close()
      let other = try FetchStage(folder)
      let (again, kept) = try #require(other.stream(address) { $0.maxAge = 60_000 })
      let listed = try #require(other.cache.list().first)
      #expect(!listed.isWhole && (Self.block...(2 * Self.block)).contains(listed.record.byteCount))
      #expect(listed.record.address == address && !listed.isPersistent)
      #expect(
        other.wait(for: other.ask(.clear))?.reply.body == .done(count: 1, byteCount: listed.record.byteCount))
      other.ask(.need(again, [BlockRun(first: 9, count: 1)]))
      #expect(other.wait { kept.present.contains(9) })
      #expect(kept.agrees(with: served) && reader.agrees(with: served) && stage.last(number) == nil)
      other.close()
      #expect(other.cache.list().isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/cache/blocks")
      #expect(names == ["CACHEDIR.TAG"], "\(names)")
    }
  }

  @Test("Blocks that should outlive the house's cache stand with the kept copies, and become one")
  func persistence() throws {
    let served = ServedFile(4 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      func order(_ order: inout FetchOrder) { (order.isPersistent, order.maxAge) = (true, 60_000) }
      do {
        let stage = try FetchStage(folder)
        let (_, _) = try #require(stage.stream(address, order))
        stage.close()
        #expect(stage.cache.list().map(\.isPersistent) == [true])
      }
      let stage = try FetchStage(folder)
      let (number, _) = try #require(stage.stream(address, order))
      stage.ask(.fill(number, true))
      #expect(stage.wait(for: number)?.reply.body == .whole(.downloaded))
      let list = stage.cache.list()
      #expect(list.count == 1 && list[0].isPersistent && list[0].isWhole)
      #expect(server.sentBytes == served.byteCount)
    }
  }

  @Test("Blocks count as what they take up, and the oldest go")
  func limit() throws {
    let served = ServedFile(100 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      // Room for the blocks of two documents, each as long as all of it many times over.
      let stage = try FetchStage(folder, limit: 5 * Self.block)
      for name in ["/a", "/b", "/c"] {
        let (number, reader) = try #require(stage.stream(server.address(name)))
        stage.ask(.need(number, [BlockRun(first: 9, count: 1)]))
        #expect(stage.wait { reader.present.count == 2 })
        stage.ask(.cancel(number))
      }
      #expect(
        Set(stage.cache.list().map(\.record.address)) == [server.address("/b"), server.address("/c")])
    }
  }

  @Test("Blocks that no map names, maps whose blocks are gone, and maps of rubbish are swept away")
  func sweeping() throws {
    let served = ServedFile(4 << 20)
    let server = try LoopbackServer { served.answer(to: $0) }
    try inTemporaryFolder { folder in
      let address = server.address("/d")
      do {
        let stage = try FetchStage(folder)
        let (_, _) = try #require(stage.stream(address))
        stage.close()
      }
      let place = folder.path + "/cache/blocks"
      let good = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
      let map = try #require(good.first { $0.hasSuffix(".blocks") })
      let text = try String(contentsOfFile: "\(place)/\(map)", encoding: .utf8)
      for (name, contents) in [
        ("x-1-1.part", "bytes"), (".y-1-1.part", "bytes"), ("x-1-1.document", "bytes"), ("z.blocks", "{"),
        ("w.blocks", text.replacingOccurrences(of: ".part", with: "-.part")),
        ("v.blocks", text.replacingOccurrences(of: "4194304", with: "4194305")),
        ("u.blocks", text.replacingOccurrences(of: "\"0+1\"", with: "\"0+65\"")),
      ] {
        try contents.write(toFile: "\(place)/\(name)", atomically: false, encoding: .utf8)
      }
      let stage = try FetchStage(folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == good)
      let (_, reader) = try #require(stage.stream(address) { $0.maxAge = 60_000 })
      #expect(reader.present.count == 1 && server.requests.count == 1)
    }
  }
}
