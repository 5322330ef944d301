import Display
import Foundation
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// The pool with real workers, which are stopped and killed under it.
struct WorkerPoolTests {
  /// Hands in a render, with memory of the store's.
  private static func render(
    _ page: Int32, document: UInt32 = 1, into number: UInt32, _ store: BitmapStore, _ pool: WorkerPool
  ) throws {
    let key = Material.key(document: document, page: page)
    let bitmap = BitmapID(number: number)
    pool.submit(.render(key, into: bitmap), lending: try store.make(bitmap, for: key))
  }

  @Test("A document is opened, measured and drawn by one worker that stays")
  func one() throws {
    let stage = try PoolStage([Material.document(pages: 3)])
    #expect(try stage.open(1).summary == "opened 1: 3 pages")
    let store = BitmapStore()
    stage.pool.submit(.sizes(document: 1, first: 1, count: 2), lending: nil)
    #expect(!stage.pool.hasRoom)
    try Self.render(2, into: 7, store, stage.pool)
    let results = try stage.finish()
    #expect(results.map(\.summary) == ["sizes 1: 1+2", "rendered 1: 2 into 7"])
    #expect(stage.pool.hasRoom && !stage.pool.isBusy)
    #expect(stage.pool.started == 1 && stage.pool.killed == 0)
    // The box of the third page is 12 points high, from 10 points above the edge: half as many pixels.
    let view = try #require(store.view(of: BitmapID(number: 7)))
    #expect(view.pixel(x: 10, y: 33) & 0xFFFFFF == 0xFF0000)
    #expect(view.pixel(x: 10, y: 28) & 0xFFFFFF == 0xFFFFFF)
    #expect(stage.pool.takeCompletions().isEmpty)
  }

