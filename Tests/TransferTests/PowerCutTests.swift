import Foundation
import Posix
import Synchronization
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import Transfer

/// What stands in the cache after its program was killed, or the power was cut, at any step that it takes on files.
///
/// LECTERN_LONG=1 takes the long forms: a thousand kills, a power cut before each step.
@Suite("Kills and power cuts")
struct PowerCutTests {
  private static let isLong = ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1"

  /// What a server has, in two versions, in parts or as a whole only.
  private final class Stock: Sendable {
    let byteCount: Int
    private let contents: [String: Data]
    private let files: [ServedFile]
    private let state = Mutex((version: 0, isLost: false))

    init(_ byteCount: Int) {
      self.byteCount = byteCount
      files = [1, 2].map { ServedFile(byteCount, version: $0) }
      contents = Dictionary(
        uniqueKeysWithValues: files.map { ($0.entityTag ?? "", Data($0.bytes(0..<byteCount))) })
    }

    func turn() { state.withLock { $0.version = 1 - $0.version } }

    func answer(_ request: HeardRequest) -> ServedAnswer {
      var file = files[state.withLock { $0.version }]
      file.hasRanges = request.path != "/whole"
      let bytes = contents[file.entityTag ?? ""] ?? Data()
      var answer = file.answer(to: request)
      guard let content = answer.content else { return answer }
      // Made once: many runs ask for it.
      let start = answer.status == 206 ? Int(request.range?.lowerBound ?? 0) : 0
      answer.content = ServedContent(byteCount: content.byteCount) {
        Array(bytes[(start + $0.lowerBound)..<(start + $0.upperBound)])
      }
      return answer
    }

    private static func contents(_ file: borrowing FileDescriptor) throws -> Data {
      try Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(file.rawValue)"))
    }

    /// What is wrong in a cache: an entry that is not, byte for byte, what the server had under its tag.
    func faults(in folder: String) throws -> (entries: Int, blocks: Int, faults: [String]) {
      let (cache, state) = (folder + "/cache", folder + "/state")
      let documents = try DocumentCache(folder: cache, keptFolder: state, limit: 1 << 30)
      var faults: [String] = []
      var blocks = 0
      var copies: Set<String> = []
      let list = documents.list()
      for entry in list {
        guard let right = contents[entry.record.entityTag ?? ""] else {
          faults.append("\(entry.record) is nothing that the server had")
          continue
        }
        if entry.isWhole {
          // Of two copies only the first one is ever handed out.
          guard copies.insert(entry.key).inserted else { continue }
          guard let file = documents.open(entry.key) else {
            faults.append("the copy \(entry.key) cannot be had")
            continue
          }
          let there = try Self.contents(file)
          if entry.record.byteCount != byteCount || there != right {
            let place = zip(there, right).enumerated().first { $1.0 != $1.1 }?.offset
            faults.append("the copy of \(entry.record) is wrong from \(place ?? there.count) on")
          }
          continue
        }
        guard let store = try documents.openStore(entry.key) else {
          faults.append("the blocks of \(entry.key) cannot be had")
          continue
        }
        blocks += store.saved.count
        let there = try Self.contents(try store.reading())
        for run in store.saved.runs where there[run.bytes(of: byteCount)] != right[run.bytes(of: byteCount)] {
          faults.append("of \(entry.key) blocks \(run) are wrong")
        }
      }
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name.contains("/.") {
        faults.append("\(name) is left behind")
      }
      return (list.count, blocks, faults)
    }
  }

