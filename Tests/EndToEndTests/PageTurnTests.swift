import Foundation
import TestSupport
import Testing

/// Turning to pages that have been drawn ahead, through the real program.
@Suite("Page turns", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct PageTurnTests {
  private static let frame = 1000.0 / 60

  @Test(
    "A page turn to a page that was drawn ahead is in the next frame, by key, swipe and command",
    arguments: [
      ("vertical", "key PageDown", "fling 270,700 270,300 80ms", 80.0),
      ("horizontal", "key PageDown", "fling 500,480 100,480 80ms", 80.0),
    ])
  func turns(_ axis: String, _ key: String, _ swipe: String, _ length: Double) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12))
      let clip = try folder.file(
        "turns.clip", "3000 \(key)\n6000 \(swipe)\n9000 ctl goto 5\n12000 wait 100ms\n")
      // Drawing takes its time: what is not there shows as a page without pixels.
      let trace = try ReleaseProgram.replay(
        clip, [document],
        [
          "--size", "540x960", "--dpi", "160", "--layout", "paged", "--axis", axis, "--fit", "page",
          "--render-time", "200", "--controls", "off",
        ], in: folder)
      #expect(trace.pages.map(\.page) == [1, 2, 3, 5])
      for (begin, page) in [(3000.0, 2), (6000 + length, 3), (9000, 5)] {
        let next = try #require(trace.frame(at: begin + Self.frame + 0.5))
        #expect(next.time > begin - 0.5 && next.visible.contains { $0.number == page }, "page \(page)")
      }
      #expect(try #require(trace.frame(at: 9000 + Self.frame)).visible.map(\.number) == [5])
      let turned = trace.frames.filter { $0.time > 2999 }
      #expect(turned.count > 20 && turned.allSatisfy(\.isSharp))
      // It could be told: at first there is nothing.
      #expect(trace.frames.first?.isSharp == false)
    }
  }
}