  @Test(
    "Results come in the order of the work, whichever worker is done first, and workers are no more than asked for"
  )
  func order() throws {
    let stage = try PoolStage([Material.document(pages: 6)], count: 2)
    _ = try stage.open(1)
    let first = try #require(try stage.workers().first)
    let store = BitmapStore()
    // The first worker cannot answer until all the others' work is done.
    kill(first, SIGSTOP)
    for page in 0..<6 { try Self.render(Int32(page), into: UInt32(page + 10), store, stage.pool) }
    #expect(stage.pool.started == 2)
    #expect(!stage.pool.hasRoom)
    var early: [SessionEvent] = []
    while early.count < 5 {
      try stage.turn()
      early += stage.pool.takeCompletions()
    }
    #expect(early.map(\.summary) == (1..<6).map { "rendered 1: \($0) into \($0 + 10)" })
    for page in 1..<4 { try Self.render(Int32(page), into: UInt32(page + 20), store, stage.pool) }
    kill(first, SIGCONT)
    let results = try stage.finish()
    #expect(
      results.map(\.summary) == ["rendered 1: 0 into 10"]
        + (1..<4).map { "rendered 1: \($0) into \($0 + 20)" })
    #expect(stage.pool.started == 2)
    #expect(try stage.workers().count == 2)
  }

  @Test(
    "A kill from outside costs an opening or a measuring nothing, and a page is told that it is not to blame")
  func foreignKill() throws {
    let stage = try PoolStage([Material.document(pages: 2)])
    stage.pool.open(document: 1, source: 0)
    for worker in try stage.workers() { kill(worker, SIGKILL) }
    #expect(try stage.finish().map(\.summary) == ["opened 1: 2 pages"])

    let killed = stage.pool.killed
    try stop(stage)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    try killAll(stage)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+2"])
    #expect(stage.pool.killed == killed + 1)

    let store = BitmapStore()
    try stop(stage)
    try Self.render(1, into: 3, store, stage.pool)
    try killAll(stage)
    #expect(
      try stage.finish().map(\.summary) == ["render 1: 1 into 3 failed: page-render-failed, foreign"])
    try Self.render(1, into: 4, store, stage.pool)
    #expect(try stage.finish().map(\.summary) == ["rendered 1: 1 into 4"])
  }

  @Test("While nobody looks one worker stays, and all come back when there is work")
  func resting() throws {
    let stage = try PoolStage([Material.document(pages: 6)], count: 3)
    _ = try stage.open(1)
    let store = BitmapStore()
    for page in 0..<6 { try Self.render(Int32(page), into: UInt32(page), store, stage.pool) }
    #expect(try stage.finish().count == 6)
    #expect(try stage.workers().count == 3)
    // One is at work still: what it draws is taken in.
    try Self.render(1, into: 9, store, stage.pool)
    stage.pool.isResting = true
    #expect(try stage.finish().map(\.summary) == ["rendered 1: 1 into 9"])
    // Until the pool itself knows that they are gone: a seat that it takes to be used gets no work.
    while stage.pool.seats.count(where: { $0.process != nil }) > 1 { try stage.turn() }
    #expect(try stage.workers().count == 1)
    #expect(stage.pool.killed == 0 && !stage.pool.isBusy)
    stage.pool.isResting = false
    for page in 0..<6 { try Self.render(Int32(page), into: UInt32(page + 20), store, stage.pool) }
    #expect(try stage.finish().count == 6)
    #expect(try stage.workers().count == 3 && stage.pool.started == 5)
  }

  @Test("A kill is the kernel's for want of memory where it has counted one, and nobody's page is to blame")
  func killedForMemory() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kills-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let count = folder.appendingPathComponent("vmstat")
    try Data("oom_kill 1\n".utf8).write(to: count)
    let stage = try PoolStage(
      [Material.document(pages: 2)], memoryKills: MemoryKills(processes: folder.path, groups: folder.path))
    _ = try stage.open(1)
    let store = BitmapStore()
    try stop(stage)
    try Self.render(1, into: 3, store, stage.pool)
    try Data("oom_kill 2\n".utf8).write(to: count)
    try killAll(stage)
    #expect(try stage.finish().map(\.summary) == ["render 1: 1 into 3 failed: out-of-memory, foreign"])
    try stop(stage)
    try Self.render(1, into: 4, store, stage.pool)
    try killAll(stage)
    #expect(
      try stage.finish().map(\.summary) == ["render 1: 1 into 4 failed: page-render-failed, foreign"])
  }

  @Test("A worker that is killed while it has nothing to do is replaced at the next work")
  func idleKill() throws {
    let stage = try PoolStage([Material.document(pages: 2)])
    _ = try stage.open(1)
    try killAll(stage)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+2"])
    #expect(stage.pool.started == 2)
  }

  @Test("A worker that is stuck without using the processor is ended by the clock, and the page is to blame")
  func stuck() throws {
    let limits = WorkLimits(
      open: .seconds(60), render: .milliseconds(20), text: .seconds(60), wallFactor: 2)
    let stage = try PoolStage([Material.document(pages: 2)], limits: limits)
    _ = try stage.open(1)
    #expect(stage.pool.nextCheck == nil)
    try stop(stage)
    let store = BitmapStore()
    try Self.render(0, into: 1, store, stage.pool)
    #expect(stage.pool.nextCheck != nil)
    #expect(try stage.finish().map(\.summary) == ["render 1: 0 into 1 failed: timeout, deadline"])
    #expect(stage.pool.killed == 1)
    #expect(try stage.workers().isEmpty)
    #expect(stage.loop.watched == 0)
  }

  @Test("Closing a document brings each of its jobs back once, as nobody's fault, and ends its workers")
  func close() throws {
    let stage = try PoolStage([Material.document(pages: 6)], count: 2)
    _ = try stage.open(1)
    let store = BitmapStore()
    try stop(stage)
    for page in 0..<6 { try Self.render(Int32(page), into: UInt32(page), store, stage.pool) }
    try stop(stage)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 6), lending: nil)
    stage.pool.close(document: 1)
    let results = try stage.finish()
    #expect(
      results.map(\.summary)
        == (0..<6).map { "render 1: \($0) into \($0) failed: cancelled, foreign" } + ["sizes 1 failed"])
    try stage.settle()
    #expect(try stage.workers().isEmpty)
    #expect(stage.pool.killed == 0)
    #expect(!stage.pool.isBusy && stage.pool.takeCompletions().isEmpty)
    // What comes for it afterwards has nothing to be done with.
    stage.pool.submit(.sizes(document: 1, first: 0, count: 1), lending: nil)
    #expect(stage.pool.takeCompletions().map(\.summary) == ["sizes 1 failed"])
    #expect(stage.pool.started == 2)
  }

  @Test("A document that is closed while it is being opened comes back once, and its worker goes")
  func closeWhileOpening() throws {
    let stage = try PoolStage([Material.document(pages: 1)])
    stage.pool.open(document: 1, source: 0)
    stage.pool.close(document: 1)
    #expect(try stage.finish().map(\.summary) == ["open 1 failed: cancelled"])
    try stage.settle()
    #expect(try stage.workers().isEmpty)
  }

  @Test("No worker sees two documents, not even after one that did not open")
  func apart() throws {
    let damaged = Array("%PDF-1.7\nrubbish".utf8)
    let stage = try PoolStage([damaged, Material.document(pages: 1), Material.document(pages: 2)])
    #expect(try stage.open(1).summary == "open 1 failed: damaged-document")
    let first = try stage.workers()
    stage.pool.close(document: 1)
    #expect(try stage.open(2, source: 1).summary == "opened 2: 1 pages")
    let second = try stage.workers()
    #expect(Set(first).isDisjoint(with: second))
    // Even where the one before is still open.
    #expect(try stage.open(3, source: 2).summary == "opened 3: 2 pages")
    #expect(Set(second).isDisjoint(with: try stage.workers()))
    stage.pool.submit(.sizes(document: 2, first: 0, count: 1), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 2: 0+1"])
    #expect(stage.pool.killed == 0)
  }

  @Test("Nothing is left behind by documents that come and go, real workers")
  func comings() throws {
    let stage = try PoolStage([Material.document(pages: 2)], count: 2)
    for document: UInt32 in 1...12 {
      #expect(try stage.open(document).summary == "opened \(document): 2 pages")
      stage.pool.close(document: document)
      #expect(stage.loop.watched <= 4)
    }
    try stage.settle()
    #expect(try stage.workers().isEmpty)
    #expect(stage.pool.started == 12)
  }

  @Test("Events of seats that there are not, or that are empty, do nothing")
  func strayEvents() throws {
    let stage = try PoolStage([Material.document(pages: 1)])
    stage.pool.handle(seat: 0)
    stage.pool.handle(seat: 99)
    stage.pool.enforceDeadlines()
    #expect(!stage.pool.isBusy && stage.pool.started == 0 && stage.pool.nextCheck == nil)
  }

  @Test("A source that is no document fails before a worker is started")
  func noWorker() throws {
    let stage = try PoolStage([Array("Dear Sir".utf8)])
    #expect(try openAtOnce(stage) == ["open 1 failed: unsupported-document"])
    #expect(stage.pool.started == 0)
  }

  private func openAtOnce(_ stage: PoolStage) throws -> [String] {
    stage.pool.open(document: 1, source: 0)
    return stage.pool.takeCompletions().map(\.summary)
  }

  private func stop(_ stage: PoolStage) throws {
    for worker in try stage.workers() { kill(worker, SIGSTOP) }
  }

  private func killAll(_ stage: PoolStage) throws {
    var workers = try stage.workers()
    // One that was started just now bears its name a moment later.
    while workers.isEmpty, stage.pool.isWorking { workers = try stage.workers() }
    #expect(!workers.isEmpty)
    for worker in workers { kill(worker, SIGKILL) }
  }
}
