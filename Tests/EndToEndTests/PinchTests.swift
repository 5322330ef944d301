import Foundation
import TestSupport
import Testing

/// Pinches whose every place is known, at several places, zooms and limits.
@Suite("Pinches", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct PinchTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var page: Int
    /// Before the pinch.
    var zoom: Double
    var place: (x: Int, y: Int)
    var spans: (first: Int, last: Int)

    var testDescription: String {
      "page \(page), zoom \(zoom), at \(place.x),\(place.y), \(spans.first) to \(spans.last)"
    }
  }

  private static let pages = 1000

  /// Middle and rim of the screen, beginning and end of the document; beyond both limits of the zoom (1 and 8).
  static let cases: [Case] = {
    var cases: [Case] = []
    for (page, zoom) in [(1, 1.0), (3, 2.5), (500, 1.0), (999, 4.0), (pages, 8.0)] {
      for place in [(270, 480), (170, 900), (370, 40)] {
        for spans in [(80, 320), (320, 80)] {
          cases.append(Case(page: page, zoom: zoom, place: place, spans: spans))
        }
      }
    }
    return cases
  }()

  @Test("The document's point under a pinch's focus moves by no more than a pixel", arguments: cases)
  func focus(_ pinch: Case) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("long.pdf", Fixtures.document(pages: Self.pages, lines: 1))
      let clip = try folder.file(
        "pinch.clip",
        """
        100 ctl goto \(pinch.page)
        200 ctl zoom \(pinch.zoom)
        1000 pinch \(pinch.place.x),\(pinch.place.y) \(pinch.spans.first) \(pinch.spans.last) 400ms
        """)
      let trace = try ReleaseProgram.replay(
        clip, [document], ["--size", "540x960", "--dpi", "160"], in: folder)
      let focus = RunTrace.Place(x: Double(pinch.place.x), y: Double(pinch.place.y))
      let before = try #require(trace.frame(at: 1000))
      #expect(abs(before.zoom - pinch.zoom) < 0.001)
      let anchor = before.content(under: focus)
      // The fingers lift 8 ms after their last motion; then the limits have their say.
      let pictures = trace.frames.filter { $0.time > 1000 && $0.time <= 1408 }
      #expect(pictures.count >= 20)
      #expect(pictures.contains { abs($0.zoom / pinch.zoom - 1) > 0.2 })
      for picture in pictures { #expect(picture.shown(anchor).distance(to: focus) <= 1) }
      let scale = Double(pinch.spans.last) / Double(pinch.spans.first)
      #expect(abs(try #require(trace.gestures.first?.scale) - scale) < 0.001)
      let last = try #require(trace.frames.last)
      #expect(abs(last.zoom - min(max(pinch.zoom * scale, 1), 8)) < 0.001)
      #expect(last.isSharp)
    }
  }
}
