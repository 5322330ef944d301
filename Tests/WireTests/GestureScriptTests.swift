import Testing
import ViewerCore
import Wire

@Suite("Gesture scripts")
struct GestureScriptTests {
  static func clip(_ text: String, rotation: Rotation = .none) throws -> Clip {
    try Clip(
      Array(text.utf8),
      panel: Panel(size: rotation.turned(RecordingText.panel.size), dotsPerInch: 254), rotation: rotation)
  }

  @Test(
    "A line becomes events",
    arguments: [
      ("0 tap 540,260", "0 down0 540,260 | 60 up0 540,260"),
      ("\u{FEFF}# first\r\n\r\n 10.5  tap  1.5,2  # why\r\n", "10 down0 2,2 | 70 up0 2,2"),
      ("5 double-tap 3,4", "5 down0 3,4 | 65 up0 3,4 | 185 down0 3,4 | 245 up0 3,4"),
      ("7 long-press 3,4 0.6s", "7 down0 3,4 | 607 up0 3,4"),
      ("0 drag 0,0 0,30 20ms", "0 down0 0,0 | 8 move0 0,12 | 16 move0 0,24 | 20 move0 0,30 | 120 up0 0,30"),
      ("0 fling 0,0 0,30 16ms", "0 down0 0,0 | 8 move0 0,15 | 16 move0 0,30 | 24 up0 0,30"),
      (
        "0 pinch 500,250 100 200 16ms",
        "0 down0 450,250 0 down1 550,250 | 8 move0 425,250 8 move1 575,250"
          + " | 16 move0 400,250 16 move1 600,250 | 24 up0 400,250 24 up1 600,250"
      ),
      (
        "0 key PageDown\n1 hide\n2 show\n3 detach\n4 attach\n5 pressure",
        "0 key(ViewerCore.Key.pageDown) | 1 hide | 2 show | 3 detach | 4 attach | 5 pressure"
      ),
      ("8000 ctl search  C# now # not this", "8000 control(\"search C# now\")"),
      ("9000 wait 2000ms", ""),
      ("100 tap 1,1\n0 hide", "0 hide | 100 down0 1,1 | 160 up0 1,1"),
      ("0 long-press 1,1 100ms\n0 tap 9,9", "0 down0 1,1 0 down1 9,9 | 60 up1 9,9 | 100 up0 1,1"),
    ])
  func expands(_ text: String, _ story: String) throws {
    #expect(try Self.clip(text).story == story)
  }

  @Test(
    "The clip lasts until its last line is over",
    arguments: [
      ("9000 wait 2000ms", 11_000), ("0 drag 1,1 1,9 300ms", 400), ("0 key Up", 0), ("4 double-tap 1,1", 244),
    ])
  func lasts(_ text: String, _ milliseconds: Int) throws {
    #expect(try Self.clip(text).duration == .milliseconds(milliseconds))
  }

  @Test("Motion is even, sampled every 8 ms, in millimetres of the panel")
  func isEven() throws {
    let frames = try Self.clip("0 drag 100,400 900,400 400ms").frames
    let moves = frames.filter { $0.changes[0].phase == .move }
    #expect(moves.count == 50)
    for (index, frame) in moves.enumerated() {
      #expect(frame.time == .milliseconds(Double(index + 1) * 8))
      #expect(abs(frame.changes[0].position.x - (100 + Double(index + 1) * 16)) < 1e-9)
      #expect(abs(frame.changes[0].millimetres.x * 10 - frame.changes[0].position.x) < 1e-9)
    }
  }

  @Test("Places are pixels of the glass, whatever way the picture is turned")
  func turns() throws {
    #expect(try Self.clip("0 tap 250,100", rotation: .quarter).story == "0 down0 100,750 | 60 up0 100,750")
  }

  @Test(
    "A wrong line is named",
    arguments: [
      ("0 tap", 1, "place"), ("0", 1, "verb"), ("0 tap 5", 1, "\"5\""), ("0 tap 5,5 5", 1, "too many"),
      ("0 tap 1,1\n\nx tap 1,1", 3, "time"), ("0 jump 1,1", 1, "jump"), ("0 key Enter", 1, "PageDown"),
      ("0 tap 1000,1", 1, "outside"), ("0 tap -1,1", 1, "outside"), ("0 drag 1,1 2,2 300", 1, "300"),
      ("0 drag 1,1 2,2 2h", 1, "2h"), ("0 pinch 1,1 0 5 5ms", 1, "span"), ("0 ctl", 1, "command"),
      ("0 tap nan,1", 1, "nan"), ("0 tap 1e3,1", 1, "1e3"), ("99999999999 hide", 1, "time"),
      ("0 long-press 1,1 9999999s", 1, "duration"), ("-5 hide", 0, "recording"),
    ])
  func refuses(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: ClipError.self) { try Self.clip(text) }
    #expect(message == "recording" || error?.line == line)
    #expect(error?.text.contains(message) == true, "\(error?.text ?? "")")
  }

  @Test("A script that would become endless is refused")
  func tooLong() {
    let hour = "0 pinch 500,250 10 20 3600s\n"
    #expect(throws: ClipError.self) { try Self.clip(String(repeating: hour, count: 6)) }
  }
}
