import Foundation
import Testing
import ViewerCore
import Wire

@Suite("Clips")
struct ClipTests {
  @Test("Several devices in one file keep apart and share one clock")
  func devices() throws {
    let one = RecordingText([
      (2_000_000, [(3, 57, 1), (3, 53, 10), (3, 54, 20)]), (2_020_000, [(3, 57, -1)]),
    ])
    let other = RecordingText([
      (1_990_000, [(3, 57, 1), (3, 53, 50), (3, 54, 60)]), (2_030_000, [(3, 57, -1)]),
    ])
    let clip = try Clip(
      Array((RecordingText.head + one.device + other.device).utf8), panel: RecordingText.panel)
    #expect(clip.story == "0 down0 50,60 | 10 down1 10,20 | 30 up1 10,20 | 40 up0 50,60")
    #expect(clip.frames.map(\.device) == [1, 0, 0, 1])
    #expect(clip.deviceCount == 2)
    #expect(clip.duration == .milliseconds(40))
  }

  @Test("Clips in parallel are devices of their own, merged in time order")
  func merged() throws {
    let panel = RecordingText.panel
    let one = try Clip(Array("0 tap 10,20\n100 tap 30,40".utf8), panel: panel)
    let other = try Clip(Array("0 tap 50,60\n30 ctl next\n1000 wait 5ms".utf8), panel: panel)
    let clip = Clip.merged([one, other])
    #expect(
      clip.story == "0 down0 10,20 | 0 down1 50,60 | 30 control(\"next\") | 60 up0 10,20 | 60 up1 50,60"
        + " | 100 down0 30,40 | 160 up0 30,40")
    #expect(clip.frames.map(\.device) == [0, 1, 0, 1, 0, 0])
    #expect(clip.duration == .milliseconds(1005))
    #expect(Clip.merged([]) == Clip())
  }

  @Test("A seat has 32 contacts; one more is dropped whole")
  func seatIsFull() throws {
    var lines = (0..<33).map { "\($0) long-press \($0),5 100ms" }
    lines.append("500 tap 1,1")
    let clip = try Clip(Array(lines.joined(separator: "\n").utf8), panel: RecordingText.panel)
    let downs = clip.frames.flatMap(\.changes).filter { $0.phase == .down }
    #expect(downs.map(\.slot) == Array(0..<32) + [0])
    #expect(clip.frames.flatMap(\.changes).filter { $0.phase == .up }.count == 33)
  }

  static let broken: [(String, Int, String)] = [
    ("", 0, "no libinput recording"), ("hello", 1, "no part of a libinput recording"),
    ("devices:\n- node: x", 0, "version"), ("version: 2", 1, "version 2"), ("version: 1", 1, "no devices"),
    ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 0, 3]", 5, "five numbers"),
    ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, x, 3, 0, 0]", 5, "\"x\" is no number"),
    ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 1000000, 3, 0, 0]", 5, "out of range"),
    (
      "version: 1\ndevices:\n- events:\n  - evdev:\n    - [1, 0, 3, 0, 0]\n    - [0, 9, 0, 0, 0]", 6,
      "backwards"
    ),
    (
      "version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 0, 3, 0, 0]\n    - [99999, 0, 0, 0, 0]", 6,
      "a day"
    ),
    ("version: 1\ndevices:\n- events:\n  - evdev:\n    - [0, 0, 3, 0", 5, "has no \"]\""),
    ("version: 1\ndevices:\n\t- x", 3, "tabs"),
    ("version: 1\ndevices:\n- evdev:\n    absinfo:\n      53: [0, 9]", 5, "five numbers"),
    ("version: 1\ndevices:\n- evdev:\n    absinfo:\n      53: [0, 99999999999, 0, 0, 0]", 5, "out of range"),
    (
      "version: 1\ndevices:\n- evdev:\n    absinfo:\n      53: [0, 9, 0, 0, 0]\n      54: [9, 9, 0, 0, 0]", 3,
      "y axis"
    ),
  ]

  @Test("A broken recording names its line", arguments: broken)
  func brokenRecordings(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: ClipError.self) {
      try Clip(Array(text.utf8), panel: RecordingText.panel)
    }
    #expect(error?.line == line, "\(text)")
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("Changed bytes give events or an error, and never leave a contact without its landing")
  func mutations() {
    let text = RecordingText(
      EvdevDecoderTests.slotCases[1].1 + [(90_000, [(3, 57, 9), (3, 55, 2), (1, 104, 1)])])
    let script = Array("0 tap 10,20\n90 pinch 500,250 20 60 40ms # x\n200 ctl goto 7\n300 key End\n".utf8)
    var random = SplitMix(state: 11)
    var read = 0
    for round in 0..<2000 {
      var bytes = round.isMultiple(of: 4) ? script : text.bytes
      for _ in 0...(round % 3) where !bytes.isEmpty {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(ascii: "9"), at: place)
        default: bytes = Array(bytes[..<max(1, place)])
        }
      }
      guard let clip = try? Clip(bytes, panel: RecordingText.panel) else { continue }
      read += 1
      #expect(clip.isSound, "round \(round)")
    }
    #expect(read > 400)
  }

  private static let corpus = ProcessInfo.processInfo.environment["LECTERN_CORPUS"]

  @Test(
    "Every recording of the corpus is read whole", .enabled(if: corpus != nil, "LECTERN_CORPUS is not set"))
  func corpusClips() throws {
    let folder = URL(filePath: Self.corpus ?? "").appending(path: "touch")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".yml")
    }
    #expect(files.count >= 60)
    let panel = Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 92)
    for file in files {
      let bytes = try Array(Data(contentsOf: folder.appending(path: file)))
      let clip = try Clip(bytes, panel: panel)
      #expect(clip.isSound, "\(file)")
      let downs = clip.frames.flatMap(\.changes).filter { $0.phase == .down }.count
      let lifts = clip.frames.flatMap(\.changes).filter { $0.phase == .up || $0.phase == .cancel }.count
      if file.contains("tooltype-palm") {
        #expect(clip.frames.isEmpty, "\(file)")
      } else {
        #expect(!clip.frames.isEmpty && downs > 0, "\(file)")
        #expect(downs - lifts == (file.contains("never-released") ? 1 : 0), "\(file)")
      }
    }
  }
}

extension Clip {
  /// Time runs forward, and every slot lands before it moves or lifts.
  var isSound: Bool {
    var last = Timestamp.zero
    var down: Set<Int32> = []
    for event in events {
      guard event.time >= last else { return false }
      last = event.time
      guard case .touch(let frame) = event.action else { continue }
      guard frame.time == event.time, !frame.changes.isEmpty else { return false }
      for change in frame.changes {
        guard change.position.x.isFinite, change.position.y.isFinite else { return false }
        switch change.phase {
        case .down: guard down.insert(change.slot).inserted else { return false }
        case .move: guard down.contains(change.slot) else { return false }
        case .up, .cancel: guard down.remove(change.slot) != nil else { return false }
        }
      }
    }
    return last - .zero <= duration
  }
}

/// A small generator with a fixed seed: the same changes in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
