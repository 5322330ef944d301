import Foundation
import TestSupport
import Testing

/// The kiosk in real time, on the headless screen, while its workers are ill-treated.
///
/// These runs last as long as their clips. One after the other: two at once would only slow each other down.
@Suite("Live runs", .serialized, .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct LiveRunTests {
  private static let megabyte = 1 << 20

  /// Seconds of dragging; LECTERN_LONG=1 takes the long form.
  private static var seconds: Int {
    ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1" ? 60 : 20
  }

  private static func show(_ options: [String]) -> [String] {
    ["show", "--config", "none", "--controls", "off", "--display", "headless"] + options
  }

  /// Workers that are killed at random: a number from a fixed seed, so that only the times differ between runs.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64 = 0x1EC7_E214

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }

  @Test("Workers killed at random cost neither the picture nor descriptors nor memory")
  func kills() throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("long.pdf", Fixtures.document(pages: 40))
      let visit = LiveClip.visit(seconds: Self.seconds, size: (540, 960))
      let clip = try folder.file("visit.clip", visit.text)
      let (stats, trace) = (folder.appendingPathComponent("stats"), folder.appendingPathComponent("trace"))
      let program = try ReleaseProgram.start(
        Self.show([
          "--size", "540x960", "--dpi", "160", "--memory", "16", "--workers", "2", "--input", clip.path,
          "--stats", stats.path, "--trace", trace.path, document.path,
        ]))
      program.pass(until: .milliseconds(visit.restful))
      let descriptors = try program.descriptorsBesideWorkers()
      // Of the bitmaps only what has been looked at is in memory, so that their part differs from rest to rest; how
      // many there are shows in the descriptors.
      let memory = try program.memory("Anonymous")
      var dice = Dice()
      var kills = 0
      var next = visit.restful + 300
      while next < visit.dragged {
        program.pass(until: .milliseconds(next))
        if let worker = program.children.randomElement(using: &dice), kill(worker, SIGKILL) == 0 {
          kills += 1
        }
        next += Int.random(in: 60...500, using: &dice)
      }
      program.pass(until: .milliseconds(visit.end))
      #expect(program.isRunning)
      #expect(abs(try program.descriptorsBesideWorkers() - descriptors) <= 2)
      #expect(try program.memory("Anonymous") - memory <= 2 * Self.megabyte)
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")

      // A kill may hit a worker that is just ending.
      let figures = try RunStats(contentsOf: stats)
      #expect(kills >= Self.seconds / 2)
      #expect(try figures["workersKilled"] >= kills / 2)
      #expect(try figures["rendersDone"] > 40)
      let told = try RunTrace(contentsOf: trace)
      #expect(told.isWhole && told.errors.isEmpty)
      let last = try #require(told.frames.last)
      #expect(last.isSharp && last.page == 1)
    }
  }

  @Test("A worker that stands still holds up no turn of the loop")
  func stops() throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("long.pdf", Fixtures.document(pages: 40))
      let visit = LiveClip.visit(seconds: 12, size: (1080, 1920))
      let clip = try folder.file("visit.clip", visit.text)
      let stats = folder.appendingPathComponent("stats")
      let program = try ReleaseProgram.start(
        Self.show([
          "--memory", "40", "--workers", "2", "--input", clip.path, "--stats", stats.path, document.path,
        ]))
      var stopped = 0
      var next = visit.restful + 300
      while next < visit.dragged {
        program.pass(until: .milliseconds(next))
        let workers = program.children
        guard !workers.isEmpty else { break }
        let worker = workers[stopped % workers.count]
        if kill(worker, SIGSTOP) == 0 { stopped += 1 }
        program.pass(until: .milliseconds(next + 1000))
        kill(worker, SIGCONT)
        next += 1200
      }
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")
      #expect(stopped >= 8)
      let figures = try RunStats(contentsOf: stats)
      // The fingers move for some ten seconds.
      #expect(try figures["frames"] > 200)
      #expect(try figures.usualTurn <= TurnLimit.usual)
      #expect(try figures.longestTurn <= TurnLimit.milliseconds)
      #expect(try figures.longestTurn > 0)
    }
  }

  @Test("A visit to a document of forty pages stays within its memory")
  func memory() throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("long.pdf", Fixtures.document(pages: 40))
      let visit = LiveClip.visit(seconds: 8, size: (1080, 1920))
      let clip = try folder.file("visit.clip", visit.text)
      let budget = 64
      let program = try ReleaseProgram.start(
        Self.show(["--memory", "\(budget)", "--workers", "2", "--input", clip.path, document.path]))
      // The shadow and two buffers of the screen.
      let buffers = 3 * 1080 * 1920 * 4
      program.pass(until: .milliseconds(visit.dragged - 500))
      let busy = try program.memory("Rss")
      program.pass(until: .milliseconds(visit.end))
      #expect(program.isRunning)
      let resting = try program.memory("Rss")
      for resident in [busy, resting] {
        #expect(resident <= 40 * Self.megabyte + budget * Self.megabyte + buffers)
      }
      #expect(resting > buffers)
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")
    }
  }
}
