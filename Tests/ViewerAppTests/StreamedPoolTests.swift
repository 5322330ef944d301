import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

/// Real workers, and a document that comes from a played server.
@Suite(.enabled(if: QPDF.path != nil, "qpdf, which lays documents out, is not installed"))
struct StreamedPoolTests {
  static let pages = 40
  static let document = Result { try LongDocument.linearised(pages: pages) }

  private static func stage(_ count: Int = 1) throws -> StreamStage {
    try StreamStage(try document.get(), count: count)
  }

  private static func rendered(_ events: [SessionEvent]) -> [Int32] {
    events.compactMap { if case .rendered(let key, _, _) = $0 { key.page } else { nil } }
  }

  private static func starved(_ events: [SessionEvent]) -> [Int] {
    events.compactMap { if case .starved(_, let page) = $0 { page } else { nil } }
  }

  private static func fed(_ events: [SessionEvent]) -> [Int] {
    events.compactMap { if case .fed(_, let page) = $0 { page } else { nil } }
  }

  @Test("A document opens, and a page far away is drawn, from a few of its blocks")
  func few() throws {
    let stage = try Self.stage()
    guard case .opened(_, let pages, _, _, let hasLayout, _, let isComing) = try stage.open() else {
      Issue.record("it does not open")
      return
    }
    #expect(pages == Self.pages && hasLayout && isComing)
    try stage.render(30)
    #expect(Self.rendered(try stage.finish()) == [30])
    let sent = try #require(stage.fetcher?.sent)
    #expect(Set(sent).count == sent.count && sent.count < 12)
    #expect(stage.pool.killed == 0)
  }

