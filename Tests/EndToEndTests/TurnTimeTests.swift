import Display
import Foundation
import Posix
import TestSupport
import Testing
import Touch
import ViewerCore
import Wire

@testable import ViewerApp

/// What tells a loop that does an engine's work from one that does its own, in CPU time of its thread.
///
/// A page takes an engine 50 ms and more. The loop's own turns stay under 8 ms, half of a frame at 60 Hz: all of them
/// on an idle machine. On one that is busy with other things single turns with the same instructions were seen to
/// take many times as long, so that there 99 of 100 must keep to it and none may be as long as a page.
enum TurnLimit {
  static let usual = 8.0
  static let milliseconds = 40.0
}

/// Shows that the check of a live run's turns can fail: the same loop and the same figure, with a viewer that draws
/// pages on the loop's own thread.
@Suite("Turns of the loop")
struct TurnTimeTests {
  /// Runs the kiosk's loop for a drag in a small picture.
  /// - Parameter drawing: work that is done on the loop's thread for each picture.
  private static func longestTurn(_ drawing: @escaping () -> Void) throws -> Double {
    var longest = 0.0
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 3, lines: 3))
      var options = ViewerOptions()
      options.sources = [SourceOptions(location: document.path)]
      options.display = .headless
      options.output.size = PixelSize(width: 96, height: 160)
      options.output.dotsPerInch = 40
      let screen = try KioskScreen(options)
      let output = try #require(screen.output)
      let loop = try EventLoop()
      let pool = WorkerPool(
        WorkerSettings(executable: Programs.worker), count: 1, sources: try SourceList(options), loop: loop)
      let session = Session(options: SessionOptions(budget: 8 << 20), panel: output.panel)
      let viewer = Viewer(session: session, pool: pool, output: output, trace: nil)
      let now = Timestamp(microseconds: MonotonicClock.now())
      viewer.carryOut(at: now)
      viewer.onFrame = { _, _ in drawing() }
      let clip = try Clip(Array("0 drag 48,150 48,20 300ms\n".utf8), panel: output.panel)
      let meters = Meters(start: now)
      let run = ShowLoop(
        viewer: viewer, loop: loop, screen: screen, devices: nil, player: ClipPlayer(clip, start: now),
        host: try ShowHost(ownsConsole: false), meters: meters)
      try run.run()
      #expect(viewer.frames > 5)
      let stats = try folder.file("stats", meters.json(viewer))
      longest = try RunStats(contentsOf: stats).longestTurn
    }
    return longest
  }

  @Test(
    "A viewer that draws pages on the loop's thread is found out by its turns, one that leaves them alone is not"
  )
  func drawingOnTheLoop() throws {
    let inLoop = try Self.longestTurn {
      // A page of text takes an engine 50 to 300 ms.
      let end = MonotonicClock.threadCPUTime() + 50_000
      while MonotonicClock.threadCPUTime() < end {}
    }
    #expect(inLoop > TurnLimit.milliseconds)
    #expect(inLoop >= 50)
    #expect(try Self.longestTurn {} < inLoop - 40)
  }
}
