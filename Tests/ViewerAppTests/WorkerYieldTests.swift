import Display
import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp

/// What is urgent and finds every worker busy, with real workers.
struct WorkerYieldTests {
  static func submit(_ key: RenderKey, _ number: UInt32, _ store: BitmapStore, _ pool: WorkerPool) throws {
    let bitmap = BitmapID(number: number)
    pool.submit(.render(key, into: bitmap), lending: try store.make(bitmap, for: key))
  }

  /// Two pages, of which the second is never done.
  static func endless() -> [UInt8] {
    var pdf = PDFFixture()
    pdf.addPage(contents: PDFFixture.text("Words"))
    pdf.addEndlessPage()
    return pdf.bytes()
  }

  @Test("A look-ahead that has run for a while is ended for words under a finger, and is nobody's failure")
  func lookAhead() throws {
    let stage = try PoolStage([Self.endless()])
    _ = try stage.open(1)
    let store = BitmapStore()
    try Self.submit(Material.key(page: 1), 7, store, stage.pool)
    #expect(!stage.pool.hasRoom)
    stage.pool.urgency = Urgency(text: 0, pixels: false, visible: 0..<1)
    let check = try #require(stage.pool.nextCheck)
    #expect(check.microseconds <= MonotonicClock.now() + 200_000)
    while !stage.pool.hasRoom {
      try stage.turn()
      stage.pool.makeWay()
    }
    #expect(stage.pool.takeCompletions().map(\.summary) == ["render 1: 1 into 7 failed: cancelled, foreign"])
    stage.pool.submit(.text(document: 1, page: 0), lending: nil)
    guard case .text(1, 0, let text) = try #require(try stage.finish().last) else {
      Issue.record("no words")
      return
    }
    #expect(text.text == "Words")
    #expect(stage.pool.killed == 0, "we ended it ourselves")
  }

  @Test("What a finger can see, and what has just begun, is left alone")
  func spared() throws {
    let stage = try PoolStage([Self.endless()], limits: WorkLimits(render: .seconds(1)))
    _ = try stage.open(1)
    let store = BitmapStore()
    try Self.submit(Material.key(page: 1), 7, store, stage.pool)
    stage.pool.urgency = Urgency(text: 0, pixels: false, visible: 0..<2)
    while stage.pool.isWorking {
      stage.pool.makeWay()
      try stage.turn()
    }
    #expect(
      stage.pool.takeCompletions().map(\.summary) == ["render 1: 1 into 7 failed: timeout, deadline"])
  }

  @Test("An outline that is read in the background gives way to pixels, a free worker makes that needless")
  func background() throws {
    let stage = try PoolStage([Self.endless()], count: 2)
    _ = try stage.open(1)
    let store = BitmapStore()
    try Self.submit(Material.key(page: 1), 7, store, stage.pool)
    stage.pool.urgency = Urgency(text: 0, pixels: true, visible: 0..<1)
    #expect(stage.pool.hasRoom)
    // Another worker is idle: nothing is ended, however long the first one runs.
    let end = MonotonicClock.now() + 400_000
    while MonotonicClock.now() < end {
      stage.pool.makeWay()
      try stage.loop.wait(until: min(end, MonotonicClock.now() + 50_000))
      while let event = stage.loop.next() { stage.pool.handle(seat: event.number) }
    }
    #expect(stage.pool.isWorking && stage.pool.takeCompletions().isEmpty)
    stage.pool.close(document: 1)
    #expect(try stage.finish().map(\.summary) == ["render 1: 1 into 7 failed: cancelled, foreign"])
  }
}