  @Test("Waiting for blocks counts against no limit, and whoever waits is told as soon as they are there")
  func waiting() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    #expect(stage.pool.nextCheck == nil && stage.pool.isWorking)
    let need = try #require(stage.fetcher?.lastNeed)
    try stage.fetcher?.give([BlockRun(first: need[0], count: 1)])
    try stage.starve()
    #expect(stage.fetcher?.lastNeed == Array(need.dropFirst()), "the rest is asked for")
    try stage.fetcher?.give(need.dropFirst().map { BlockRun(first: $0, count: 1) })
    #expect(Self.rendered(try stage.finish()) == [30])
  }

  @Test("A worker that waits for a page out of sight is had for one whose blocks are there, and opens anew")
  func abandoned() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    stage.pool.visiblePages = 0..<1
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    let need = try #require(stage.fetcher?.lastNeed)
    stage.pool.urgency = Urgency(text: nil, pixels: true, visible: 0..<1)
    stage.pool.makeWay()
    let events = try stage.finish()
    #expect(Self.starved(events) == [30])
    #expect(events.map(\.summary).contains("render 1: 30 into 1 failed: cancelled, foreign"))
    stage.pool.urgency = nil
    try stage.render(0)
    #expect(Self.rendered(try stage.finish()) == [0], "without another block")
    // Its blocks come, and it is drawn after all.
    try stage.fetcher?.give(need.map { BlockRun(first: $0, count: 1) })
    while !stage.pool.hasResults { try stage.turn() }
    #expect(Self.fed(stage.pool.takeCompletions()) == [30])
    try stage.render(30)
    #expect(Self.rendered(try stage.finish()) == [30])
    #expect(stage.pool.started == 1 && stage.pool.killed == 0)
  }

  @Test("Pages out of sight give way first, then what was begun last", arguments: [0..<1, 20..<31])
  func victims(visible: Range<Int>) throws {
    let stage = try Self.stage(2)
    _ = try stage.open()
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    // The second worker opens the document before it gets there: that much is given.
    try stage.render(10)
    try stage.starve()
    stage.pool.visiblePages = visible
    stage.pool.urgency = Urgency(text: nil, pixels: true, visible: visible)
    stage.pool.makeWay()
    while !stage.pool.hasResults { try stage.turn() }
    #expect(Self.starved(stage.pool.takeCompletions()) == [10])
    stage.pool.close(document: 1)
    _ = try stage.finish()
  }

  @Test("When no more will come, who waits hears why, and what is there can still be drawn")
  func cutOff() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    try stage.fetcher?.say(.failed(.networkError, "the server is gone"))
    #expect(try stage.finish().map(\.summary) == ["render 1: 30 into 1 failed: network-error, answer"])
    try stage.render(0)
    #expect(Self.rendered(try stage.finish()) == [0])
    // Who wants more finds the server back.
    stage.fetcher?.gives = true
    try stage.render(30)
    #expect(Self.rendered(try stage.finish()) == [30])
  }

  @Test("A document that never begins to come fails to open")
  func openingCutOff() throws {
    let stage = try Self.stage()
    stage.fetcher?.gives = false
    stage.pool.open(document: 1, source: 0)
    while stage.fetcher?.lastNeed.isEmpty ?? true { try stage.turn() }
    try stage.fetcher?.say(.failed(.storageFull, "no room"))
    #expect(try stage.finish().map(\.summary) == ["open 1 failed: storage-full"])
  }

  @Test("When all of it is there its workers are started anew, and read it as any file")
  func whole() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    try stage.fetcher?.finish()
    while !stage.pool.hasResults { try stage.turn() }
    #expect(
      stage.pool.takeCompletions().contains {
        if case .whole(let document) = $0 { document == 1 } else { false }
      })
    try stage.fetcher?.hangUp()
    stage.pool.submit(.info(document: 1), lending: nil)
    guard case .info(_, let info) = try #require(try stage.finish().last) else {
      Issue.record("no facts")
      return
    }
    #expect(info.linearisation == .fine && stage.pool.started == 2 && stage.pool.killed == 0)
    stage.pool.submit(.sizes(document: 1, first: 0, count: Self.pages), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+\(Self.pages)"])
  }

  @Test("A fetcher that dies is asked again for what is missing, and nothing is read twice")
  func restarted() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    let need = try #require(stage.fetcher?.lastNeed)
    stage.fetcher?.gives = true
    try stage.restart()
    #expect(Self.rendered(try stage.finish()) == [30])
    #expect(stage.fetcher?.lastNeed == need && stage.pool.started == 1)
  }

  @Test("Where the document has become another one meanwhile, the session hears of it")
  func changed() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    try stage.restart(forgetting: true)
    while !stage.pool.hasResults { try stage.turn() }
    #expect(
      stage.pool.takeCompletions().contains { if case .changed(document: 1) = $0 { true } else { false } })
    stage.pool.close(document: 1)
    #expect(try stage.finish().map(\.summary) == ["render 1: 30 into 1 failed: cancelled, foreign"])
  }

  @Test("The rest may come while nothing is needed and the screen is still, and not otherwise")
  func filling() throws {
    let stage = try Self.stage()
    _ = try stage.open()
    func fills() -> [Bool] {
      stage.fetcher?.asked.compactMap { if case .fill(_, let on) = $0 { on } else { nil } } ?? []
    }
    stage.pool.mayFill = true
    stage.pool.askForBlocks()
    try stage.fetcher?.listen()
    #expect(fills() == [true])
    stage.fetcher?.gives = false
    try stage.render(30)
    try stage.starve()
    while stage.fetcher?.lastNeed.isEmpty ?? true { try stage.turn() }
    #expect(fills() == [true, false])
    try stage.fetcher?.give((stage.fetcher?.lastNeed ?? []).map { BlockRun(first: $0, count: 1) })
    _ = try stage.finish()
    try stage.fetcher?.listen()
    #expect(fills() == [true, false, true])
    stage.pool.mayFill = false
    stage.pool.askForBlocks()
    try stage.fetcher?.listen()
    #expect(fills() == [true, false, true, false])
  }

  @Test("A worker that misses blocks of a document that is all here is ended")
  func liar() throws {
    let worker = try StandInWorker(answering: [.missing([BlockRun(first: 0, count: 1)])])
    let stage = try PoolStage([Material.document(pages: 1)], executable: worker.path)
    #expect(try stage.open(1).summary.hasPrefix("open 1 failed"))
    #expect(stage.pool.killed > 0)
  }
}
