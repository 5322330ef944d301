import Foundation
import TestSupport
import Testing

/// Selecting and searching through the real program and its workers.
@Suite("Reading", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct ReadingTests {
  private static func run(_ script: String, pages: Int, in folder: URL) throws -> [[String: Any]] {
    let document = try folder.file("text.pdf", Fixtures.document(pages: pages))
    let clip = try folder.file("reading.clip", script)
    let trace = folder.appendingPathComponent("reading.jsonl")
    let result = try ReleaseProgram.run([
      "replay", "--config", "none", "--controls", "off", "--input", clip.path, "--trace", trace.path,
      "--size", "540x960", "--dpi",
      "160", document.path,
    ])
    try #require(result.status == 0, "\(result.complaints)")
    return try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  private static func named(_ name: String, _ events: [[String: Any]]) -> [[String: Any]] {
    events.filter { $0["event"] as? String == name }
  }

  @Test("A long press selects the word that is drawn under it, and a tap beside it clears it")
  func selection() throws {
    try inTemporaryFolder { folder in
      let events = try Self.run(
        """
        300 long-press 169,216 700ms
        2000 tap 270,700
        """, pages: 1, in: folder)
      let told = Self.named("selection", events)
      #expect(told.map { $0["text"] as? String } == ["quick", ""])
      #expect((told.first?["quads"] as? [Any])?.count == 1)
      #expect(Self.named("tap", events).isEmpty)
    }
  }

  @Test("A search finds words whatever their case, from the current page on, and steps through them")
  func search() throws {
    try inTemporaryFolder { folder in
      let events = try Self.run(
        """
        300 ctl goto 3
        1000 ctl search "PAGE 2: the QUICK"
        3000 ctl previous-match
        """, pages: 4, in: folder)
      let told = Self.named("search", events)
      #expect(told.last?["found"] as? Int == 30 && told.last?["current"] as? Int == 30)
      #expect(told.last?["over"] as? Bool == true)
      #expect(Self.named("frame", events).last?["page"] as? Int == 2)
    }
  }
}
