import Foundation
import TestSupport
import Testing
import ViewerCore

@testable import ViewerApp
@testable import Wire

/// Clips on a screen of 120 by 160 pixels, in virtual time.
struct ReplayRunTests {
  private static let reading = """
    300   fling 60,140 60,40 80ms
    1500  double-tap 60,80
    2500  pinch 60,80 30 60 200ms
    3500  key PageDown
    3600  ctl goto 2
    """

  private static func run(
    _ clip: String?, pages: Int = 4, documents: Int = 1, _ edit: (inout ViewerOptions) -> Void = { _ in }
  ) throws -> ViewerStage {
    let documents = (0..<documents).map { Material.document(pages: pages + $0) }
    let stage = try ViewerStage(documents, clip: clip, edit)
    try stage.replay()
    return stage
  }

  @Test("The same clip leaves the same trace to the byte, however many workers there are not to be seen")
  func determinism() throws {
    let traces = try (0..<3).map { _ in try Self.run(Self.reading).trace().map(\.text) }
    #expect(traces[0] == traces[1] && traces[1] == traces[2])
    let kinds = Set(try Self.run(Self.reading).trace().compactMap { $0.text("kind") })
    #expect(kinds.isSuperset(of: ["fling", "doubleTap", "pinch"]))
    let slow = try (0..<2).map { _ in
      try Self.run(Self.reading) { $0.renderTime = .milliseconds(70) }.trace().map(\.text)
    }
    #expect(slow[0] == slow[1])
    #expect(slow[0] != traces[0])
  }

  @Test("A page comes at once, or after the time that a render is said to take", arguments: [0, 100, 250])
  func renderTime(_ milliseconds: Int) throws {
    let stage = try Self.run(nil) { $0.renderTime = .milliseconds(milliseconds) }
    let trace = try stage.trace()
    let first = try #require(trace.first { $0.event == "render" })
    let step = 1000.0 / 60
    #expect(first.time >= Double(milliseconds) && first.time < Double(milliseconds) + 2 * step)
    let frames = trace.filter { $0.event == "frame" }
    #expect(frames.first?.time == 0)
    #expect(frames.first?.qualities == [milliseconds == 0 ? "sharp" : "placeholder"])
    #expect(frames.first { $0.qualities == ["sharp"] }?.time == first.time)
  }

  @Test("Renders that take time are under way together, as many as there are workers", arguments: [1, 2, 3])
  func together(_ workers: Int) throws {
    let stage = try Self.run(nil, pages: 8) {
      $0.renderTime = .milliseconds(100)
      $0.workers = workers
    }
    let renders = try stage.trace().filter { $0.event == "render" }
    let first = try #require(renders.first?.time)
    // The page in sight and the two ahead are wanted from the start.
    #expect(renders.count { $0.time == first } == min(workers, 3))
    #expect(renders.count >= 3)
  }

  @Test("Without a clip a run ends when the label has faded; with one not before it is over")
  func ends() throws {
    let silent = try #require(try Self.run(nil).trace().last)
    #expect(silent.event == "quit" && silent.time >= 3150 && silent.time < 3250)
    let waiting = try #require(try Self.run("0 wait 9000ms\n").trace().last)
    #expect(waiting.event == "quit" && waiting.time >= 9000 && waiting.time < 9050)
    let late = try Self.run("8000 key PageDown\n").trace()
    let quit = try #require(late.last)
    // The key's motion, and the label that it woke.
    #expect(quit.event == "quit" && quit.time > 11_000)
    #expect(late.last { $0.event == "page" }?.number("page") == 2)
  }

  @Test("Time in which nothing happens is not stepped through")
  func idle() throws {
    let stage = try Self.run("3600000 key PageDown\n")
    let quit = try #require(try stage.trace().last)
    #expect(quit.time > 3_600_000)
    // An hour has 216 000 steps.
    #expect(stage.output.services < 1000)
    #expect(stage.viewer.session.pageNumber == 2)
  }

  @Test("A finger that is still down when a recording stops is let go at its end")
  func lastFinger() throws {
    let stage = try ViewerStage([Material.document(pages: 4)])
    let whole = try Clip([UInt8]("100 drag 60,140 60,60 200ms\n".utf8), panel: stage.output.panel)
    let cut = whole.events.filter { event in
      guard case .touch(let frame) = event.action else { return true }
      return !frame.changes.contains { $0.phase == .up }
    }
    #expect(cut.count == whole.events.count - 1)
    let clip = Clip(unsorted: cut, duration: .milliseconds(600), deviceCount: 1)
    let run = ReplayRun(
      viewer: stage.viewer, loop: stage.start.loop, clip: clip, workers: 2, renderTime: .zero,
      meters: Meters(start: .zero))
    try run.run()
    #expect(!stage.viewer.session.isMovingOrHeld)
    #expect(stage.viewer.session.isAtRest(at: .milliseconds(60_000)))
    #expect(try stage.trace().last?.event == "quit")
  }

