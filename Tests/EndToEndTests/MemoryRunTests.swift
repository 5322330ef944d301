import Foundation
import TestSupport
import Testing

/// Memory over long readings: what is kept, what is given back, how many workers there are.
///
/// LECTERN_LONG=1 takes the long forms: a thousand pages of 300 dpi.
@Suite("Memory of long readings", .serialized, .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct MemoryRunTests {
  private static let isLong = ProcessInfo.processInfo.environment["LECTERN_LONG"] == "1"
  private static let options = ["--size", "540x960", "--dpi", "160"]

  /// A replay and its figures.
  private static func replay(
    _ script: String, _ document: [UInt8], _ options: [String], in folder: URL
  ) throws -> (trace: RunTrace, stats: RunStats) {
    let file = try folder.file("document.pdf", document)
    let clip = try folder.file("clip", script)
    let stats = folder.appendingPathComponent("stats")
    let trace = try ReleaseProgram.replay(
      clip, [file], Self.options + options + ["--stats", stats.path], in: folder)
    return (trace, try RunStats(contentsOf: stats))
  }

  private static func bytes(_ stats: RunStats) throws -> Int {
    try stats["baseBytes"] + stats["tileBytes"] + stats["poolBytes"]
  }

  @Test("Two hundred pinches in and out stay within a small budget and never show a blank page")
  func manyPinches() throws {
    try inTemporaryFolder { folder in
      var script = "100 ctl goto 5\n"
      for index in 0..<200 {
        let spans = index % 2 == 0 ? "100 400" : "400 100"
        script += "\(500 + index * 300) pinch 270,480 \(spans) 120ms\n"
      }
      let run = try Self.replay(script, Fixtures.document(pages: 12), ["--memory", "12"], in: folder)
      #expect(run.trace.gestures.count { $0.kind == "pinch" } == 200)
      #expect(run.trace.frames.last?.isSharp == true && run.trace.errors.isEmpty)
      #expect(try Self.bytes(run.stats) <= run.stats["budgetBytes"])
      let blank = run.trace.frames.filter { frame in
        frame.time > 500 && frame.visible.contains { $0.quality == "placeholder" }
      }
      #expect(blank.isEmpty)
    }
  }

  @Test("Flinging through scanned pages, each that stays for 300 ms is sharp, within the budget")
  func flingReplay() throws {
    try inTemporaryFolder { folder in
      let flings = Self.isLong ? 110 : 12
      var script = ""
      for index in 0..<flings {
        // Now and then the reader looks at a page.
        script += "\(500 + index * 900) fling 270,900 270,60 80ms\n"
      }
      let run = try Self.replay(
        script + "\(500 + flings * 900) wait 3000ms\n",
        Fixtures.scans(pages: Self.isLong ? 1000 : 100, dotsPerInch: Self.isLong ? 300 : 75),
        ["--memory", "24", "--render-time", "100"], in: folder)
      let frames = run.trace.frames
      var held = 0
      for (frame, next) in zip(frames, frames.dropFirst() + [frames[frames.count - 1]]) {
        guard let since = frames.last(where: { $0.time <= frame.time && $0.offset != frame.offset }) else {
          continue
        }
        if frame.time - since.time >= 300 + 100, next.offset == frame.offset {
          held += 1
          #expect(frame.isSharp, "at \(frame.time)")
        }
      }
      #expect(held > 0 && frames.last?.isSharp == true)
      #expect((frames.last?.page ?? 0) > (Self.isLong ? 700 : 70))
      #expect(try Self.bytes(run.stats) <= run.stats["budgetBytes"])
    }
  }

  /// The last page that a trace that is being written tells of.
  private static func page(_ trace: URL) -> Int {
    guard let bytes = try? Data(contentsOf: trace),
      let place = bytes.lastRange(of: Data(#""event":"page","page":"#.utf8))
    else { return 0 }
    return Int(String(decoding: bytes[place.upperBound...].prefix { (48...57).contains($0) }, as: UTF8.self))
      ?? 0
  }

  @Test("The memory of a kiosk that is flung through hundreds of scanned pages is flat")
  func flat() throws {
    try inTemporaryFolder { folder in
      let pages = Self.isLong ? 1000 : 160
      let document = try folder.file(
        "scans.pdf", Fixtures.scans(pages: pages, dotsPerInch: Self.isLong ? 300 : 75))
      var script = ""
      // A fling goes through some nine of these pages.
      let flings = pages / 6
      for index in 0..<flings { script += "\(500 + index * 500) fling 270,900 270,60 80ms\n" }
      let clip = try folder.file("clip", script + "\(500 + flings * 500) wait 4000ms\n")
      let (stats, trace) = (folder.appendingPathComponent("stats"), folder.appendingPathComponent("trace"))
      let program = try ReleaseProgram.start(
        ["show", "--config", "none", "--controls", "off", "--display", "headless"] + Self.options + [
          "--memory", "8", "--workers", "2", "--input", clip.path, "--stats", stats.path, "--trace",
          trace.path, document.path,
        ])
      var sizes: [(page: Int, bytes: Int)] = []
      while program.isRunning, Self.page(trace) < pages - 12 {
        program.pass(until: program.age + .milliseconds(150))
        // Gone meanwhile, it has no memory to be asked for.
        guard let bytes = try? program.memory("Rss") else { break }
        sizes.append((Self.page(trace), bytes))
      }
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")
      let early = try #require(sizes.filter { (50..<100).contains($0.page) }.map(\.bytes).max())
      let late = try #require(sizes.filter { $0.page >= 100 }.map(\.bytes).max())
      #expect(Double(late) <= 1.1 * Double(early), "\(sizes)")
      let figures = try RunStats(contentsOf: stats)
      #expect(try Self.bytes(figures) <= figures["budgetBytes"])
      #expect(try RunTrace(contentsOf: trace).frames.last?.isSharp == true)
    }
  }

  @Test(
    "A kiosk that nobody can see keeps one worker, and all is sharp again when it is seen",
    arguments: [
      ("hide", "show", "hidden"), ("detach", "attach", "detached"),
    ])
  func workers(_ away: String, _ back: String, _ reason: String) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 40))
      let clip = try folder.file(
        "clip",
        """
        500  fling 270,900 270,60 80ms
        2000 ctl zoom 2
        4000 \(away)
        9000 \(back)
        9500 ctl zoom 1
        10000 fling 270,900 270,60 80ms
        13000 wait 500ms
        """)
      let (stats, trace) = (folder.appendingPathComponent("stats"), folder.appendingPathComponent("trace"))
      let program = try ReleaseProgram.start(
        ["show", "--config", "none", "--controls", "off", "--display", "headless"] + Self.options + [
          "--memory", "24", "--workers", "3", "--input", clip.path, "--stats", stats.path, "--trace",
          trace.path, document.path,
        ])
      program.pass(until: .milliseconds(3800))
      #expect(program.children.count == 3)
      program.pass(until: .milliseconds(8500))
      #expect(program.children.count == 1)
      let result = try program.finish()
      #expect(result.status == 0 && result.failures.isEmpty, "\(result.complaints)")
      #expect(try RunStats(contentsOf: stats)["workersKilled"] == 0)
      let told = try RunTrace(contentsOf: trace)
      #expect(told.trims.map(\.reason) == [reason])
      let trim = try #require(told.trims.first)
      #expect(trim.after < trim.before && (trim.after == 0) == (reason == "detached"))
      #expect(told.frames.last?.isSharp == true)
    }
  }
}
