import Testing
import ViewerCore
import Wire

@Suite("Written recordings")
struct RecordingWriterTests {
  /// 1080 x 1920 pixels at 160 dpi.
  static let panel = Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 160)

  static func written(_ frames: [TouchFrame], surface: Size?) -> String {
    var writer = RecordingWriter(panel: panel, surface: surface)
    return writer.head + frames.map { writer.append($0) }.joined()
  }

  static let script = """
    0 tap 540.25,960
    300 double-tap 3,4
    900 drag 100,100 1079,1919 300ms
    2000 pinch 540,960 200 900 400ms
    2100 long-press 10,10 1s
    4000 fling 540,1500 540,0 80ms
    """

  @Test("What is written is read back", arguments: [nil, Size(width: 300, height: 530)])
  func roundTrip(_ surface: Size?) throws {
    let clip = try Clip(Array(Self.script.utf8), panel: Self.panel)
    let text = Self.written(clip.frames, surface: surface)
    let back = try Clip(Array(text.utf8), panel: Self.panel)
    #expect(back.frames.count == clip.frames.count)
    for (one, other) in zip(clip.frames, back.frames) {
      #expect(one.time == other.time)
      #expect(one.changes.map(\.slot) == other.changes.map(\.slot))
      #expect(one.changes.map(\.phase) == other.changes.map(\.phase))
      for (change, copy) in zip(one.changes, other.changes) {
        #expect(change.position.distance(to: copy.position) < 0.05)
        let expected = surface.map {
          Point(x: change.position.x / 1080 * $0.width, y: change.position.y / 1920 * $0.height)
        }
        #expect((expected ?? change.millimetres).distance(to: copy.millimetres) < 0.02)
      }
    }
  }

  static func frame(_ time: Int64, _ changes: [(Int32, TouchChange.Phase, Double, Double?)]) -> TouchFrame {
    TouchFrame(
      time: Timestamp(microseconds: time), device: 4,
      changes: changes.map {
        TouchChange(
          slot: $0.0, phase: $0.1, position: Point(x: $0.2, y: 50), millimetres: .zero, majorAxis: $0.3)
      })
  }

  @Test(
    "A cancelled contact comes back cancelled, and its slot serves the next one; sizes come back too",
    arguments: [nil, Size(width: 300, height: 530)])
  func cancels(_ surface: Size?) throws {
    let frames = [
      Self.frame(5_000_000, [(40, .down, 10, 7), (2, .down, 30, 8)]),
      Self.frame(5_010_000, [(40, .cancel, 10, nil), (2, .move, 31, 21)]),
      Self.frame(5_020_000, [(40, .down, 60, nil)]),
      Self.frame(5_030_000, [(40, .cancel, 60, nil), (2, .cancel, 31, nil)]),
      Self.frame(5_040_000, [(40, .down, 70, nil), (2, .down, 71, nil)]),
    ]
    let clip = try Clip(Array(Self.written(frames, surface: surface).utf8), panel: Self.panel)
    #expect(
      clip.story == "0 down0 10,50 0 down1 30,50 | 10 cancel0 10,50 10 move1 31,50 | 20 down0 60,50"
        + " | 30 cancel0 60,50 30 cancel1 31,50 | 40 down0 70,50 40 down1 71,50")
    let sizes = clip.frames.flatMap(\.changes).compactMap(\.majorAxis)
    #expect(zip(sizes, [7, 8, 21]).allSatisfy { abs($0 - $1) < 0.05 })
  }

  @Test("A file cut after any frame is whole")
  func isAlwaysWhole() throws {
    let clip = try Clip(Array(Self.script.utf8), panel: Self.panel)
    var writer = RecordingWriter(panel: Self.panel, surface: nil, name: "Quoted \"name\"\\\n")
    var text = writer.head
    #expect(try LibinputRecording(Array(text.utf8)).devices[0].name == "Quoted \"name\"\\ ")
    for (index, frame) in clip.frames.enumerated() {
      text += writer.append(frame)
      if index % 10 == 0 {
        #expect(try Clip(Array(text.utf8), panel: Self.panel).frames.count == index + 1)
      }
    }
    #expect(text.contains("    - [  0,  60000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID\n"))
  }
}