  @Test("Commands are obeyed at their time, and words that are none end the run")
  func commands() throws {
    let stage = try Self.run("500 ctl goto 3\n1000 ctl zoom 2\n2000 ctl home\n")
    let pages = try stage.trace().filter { $0.event == "page" }
    #expect(pages.map { $0.number("page") } == [1, 3, 1])
    #expect(pages[1].time == 500 && pages[2].time == 2000)
    #expect(stage.viewer.session.viewport.zoom == 1)
    let failure = failureOf { try Self.run("500 ctl dance\n") }
    #expect(failure?.code == .usage && failure?.subject == "ctl dance")
    let beyond = try Self.run("500 ctl goto 99\n").trace().first { $0.event == "error" }
    #expect(beyond?.text("code") == "page-out-of-range" && beyond?.number("page") == 99)
  }

  @Test("The next document is opened and the one before let go, round and round")
  func documents() throws {
    let stage = try Self.run("500 ctl next\n1000 ctl next\n1500 ctl previous\n", documents: 2)
    let loads = try stage.trace().filter { $0.event == "load" }
    #expect(loads.map { $0.number("pages") } == [4, 5, 4, 5])
    #expect(stage.viewer.session.pageCount == 5)
    #expect(stage.viewer.pool.killed == 0)
  }

  @Test("A document that does not open ends the run, and is known")
  func failing() throws {
    for (bytes, code) in [
      (nil, ErrorCode.notFound), (Array("%PDF-1.7\nrubbish".utf8), .damagedDocument),
      (Array("Dear Sir".utf8), .unsupportedDocument),
    ] as [([UInt8]?, ErrorCode)] {
      let stage = try ViewerStage([bytes], clip: "100 tap 60,80\n")
      try stage.replay()
      #expect(stage.viewer.session.documentFailure?.code == code)
      let trace = try stage.trace()
      #expect(trace.contains { $0.event == "error" && $0.text("code") == code.rawValue })
      #expect(trace.last?.event == "quit" && stage.viewer.frames > 0)
    }
  }

  @Test("Nothing is drawn while the panel is dark, or while there is none")
  func dark() throws {
    for (off, on) in [("hide", "show"), ("detach", "attach")] {
      let stage = try Self.run("1000 \(off)\n1200 ctl goto 3\n2000 \(on)\n")
      let frames = try stage.trace().filter { $0.event == "frame" }
      #expect(!frames.contains { $0.time > 1000 && $0.time < 2000 }, "\(off)")
      #expect(frames.contains { $0.time >= 2000 && $0.number("page") == 3 }, "\(on)")
      #expect(frames.last?.qualities == ["sharp"])
    }
  }

  @Test("A screen that is taken away and given back shows the same picture again")
  func detached() throws {
    let stage = try Self.run("4000 detach\n5000 attach\n")
    let frames = try stage.trace().filter { $0.event == "frame" }
    let before = try #require(frames.last { $0.time < 4000 })
    let after = try #require(frames.last)
    #expect(after.time >= 5000 && after.text("crc") == before.text("crc"))
  }

  @Test("Words under a finger end a look-ahead that has been drawn for 200 ms of virtual time")
  func urgentWords() throws {
    var pdf = PDFFixture()
    for _ in 0..<6 { pdf.addPage(width: 60, height: 80, contents: PDFFixture.text("Words", x: 5, y: 40)) }
    // With one worker the first page is drawn until 1 s, others a second each from then on. The press is one at 2.1 s.
    let clip = "1600 long-press 30,78 900ms\n6000 wait 1ms\n"
    func run() throws -> [TraceText] {
      let stage = try ViewerStage([pdf.bytes()], clip: clip) {
        $0.workers = 1
        $0.renderTime = .seconds(1)
      }
      try stage.replay()
      return try stage.trace()
    }
    let trace = try run()
    let cancelled = trace.filter { $0.event == "cancelled" }.map(\.time)
    #expect(cancelled.count == 1 && cancelled.allSatisfy { (2190...2220).contains($0) }, "\(cancelled)")
    let selected = trace.first { $0.event == "selection" }
    #expect(selected?.text("text") == "Words")
    #expect(try run().map(\.text) == trace.map(\.text))
  }

  @Test("Memory is given back when the system runs short of it, and what is in sight stays")
  func pressure() throws {
    let stage = try Self.run("4000 pressure\n")
    let trim = try #require(try stage.trace().first { $0.event == "trim" })
    #expect(trim.text("reason") == "pressure" && trim.time == 4000)
    let before = try #require(trim.number("before"))
    let after = try #require(trim.number("after"))
    #expect(after == 512 * 160 && before > after)
    #expect(stage.viewer.session.isSharp)
  }
}
