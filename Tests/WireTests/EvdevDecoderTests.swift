import Testing
import ViewerCore
import Wire

@Suite("Kernel events become what libinput would send")
struct EvdevDecoderTests {
  typealias Events = [(Int, [(Int, Int, Int)])]

  static let slotCases: [(String, Events, String)] = [
    (
      "one finger",
      [
        (5_000_000, [(3, 57, 7), (3, 53, 100), (3, 54, 200), (1, 330, 1)]),
        (5_008_000, [(3, 53, 110)]), (5_016_000, [(3, 57, -1), (1, 330, 0)]),
      ], "0 down0 100,200 | 8 move0 110,200 | 16 up0 110,200"
    ),
    (
      "two fingers in one frame",
      [
        (0, [(3, 57, 1), (3, 53, 10), (3, 54, 20), (3, 47, 1), (3, 57, 2), (3, 53, 30), (3, 54, 40)]),
        (8000, [(3, 54, 41), (3, 47, 0), (3, 57, -1)]), (16000, [(3, 47, 1), (3, 57, -1)]),
      ], "0 down0 10,20 0 down1 30,40 | 8 up0 10,20 8 move1 30,41 | 16 up1 30,41"
    ),
    (
      "a value outside the range passes",
      [(0, [(3, 57, 1), (3, 53, -50), (3, 54, 900)])], "0 down0 -50,900"
    ),
    (
      "a slot that ends and begins in one frame goes on",
      [
        (0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]),
        (8000, [(3, 57, -1), (3, 57, 2), (3, 53, 500)]), (16000, [(3, 53, 501)]),
        (24000, [(3, 57, -1)]),
      ], "0 down0 10,20 | 16 move0 501,20 | 24 up0 501,20"
    ),
    (
      "a lift has the last place sent, whatever comes with it",
      [(0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]), (8000, [(3, 53, 90), (3, 57, -1)])],
      "0 down0 10,20 | 8 up0 10,20"
    ),
    (
      "down and up in one frame is nothing",
      [(0, [(3, 57, 1), (3, 53, 10), (3, 54, 20), (3, 57, -1)]), (8000, [(3, 53, 11)])], ""
    ),
    (
      "a second tracking ID without a lift is dropped",
      [(0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]), (8000, [(3, 57, 2), (3, 53, 11)])],
      "0 down0 10,20 | 8 move0 11,20"
    ),
    (
      "a contact that was down before the start is not seen until it lands again",
      [(0, [(3, 53, 10)]), (8000, [(3, 57, -1)]), (16000, [(3, 57, 3), (3, 54, 7)])], "16 down0 10,7"
    ),
    (
      "a repressed contact keeps its last place",
      [
        (0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]), (8000, [(3, 57, -1)]), (16000, [(3, 57, 2)]),
      ], "0 down0 10,20 | 8 up0 10,20 | 16 down0 10,20"
    ),
    (
      "a finger that turns into a palm is cancelled",
      [
        (0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]), (8000, [(3, 55, 2), (3, 53, 11)]),
        (16000, [(3, 53, 12)]), (24000, [(3, 57, -1)]), (32000, [(3, 55, 0)]),
        (40000, [(3, 57, 2)]),
      ], "0 down0 10,20 | 8 cancel0 10,20 | 40 down0 12,20"
    ),
    (
      "a palm from the first frame is never sent, even when it becomes a finger",
      [
        (0, [(3, 57, 1), (3, 55, 2), (3, 53, 10), (3, 54, 20)]), (8000, [(3, 55, 0)]),
        (16000, [(3, 53, 12)]), (24000, [(3, 57, -1)]),
      ], ""
    ),
    (
      "a slot beyond the announced ones is the last one",
      [(0, [(3, 47, 99), (3, 57, 1), (3, 53, 1), (3, 54, 2)]), (8000, [(3, 47, 9), (3, 53, 3)])],
      "0 down0 1,2 | 8 move0 3,2"
    ),
    ("codes that were not announced are dropped", [(0, [(3, 58, 9), (2, 0, 4)])], ""),
    (
      "keys", [(0, [(1, 104, 1)]), (8000, [(1, 104, 2), (1, 78, 1)])],
      "0 key(ViewerCore.Key.pageUp) | 8 key(ViewerCore.Key.plus)"
    ),
    ("a frame cut off at the end", [(0, [(3, 57, 1), (3, 53, 10), (3, 54, 20)])], "0 down0 10,20"),
  ]

  @Test("With slots", arguments: slotCases)
  func slots(_ name: String, _ events: Events, _ story: String) throws {
    #expect(try RecordingText(events).clip().story == story, "\(name)")
  }

  static let packetCases: [(String, Events, String)] = [
    (
      "one finger",
      [
        (0, [(3, 53, 10), (3, 54, 20), (0, 2, 0)]), (8000, [(3, 53, 11), (3, 54, 20), (0, 2, 0)]),
        (16000, [(0, 2, 0)]),
      ], "0 down0 10,20 | 8 move0 11,20 | 16 up0 11,20"
    ),
    (
      "contacts that change their order keep their slots",
      [
        (0, [(3, 53, 10), (3, 54, 20), (0, 2, 0), (3, 53, 900), (3, 54, 400), (0, 2, 0)]),
        (8000, [(3, 53, 890), (3, 54, 400), (0, 2, 0), (3, 53, 12), (3, 54, 20), (0, 2, 0)]),
        (16000, [(3, 53, 880), (3, 54, 400), (0, 2, 0)]), (24000, []),
      ],
      "0 down0 10,20 0 down1 900,400 | 8 move0 12,20 8 move1 890,400 | 16 up0 12,20 16 move1 880,400"
        + " | 24 up1 880,400"
    ),
  ]

  @Test("With whole sets of contacts", arguments: packetCases)
  func packets(_ name: String, _ events: Events, _ story: String) throws {
    #expect(try RecordingText(axes: RecordingText.packets, events).clip().story == story, "\(name)")
  }

  @Test("Tracking IDs count more than distance where a set of contacts has them")
  func packetsWithTrackingIDs() throws {
    var axes = RecordingText.packets
    axes[57] = [0, 65535, 0, 0, 0]
    let text = RecordingText(
      axes: axes,
      [
        (
          0,
          [(3, 57, 5), (3, 53, 10), (3, 54, 20), (0, 2, 0), (3, 57, 6), (3, 53, 90), (3, 54, 20), (0, 2, 0)]
        ),
        (
          8000,
          [(3, 57, 6), (3, 53, 11), (3, 54, 20), (0, 2, 0), (3, 57, 8), (3, 53, 91), (3, 54, 20), (0, 2, 0)]
        ),
      ])
    #expect(
      try text.clip().story == "0 down0 10,20 0 down1 90,20 | 8 up0 10,20 8 move1 11,20 8 down0 91,20")
  }

  static let singleCases: [(String, Events, String)] = [
    (
      "a stroke",
      [
        (0, [(1, 330, 1), (3, 0, 10), (3, 1, 20)]), (8000, [(3, 0, 11)]), (16000, [(1, 330, 0), (3, 1, 21)]),
      ], "0 down0 10,20 | 8 move0 11,20 | 16 move0 11,21 16 up0 11,21"
    ),
    (
      "down and up in one frame is a contact",
      [(0, [(3, 0, 10), (3, 1, 20), (1, 330, 1), (1, 330, 0)])], "0 down0 10,20 0 up0 10,20"
    ),
    ("hovering is nothing", [(0, [(3, 0, 10), (3, 1, 20)]), (8000, [(3, 0, 11)])], ""),
  ]

  @Test("With one contact", arguments: singleCases)
  func single(_ name: String, _ events: Events, _ story: String) throws {
    #expect(try RecordingText(axes: RecordingText.single, events).clip().story == story, "\(name)")
  }

  static let down: Events = [(0, [(3, 57, 1), (3, 53, 250), (3, 54, 100), (3, 48, 30)])]

  @Test(
    "Millimetres are the device's where they are believable, else the panel's",
    arguments: [
      // Resolution of both axes; mm of the place 250,100; mm of 30 units of touch major.
      (10, 25.0, 10.0, 3.0), (20, 12.5, 5.0, 1.5), (0, 25.0, 10.0, 3.0), (1, 25.0, 10.0, 3.0),
      (100, 25.0, 10.0, 3.0),
    ])
  func millimetres(_ resolution: Int, _ x: Double, _ y: Double, _ major: Double) throws {
    var text = RecordingText(Self.down)
    text.axes[53] = [0, 999, 0, 0, resolution]
    text.axes[54] = [0, 999, 0, 0, resolution]
    // A thousand units upon the panel's 500 rows: half as many pixels.
    let change = try #require(text.clip().frames.first?.changes.first)
    #expect(change.position == Point(x: 250, y: 50))
    let panels = resolution <= 1 || resolution == 100
    #expect(abs(change.millimetres.x - x) < 1e-9)
    #expect(abs(change.millimetres.y - (panels ? y / 2 : y)) < 1e-9)
    #expect(change.majorAxis.map { abs($0 - major) < 1e-9 } == true)
  }

  @Test(
    "Places turn with the picture and with the device's mounting",
    arguments: [
      (Rotation.none, "", Point(x: 250, y: 100)), (.quarter, "", Point(x: 100, y: 750)),
      (.half, "", Point(x: 750, y: 400)), (.threeQuarters, "", Point(x: 400, y: 250)),
      (.none, "-1 0 1 0 -1 1", Point(x: 750, y: 400)), (.none, "1 0 0 0 1 nonsense", Point(x: 250, y: 100)),
    ])
  func turns(_ rotation: Rotation, _ matrix: String, _ place: Point) throws {
    var text = RecordingText(Self.down)
    if !matrix.isEmpty { text.udev.append("LIBINPUT_CALIBRATION_MATRIX=\(matrix)") }
    let change = try #require(text.clip(rotation: rotation).frames.first?.changes.first)
    #expect(change.position.distance(to: place) < 1e-9)
    #expect((change.millimetres * 10).distance(to: place) < 1e-9)
  }

  @Test("Jitter within half the fuzz is not sent")
  func hysteresis() throws {
    var text = RecordingText([
      (0, [(3, 57, 1), (3, 53, 100), (3, 54, 200)]), (8000, [(3, 53, 104)]), (16000, [(3, 53, 112)]),
      (24000, [(3, 54, 230)]),
    ])
    text.axes[53] = [0, 999, 20, 0, 10]
    text.udev.append("LIBINPUT_FUZZ_36=20")
    #expect(try text.clip().story == "0 down0 100,200 | 16 move0 112,200 | 24 move0 102,230")
  }

  @Test("A mouse is no touchscreen; a file of mice alone is no clip")
  func mouse() throws {
    var mouse = RecordingText([(0, [(3, 57, 1), (3, 53, 1), (3, 54, 1)])])
    mouse.udev = ["ID_INPUT=1", "ID_INPUT_MOUSE=1"]
    #expect(throws: ClipError.self) { try mouse.clip() }
    mouse.udev = []
    #expect(try mouse.clip().story == "0 down0 1,1")
  }
}
