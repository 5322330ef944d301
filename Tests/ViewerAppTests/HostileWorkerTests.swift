import Foundation
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ViewerApp

/// The pool with workers that are anything but.
struct HostileWorkerTests {
  private static let facts = DocumentFacts(
    pages: 2, firstPageSize: Size(width: 60, height: 80), firstPageLabel: "", encrypted: false,
    permissions: .all)

  @Test(
    "An opening that a worker's death ends is tried as often as the death deserves, and told by its code",
    arguments: [
      ("kill -SEGV $$", "damaged-document", 2),
      ("exit 0", "damaged-document", 2),
      ("exit 3", "damaged-document", 2),
      ("printf rubbish >&3; exec sleep 1000", "damaged-document", 2),
      ("exec 3>&-; exec sleep 1000", "damaged-document", 2),
      ("echo 'Out of memory' >&2; kill -ABRT $$", "out-of-memory", 2),
      // The kernel, short of memory, kills whoever is largest: it may be better next time, but not for ever.
      ("kill -KILL $$", "damaged-document", 6),
    ])
  func deaths(_ script: String, _ code: String, _ starts: Int) throws {
    let worker = try StandInWorker(script)
    let stage = try PoolStage([Material.document(pages: 1)], executable: worker.path)
    #expect(try stage.open(1).summary == "open 1 failed: \(code)")
    #expect(worker.starts == starts)
    #expect(stage.pool.started == starts && stage.pool.killed == starts)
    #expect(stage.loop.watched == 0)
  }

  @Test(
    "Programs that are no workers at all end an opening, too",
    arguments: ["/bin/false", "/bin/true", "/bin/cat", "/bin/sleep"])
  func strangers(_ program: String) throws {
    let stage = try PoolStage([Material.document(pages: 1)], executable: program)
    #expect(try stage.open(1).summary == "open 1 failed: damaged-document")
    #expect(stage.pool.started == 2)
  }

  @Test("An opening that takes too long is not tried again, and the time is the worker's own")
  func tooLong() throws {
    let limits = WorkLimits(open: .milliseconds(30), wallFactor: 2)
    let worker = try StandInWorker("exec sleep 1000")
    let stage = try PoolStage([Material.document(pages: 1)], executable: worker.path, limits: limits)
    #expect(try stage.open(1).summary == "open 1 failed: timeout")
    #expect(stage.pool.started == 1 && stage.pool.killed == 1)
  }

  @Test("A worker's program that cannot be run is told as such, and not as the document's fault")
  func noProgram() throws {
    let stage = try PoolStage([Material.document(pages: 1)], executable: "/no/such/lectern-worker")
    stage.pool.open(document: 1, source: 0)
    let event = try #require(stage.pool.takeCompletions().first)
    guard case .openFailed(1, let failure) = event else {
      Issue.record("\(event.summary)")
      return
    }
    #expect(failure.code == .badConfiguration)
    #expect(failure.line.contains("/no/such/lectern-worker"))
    #expect(stage.pool.started == 0 && stage.loop.watched == 0 && !stage.pool.isBusy)
  }

  @Test("A worker that lies about what it was asked is ended, and the page is to blame")
  func lies() throws {
    let worker = try StandInWorker(answering: [
      .opened(Self.facts), .sizes(first: 0, [Size(width: 60, height: 80)]),
    ])
    let stage = try PoolStage([Material.document(pages: 2)], executable: worker.path)
    #expect(try stage.open(1).summary == "opened 1: 2 pages")
    let key = Material.key()
    let store = BitmapStore()
    let bitmap = BitmapID(number: 1)
    stage.pool.submit(.render(key, into: bitmap), lending: try store.make(bitmap, for: key))
    #expect(try stage.finish().map(\.summary) == ["render 1: 0 into 1 failed: page-render-failed, death"])
    #expect(stage.pool.killed == 1)
  }

  @Test("A page is not to blame for a worker that dies while it opens the document for it")
  func deathBefore() throws {
    // The first worker opens; those after it crash.
    let worker = try StandInWorker(answering: [.opened(Self.facts)])
    let crash = try StandInWorker("kill -SEGV $$")
    let first = try PoolStage([Material.document(pages: 2)], count: 2, executable: worker.path)
    #expect(try first.open(1).summary == "opened 1: 2 pages")
    try FileManager.default.removeItem(atPath: worker.path)
    try FileManager.default.createSymbolicLink(atPath: worker.path, withDestinationPath: crash.path)
    let store = BitmapStore()
    for page: Int32 in 0..<2 {
      let key = Material.key(page: page)
      let bitmap = BitmapID(number: UInt32(page))
      first.pool.submit(.render(key, into: bitmap), lending: try store.make(bitmap, for: key))
    }
    while first.pool.killed < 1 { try first.turn() }
    #expect(
      first.pool.takeCompletions().map(\.summary) == [
        "render 1: 1 into 1 failed: page-render-failed, foreign"
      ])
    first.pool.close(document: 1)
    #expect(try first.finish().map(\.summary) == ["render 1: 0 into 0 failed: cancelled, foreign"])
    try first.settle()
  }

  @Test("A worker that has grown fat gives way to a fresh one, unless it is the last while the screen waits")
  func recycling() throws {
    let fat = WorkerPolicy().anonymousLimit + 1024
    let answers: [WorkerReply.Body] = [.opened(Self.facts), .sizes(first: 0, []), .sizes(first: 0, [])]
    let worker = try StandInWorker(answering: answers, anonymousBytes: fat)
    let stage = try PoolStage([Material.document(pages: 2)], executable: worker.path)
    stage.pool.visibleWaits = true
    _ = try stage.open(1)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+0"])
    #expect(worker.starts == 1 && stage.loop.watched == 2)

    stage.pool.visibleWaits = false
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+0"])
    // It ends; the next work waits for that and finds a fresh one, which opens the document anew.
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+0"])
    #expect(worker.starts == 2 && stage.pool.killed == 0)
    try stage.settle()
  }

  @Test("A worker of two is replaced even while the screen waits: the other one goes on")
  func recyclingOfTwo() throws {
    let fat = WorkerPolicy().anonymousLimit + 1024
    let worker = try StandInWorker(
      answering: [.opened(Self.facts), .sizes(first: 0, [])], anonymousBytes: fat)
    let stage = try PoolStage([Material.document(pages: 2)], count: 2, executable: worker.path)
    stage.pool.visibleWaits = true
    _ = try stage.open(1)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    stage.pool.submit(.sizes(document: 1, first: 0, count: 2), lending: nil)
    #expect(try stage.finish().map(\.summary) == ["sizes 1: 0+0", "sizes 1: 0+0"])
    while stage.loop.watched > 2 { try stage.turn() }
    #expect(stage.pool.started == 2 && stage.pool.killed == 0)
  }

  @Test("Two hundred documents that come and go leave no watch and no descriptor behind")
  func leaks() throws {
    let stage = try PoolStage([Material.document(pages: 1)], executable: "/bin/cat")
    func openDescriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    let before = try openDescriptors()
    var events = 0
    for document: UInt32 in 1...200 {
      stage.pool.open(document: document, source: 0)
      if document % 2 == 0 { stage.pool.close(document: document) }
      events += try stage.finish().count
      if document % 2 == 1 { stage.pool.close(document: document) }
    }
    try stage.settle()
    #expect(events == 200)
    #expect(stage.loop.watched == 0)
    // Tests that run at the same time hold some; one leaked for each document would be 200.
    #expect(try openDescriptors() < before + 100)
  }
}
