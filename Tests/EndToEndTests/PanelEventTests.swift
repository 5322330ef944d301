import Foundation
import TestSupport
import Testing

/// What happens around a reader: the screen goes dark or away, memory runs short.
@Suite("Screens that come and go", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct PanelEventTests {
  private static let options = ["--size", "540x960", "--dpi", "160"]

  private static func run(_ script: String) throws -> RunTrace {
    var trace: RunTrace?
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12))
      let clip = try folder.file("panel.clip", script)
      trace = try ReleaseProgram.replay(clip, [document], options, in: folder)
    }
    return try #require(trace)
  }

  /// What pages take at zoom 2 on the panel of 540 x 960: a base of half the size, and a tile of what is seen.
  /// - Returns: of all, where tiles are grey and where they are not, and one base.
  private static func bytes(of pages: [RunTrace.Page]) -> (least: Int, most: Int, base: Int) {
    func rows(_ bytes: Int) -> Int { (bytes + 63) / 64 * 64 }
    var (least, most, base) = (0, 0, 0)
    for page in pages {
      let height = min(960, page.frame[1] + page.frame[3]) - max(0, page.frame[1])
      base = rows(page.frame[2] / 2 * 4) * (page.frame[3] / 2)
      least += base + rows(540) * height
      most += base + rows(540 * 4) * height
    }
    return (least, most, base)
  }

  @Test(
    "Memory given back is in the trace, and everything comes back sharp",
    arguments: [
      ("hide", "show", "hidden", true), ("detach", "attach", "detached", false),
      ("pressure", "wait 0ms", "pressure", true),
    ])
  func trim(_ before: String, _ after: String, _ reason: String, _ keepsVisible: Bool) throws {
    let trace = try Self.run(
      """
      100  ctl goto 4
      200  ctl zoom 2
      1500 \(before)
      2500 \(after)
      3000 drag 270,700 270,300 200ms
      4000 wait 500ms
      """)
    #expect(trace.trims.count == 1)
    let trim = try #require(trace.trims.first)
    #expect(trim.time == 1500 && trim.reason == reason)
    // What the visible pages take stays, and not a byte of the others; memory that is used again may be larger by a
    // quarter than what is drawn into it.
    let seen = try #require(trace.frame(at: 1499)).visible
    let (least, most, neighbour) = Self.bytes(of: seen)
    if keepsVisible {
      #expect(trim.after >= least && trim.after <= most * 5 / 4)
    } else {
      #expect(trim.after == 0)
    }
    #expect(trim.before >= least + 2 * neighbour, "there were pages ahead and behind")
    if reason != "pressure" {
      // Nobody sees it: nothing is drawn.
      #expect(!trace.frames.contains { $0.time > 1501 && $0.time < 2500 })
    }
    // All that is seen is sharp again before anybody moves it.
    let back = try #require(trace.frame(at: 2990))
    #expect(back.isSharp && back.visible == seen)
    let last = try #require(trace.frames.last)
    #expect(last.isSharp && last.time > 3000)
    #expect(last.zoom == 2 && trace.errors.isEmpty)
  }

  @Test("What a finger had begun when the screen went away is over; the next one begins anew")
  func touchAcross() throws {
    let trace = try Self.run(
      """
      1000 drag 270,800 270,400 1000ms
      1500 detach
      2500 attach
      3500 drag 270,800 270,700 200ms
      4500 wait 100ms
      """)
    #expect(trace.gestures.map(\.kind) == ["drag", "drag"])
    #expect(trace.gestures[0].time <= 1501)
    let held = try #require(trace.frame(at: 1490)).offset.y
    let back = try #require(trace.frame(at: 3400))
    #expect(back.isSharp && abs(back.offset.y - held) < 10)
    #expect(abs(try #require(trace.frames.last).offset.y - back.offset.y - 100) < 0.001)
  }

  @Test("Pressure in the middle of a pinch leaves no blank page behind")
  func pressureInPinch() throws {
    let script = (0..<20).map { "\(1000 + $0 * 100) pressure\n" }.joined()
    let trace = try Self.run("1000 pinch 270,480 100 500 1500ms\n" + script + "4000 wait 100ms\n")
    #expect(trace.trims.count == 20)
    #expect(trace.frames.allSatisfy { $0.time < 500 || !$0.visible.contains { $0.quality == "placeholder" } })
    #expect(trace.frames.last?.isSharp == true)
  }

  @Test("Two hundred pinches in and out leave the page sharp and the memory within its budget")
  func manyPinches() throws {
    let script = (0..<200).map { index in
      "\(500 + index * 300) pinch 270,480 \(index % 2 == 0 ? "100 400" : "400 100") 120ms\n"
    }
    let trace = try Self.run(script.joined())
    #expect(trace.gestures.filter { $0.kind == "pinch" }.count == 200)
    #expect(trace.frames.last?.isSharp == true && trace.errors.isEmpty)
  }
}
