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

  /// The run in real time: what is read, on which panel, and how.
  private struct Reading {
    var pages: Int
    var dotsPerInch: Int
    var width: Int
    var height: Int
    /// Pages that a fling goes through.
    var reach: Int
    /// ms that the finger moves, and from one fling to the next.
    var stroke: Int
    var pause: Int
    /// Whether pages have a spot of colour: of small grey ones very many would fit.
    var isStamped: Bool

    /// As long as a page of 300 dpi takes some 150 ms of a worker, on a panel that shows many pages a second.
    static let long = Reading(
      pages: 1000, dotsPerInch: 300, width: 540, height: 960, reach: 4, stroke: 80, pause: 500,
      isStamped: false)
    static let short = Reading(
      pages: 520, dotsPerInch: 75, width: 180, height: 320, reach: 7, stroke: 40, pause: 300, isStamped: true)

    var flings: Int { pages / reach }
    var script: String {
      let (x, low, high) = (width / 2, height * 15 / 16, height / 16)
      return (0..<flings).map { "\(500 + $0 * pause) fling \(x),\(low) \(x),\(high) \(stroke)ms\n" }.joined()
        + "\(500 + flings * pause) wait 4000ms\n"
    }
  }

  @Test("The memory of a kiosk that is flung through five hundred scanned pages is flat, within its budget")
  func flat() throws {
    try inTemporaryFolder { folder in
      let reading = Self.isLong ? Reading.long : Reading.short
      let document = try folder.file(
        "scans.pdf",
        Fixtures.scans(pages: reading.pages, dotsPerInch: reading.dotsPerInch, isStamped: reading.isStamped))
      let clip = try folder.file("clip", reading.script)
      let (stats, trace) = (folder.appendingPathComponent("stats"), folder.appendingPathComponent("trace"))
      // Some twenty pages fill it: then memory stands still, or grows by what is not to be there.
      let budget = 8
      let program = try ReleaseProgram.start([
        "show", "--config", "none", "--controls", "off", "--display", "headless", "--dpi", "160", "--size",
        "\(reading.width)x\(reading.height)", "--memory", "\(budget)", "--workers", "2", "--input", clip.path,
        "--stats", stats.path, "--trace", trace.path, document.path,
      ])
      var sizes: [(page: Int, bytes: Int)] = []
      while program.isRunning, Self.page(trace) < reading.pages - 4 {
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
      #expect(try #require(sizes.last).page >= 500)
      // The program itself, the budget, a shadow and two buffers of the screen.
      let buffers = 3 * 4 * reading.width * reading.height
      #expect(late <= (40 + budget) << 20 + buffers)
      let figures = try RunStats(contentsOf: stats)
      #expect(try Self.bytes(figures) <= figures["budgetBytes"])
      let told = try RunTrace(contentsOf: trace)
      #expect(told.frames.last?.isSharp == true)
      // It was read, not waited out: a page's pixels were to be seen on the way.
      let moving = zip(told.frames, told.frames.dropFirst()).filter { $0.offset != $1.offset }.map(\.1)
      #expect(moving.contains { $0.visible.contains { $0.quality == "sharp" } })
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
