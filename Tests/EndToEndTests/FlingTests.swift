import Foundation
import TestSupport
import Testing
import ViewerCore
import Wire

/// Flings and drags of fingers whose speed is known exactly.
@Suite("Flings and drags", .enabled(if: ReleaseProgram.isThere, ReleaseProgram.reason))
struct FlingTests {
  /// 1 px = 1 dp.
  private static let options = ["--size", "1080x1920", "--dpi", "160"]
  private static let panel = Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 160)

  /// Android's spline: how far and how long (AOSP `OverScroller`), from the formulas.
  private static func android(_ speed: Double) -> (distance: Double, seconds: Double) {
    let rate = log(0.78) / log(0.9)
    let friction = 0.015 * (9.80665 * 39.37 * 160 * 0.84)
    let strength = log(0.35 * speed / friction)
    return (friction * exp(strength * rate / (rate - 1)), exp(strength / (rate - 1)))
  }

  @Test("The formulas give the published distances")
  func vectors() {
    for (speed, distance, seconds) in [
      (250.0, 17.5, 0.200), (1000, 194.3, 0.555), (8000, 7186.4, 2.567),
    ] {
      #expect(abs(Self.android(speed).distance - distance) < 0.06)
      #expect(abs(Self.android(speed).seconds - seconds) < 0.0006)
    }
  }

  /// A recording of one finger that goes up at a constant speed (px/s) and lifts while moving.
  /// - Returns: the file's text and when the finger lifts, µs from the first touch.
  private static func recording(speed: Double) -> (text: String, lift: Int64) {
    var writer = RecordingWriter(panel: panel, surface: nil)
    var text = writer.head
    // Long enough to pass the 2 mm from which the page follows, short enough for the screen.
    let samples = max(13, Int((40 / speed / 0.008).rounded(.up)))
    let start = Point(x: 540, y: 1900)
    func frame(_ phase: TouchChange.Phase, _ index: Int, at time: Int64) {
      let place = Point(x: start.x, y: start.y - speed * Double(index) * 0.008)
      let change = TouchChange(slot: 0, phase: phase, position: place, millimetres: .zero)
      text += writer.append(TouchFrame(time: Timestamp(microseconds: time), device: 0, changes: [change]))
    }
    frame(.down, 0, at: 0)
    for index in 1...samples { frame(.move, index, at: Int64(index) * 8000) }
    let lift = Int64(samples) * 8000 + 4000
    frame(.up, samples, at: lift)
    return (text, lift)
  }

  @Test(
    "A fling goes as far as Android's and lasts 0.825 of its time",
    arguments: [60, 100, 250, 500, 1000, 2000, 4000, 8000, 12000] as [Double])
  func fling(_ speed: Double) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12, lines: 5))
      let (recording, lift) = Self.recording(speed: speed)
      let clip = try folder.file("fling.yml", recording)
      let trace = try ReleaseProgram.replay(clip, [document], Self.options, in: folder)
      let gesture = try #require(trace.gestures.first)
      #expect(trace.gestures.count == 1 && gesture.kind == "fling")
      // Faster than 8000 dp/s counts as that.
      let counted = min(speed, 8000)
      #expect(abs(gesture.velocity.y + counted) <= 0.01 * counted)

      // The finger has taken the page along by its whole travel; the rest of the way is the fling's.
      let released = -gesture.delta.y
      let last = try #require(trace.frames.last)
      let expected = Self.android(counted)
      let distance = last.offset.y - released
      #expect(abs(distance - expected.distance) <= max(0.01 * expected.distance, 0.02))

      // Near its end the page creeps by less than the trace can tell, so the time follows from the curve in the
      // middle of the way: x(t) = d · (1 − (1 − t/T)^D).
      let rate = log(0.78) / log(0.9)
      let times = trace.frames.compactMap { frame -> Double? in
        let share = (frame.offset.y - released) / distance
        let elapsed = frame.time / 1000 - Double(lift) / 1_000_000
        guard elapsed > 0, share > 0.3, share < 0.9, distance > 10 else { return nil }
        return elapsed / (1 - pow(1 - share, 1 / rate))
      }
      for seconds in times { #expect(abs(seconds / (0.825 * expected.seconds) - 1) <= 0.01) }
      #expect(distance < 10 || times.count >= 2)
      // Afterwards the page rests. (Pictures may follow: the page's number fades.)
      let end = Double(lift) / 1000 + 825.4 * expected.seconds
      #expect(trace.frames.allSatisfy { $0.time < end || $0.offset == last.offset })
    }
  }

  @Test("A page at a limit of the zoom can be flung, whatever the limit", arguments: [0.7, 1.1, 1.3])
  func flingAtLimit(_ zoom: Double) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12, lines: 5))
      let clip = try folder.file("fling.clip", "500 fling 540,1500 540,900 120ms\n")
      let trace = try ReleaseProgram.replay(
        clip, [document], Self.options + ["--min-zoom", "\(zoom)", "--max-zoom", "\(zoom)"], in: folder)
      #expect(try #require(trace.frames.last).offset.y > 1500)
    }
  }

  @Test(
    "A drag of 100 px moves the page by 100 px at every zoom, from down to lift",
    arguments: [0.7, 0.8, 1, 1.7, 3, 8])
  func drag(_ zoom: Double) throws {
    try inTemporaryFolder { folder in
      let document = try folder.file("text.pdf", Fixtures.document(pages: 12, lines: 5))
      // The finger rests 100 ms before it lifts, so that no fling follows.
      let clip = try folder.file(
        "drag.clip",
        """
        0    ctl goto 5
        100  ctl zoom \(zoom)
        1000 drag 540,1000 540,900 300ms
        2000 drag 540,900 540,1000 40ms
        3000 drag 600,900 500,800 200ms
        3500 wait 500ms
        """)
      let trace = try ReleaseProgram.replay(
        clip, [document], Self.options + ["--min-zoom", "0.7"], in: folder)
      let moments = try [1000, 1400, 2000, 2140, 3000, 3300].map { try #require(trace.frame(at: $0)).offset }
      #expect(abs(try #require(trace.frame(at: 900)).zoom - zoom) < 0.001)
      // The trace tells offsets with four decimals.
      for (first, wanted) in [(0, 100.0), (2, -100), (4, 100)] {
        #expect(abs(moments[first + 1].y - moments[first].y - wanted) < 0.001)
      }
      #expect(moments[1].x == moments[0].x)
      // A page narrower than the screen stays in its middle.
      #expect(moments[5].x - moments[4].x == (zoom > 1 ? 100 : 0))
      #expect(trace.frames.last?.offset == moments[5])
      #expect(trace.gestures.map(\.kind) == ["drag", "drag", "drag"])
      #expect(trace.gestures[0].delta == RunTrace.Place(x: 0, y: -100))
    }
  }
}