  /// A folder in memory, where there is such a place: syncing costs nothing there.
  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let memory = "/dev/shm/lectern-test-\(UUID())"
    guard mkdir(memory, 0o700) == 0 else { return try inTemporaryFolder(body) }
    defer { try? FileManager.default.removeItem(atPath: memory) }
    try body(URL(fileURLWithPath: memory))
  }

  /// All that the cache's files go through, each part of it in a process of its own.
  private static func live(_ stock: Stock, _ server: LoopbackServer, _ folder: String, record: String) throws
  {
    let parts = FetchStage.order(server.address("/parts")) { $0.streams = true }
    let kept = FetchStage.order(server.address("/parts")) { ($0.streams, $0.isPersistent) = (true, true) }
    let whole = FetchStage.order(server.address("/whole"))
    for orders in [[parts, whole], [parts, kept], [parts, whole]] {
      let run = try FetchProgramRun(folder, record: record)
      for order in orders {
        let body = try run.fetch(order)
        #expect(body?.isFailure == false, "\(String(describing: body))")
      }
      #expect(run.end() == .exited(0))
      #expect(try stock.faults(in: folder).faults.isEmpty)
      stock.turn()
    }
    let run = try FetchProgramRun(folder, record: record)
    #expect(try run.remove(parts)?.isFailure == false)
    #expect(run.end() == .exited(0))
  }

  @Test(
    "After a power cut at any step there are only whole, right entries, whatever the disk has kept of the rest"
  )
  func powerCuts() throws {
    // More than a document that comes whole at once, and not a multiple of a block.
    let stock = Stock((1 << 20) + 200_001)
    let server = try LoopbackServer { stock.answer($0) }
    try Self.inFolder { place in
      let (original, record) = (place.path + "/live", place.path + "/record")
      try Self.live(stock, server, original, record: record)
      let steps = try DiskStep.read(URL(fileURLWithPath: record))
      let kinds = Set(steps.map(\.kind))
      #expect(kinds.isSuperset(of: [.open, .write, .size, .sync, .rename, .link, .unlink]), "\(kinds)")
      let (faults, blocks, copies) = try Self.cut(steps, stock, original, place, every: Self.isLong ? 1 : 15)
      #expect(faults.isEmpty, "\(faults.prefix(5))")
      // What was synced has not been for nothing.
      #expect(blocks > 0 && copies > 0)
      // The test itself sees what it should: without syncs there are wrong entries.
      let unsynced = try Self.cut(
        steps, stock, original, place, every: Self.isLong ? 9 : 60, forgetsSyncs: true)
      #expect(!unsynced.faults.isEmpty)
    }
  }

  private static func cut(
    _ steps: [DiskStep], _ stock: Stock, _ original: String, _ place: URL, every: Int,
    forgetsSyncs: Bool = false
  ) throws -> (faults: [String], blocks: Int, copies: Int) {
    var disk = SimulatedDisk(forgetsSyncs: forgetsSyncs)
    var random = SystemRandomNumberGenerator()
    var result: (faults: [String], blocks: Int, copies: Int) = ([], 0, 0)
    var next = 0
    for (index, step) in steps.enumerated() {
      disk.take(step)
      guard index == next || index == steps.count - 1 else { continue }
      next = index + Int.random(in: 1...(2 * every - 1))
      for luck in SimulatedDisk.Luck.allCases {
        let folder = place.appendingPathComponent("cut")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try disk.write(luck, for: original, to: folder, &random)
        let found = try stock.faults(in: folder.path)
        result.faults += found.faults.map { "\(luck) after step \(index) (\(step.kind)): \($0)" }
        result.blocks += found.blocks
        result.copies += found.entries
      }
    }
    return result
  }

  @Test("Killed at any step again and again, the program finds only whole, right entries, and ends its work")
  func kills() throws {
    let stock = Stock((1 << 20) + 200_001)
    let server = try LoopbackServer { stock.answer($0) }
    try Self.inFolder { place in
      let folder = place.path + "/live"
      var (deaths, ends, blocks) = (0, 0, 0)
      let wanted = Self.isLong ? 1000 : 40
      while deaths < wanted {
        let path = Bool.random() ? "/parts" : "/whole"
        let order = FetchStage.order(server.address(path)) {
          $0.streams = Bool.random()
          $0.isPersistent = Bool.random()
          // Now and then blocks are added to without a word of the server.
          $0.maxAge = Bool.random() ? 60_000 : 0
        }
        let run = try FetchProgramRun(folder, death: Int.random(in: 1...280))
        let body = try run.fetch(order)
        if body == nil {
          deaths += 1
          #expect(run.end() == .signalled(SIGKILL, coreDumped: false))
        } else {
          ends += 1
          _ = run.end()
          // All is there: the next one begins anew, or with what the server has by then.
          if Bool.random() { stock.turn() } else { try FileManager.default.removeItem(atPath: folder) }
        }
        let found = try stock.faults(in: folder)
        blocks += found.blocks
        #expect(found.faults.isEmpty, "after \(deaths) deaths: \(found.faults)")
      }
      #expect(blocks > 0)
      let run = try FetchProgramRun(folder)
      for path in ["/parts", "/whole"] {
        let order = FetchStage.order(server.address(path)) { $0.streams = true }
        #expect(try run.fetch(order)?.isFailure == false)
      }
      #expect(run.end() == .exited(0))
      #expect(try stock.faults(in: folder).faults.isEmpty)
      print("killed \(deaths) times, ended \(ends) times, found \(blocks) blocks")
    }
  }

  @Test(
    "On a full disk what is needed fails as such, what has come stays, and a document that came whole leaves nothing"
  )
  func fullDisk() throws {
    let stock = Stock((1 << 20) + 200_001)
    let server = try LoopbackServer { stock.answer($0) }
    try Self.inFolder { place in
      let order = FetchStage.order(server.address("/parts")) { $0.streams = true }
      // The marks of folders, their maps and four blocks.
      let run = try FetchProgramRun(place.path, room: 5 * BlockRun.blockBytes - 1000)
      let body = try run.fetch(order, need: BlockRun(first: 3, count: 10))
      #expect(body?.code == .storageFull, "\(String(describing: body))")
      #expect(run.blocks.contains(BlockRun(first: 3, count: 2)) && run.blocks.count < 6, "\(run.blocks.runs)")
      #expect(run.end() == .exited(0))
      var found = try stock.faults(in: place.path)
      #expect(found.faults.isEmpty && found.blocks > 0)
      let whole = FetchStage.order(server.address("/whole"))
      let other = try FetchProgramRun(place.path, room: 300_000)
      #expect(try other.fetch(whole)?.code == .storageFull)
      #expect(other.end() == .exited(0))
      found = try stock.faults(in: place.path)
      #expect(found.faults.isEmpty && found.entries == 1)
    }
  }
}

extension HeardRequest {
  /// The bytes that are asked for.
  fileprivate var range: Range<Int>? {
    let ends = (fields["range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 ? ends[0]..<(ends[1] + 1) : nil
  }
}
