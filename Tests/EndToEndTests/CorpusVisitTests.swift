import Foundation
import TestSupport
import Testing

/// Real documents of many makers, broken and hostile ones among them, flung through from end to end.
@Suite(
  "Visits to real documents",
  .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"),
  .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct CorpusVisitTests {
  /// With lowered limits: what hangs is found in seconds, what is fine needs none.
  private static let options = [
    "--size", "270x480", "--dpi", "80", "--workers", "2", "--memory", "24", "--open-timeout", "4",
    "--render-timeout", "1", "--text-timeout", "1",
  ]

  /// Onwards by flings as fast as they count, to the end, and as fast back to the top.
  private static let script = """
    500  fling 135,470 135,10 40ms
    1500 fling 135,470 135,10 40ms
    2500 fling 135,470 135,10 40ms
    4500 key End
    5500 fling 135,10 135,470 40ms
    7500 pinch 135,240 60 180 200ms
    8500 key Home
    9500 wait 100ms
    """

  @Test("A visitor may fling through any document", arguments: CorpusRow.all)
  func visit(_ row: CorpusRow) throws {
    try inTemporaryFolder { folder in
      let path = (CorpusRow.folder ?? "") + "/" + row.file
      let clip = try folder.file("visit.clip", Self.script)
      let trace = folder.appendingPathComponent("trace.jsonl")
      var options =
        ["replay", "--config", "none", "--controls", "off", "--input", clip.path, "--trace", trace.path]
        + Self.options
      var expected = row.openWithoutPassword
      if let password = row.password {
        options += ["--password-file", try folder.file("password", password).path]
        expected = row.openWithPassword
      }
      let result = try ReleaseProgram.run(options + [path], atMost: 120)
      // Pages that cannot be drawn are told of, and cost themselves alone.
      let outcome = result.status == 0 ? "ok" : result.code
      #expect(row.accepts(outcome, expected), "\(result.complaints)")
      #expect(result.status == Self.status(outcome), "\(result.complaints)")
      #expect(result.complaints.split(separator: "\n").allSatisfy { $0.hasPrefix("lectern: \(path): ") })
      let told = try RunTrace(contentsOf: trace)
      #expect(told.isWhole)
      #expect(told.errors.count == result.failures.count)
      // A failed document is shown as a notice.
      let last = try #require(told.frames.last)
      guard outcome == "ok" else { return }
      for error in told.errors {
        #expect(Self.status(error.code) == 70 && error.page != nil)
        if error.page == 1 { #expect(row.accepts(error.code, row.render)) }
      }
      #expect(told.loads.map(\.pages) == [row.pages])
      // A page whose details cannot be drawn keeps what it has.
      let failed = Set(told.errors.compactMap(\.page))
      let waiting = last.visible.filter { $0.quality != "sharp" && !failed.contains($0.number) }
      #expect(!last.visible.isEmpty && waiting.isEmpty)
      // At the top again, inside the bounds: shorter content stands in the middle.
      #expect(last.page == 1 && last.offset.y <= 0)
      #expect(
        last.offset.y == 0 || last.visible.allSatisfy { $0.frame[1] >= 0 && $0.frame[1] + $0.frame[3] <= 480 }
      )
      #expect(told.gestures.filter { $0.kind == "fling" }.count == 4)
    }
  }

  /// The exit status of each code, as the documentation has it.
  private static func status(_ code: String) -> Int32? {
    switch code {
    case "ok": 0
    case "unsupported-document", "unsupported-encryption", "damaged-document", "empty-document", "too-large":
      65
    case "page-render-failed", "timeout", "out-of-memory": 70
    case "password-required", "wrong-password": 77
    default: nil
    }
  }
}
