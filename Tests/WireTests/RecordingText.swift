import ViewerCore
import Wire

/// Builds the text of a `libinput record` file.
struct RecordingText {
  struct Frame {
    var microseconds: Int
    /// Type, code, value.
    var events: [(Int, Int, Int)]
  }

  /// Axes of a multitouch device with slots: 1000 x 500 units of which ten are a mm.
  static let slots: [Int: [Int]] = [
    47: [0, 9, 0, 0, 0], 48: [0, 500, 0, 0, 0], 53: [0, 999, 0, 0, 10], 54: [0, 499, 0, 0, 10],
    55: [0, 2, 0, 0, 0], 57: [0, 65535, 0, 0, 0],
  ]
  /// Multitouch protocol A.
  static let packets: [Int: [Int]] = [53: [0, 999, 0, 0, 10], 54: [0, 499, 0, 0, 10]]
  static let single: [Int: [Int]] = [0: [0, 999, 0, 0, 10], 1: [0, 499, 0, 0, 10]]

  var axes = Self.slots
  var udev = ["ID_INPUT=1", "ID_INPUT_TOUCHSCREEN=1"]
  var frames: [Frame] = []

  /// One device's entry.
  var device: String {
    var text = """
      - node: /dev/input/event0
        evdev:
          # Name: A "touch" screen
          name: "A \\"touch\\" screen # 1"
          id: [3, 1, 2, 0]
          codes:
            0: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] # EV_SYN
            1: [78, 104, 330] # EV_KEY
            3: [\(axes.keys.sorted().map(String.init).joined(separator: ", "))] # EV_ABS
          absinfo:

      """
    for (code, values) in axes.sorted(by: { $0.key < $1.key }) {
      text += "      \(code): [\(values.map(String.init).joined(separator: ", "))]\n"
    }
    text += "    properties: [1]\n  hid: [\n    0x05, 0x0d,\n  ]\n  udev:\n    properties:\n"
    text += udev.map { "    - \($0)\n" }.joined()
    text += "  quirks:\n  events:\n"
    for frame in frames {
      text += "  - evdev:\n"
      for (type, code, value) in frame.events + [(0, 0, 0)] {
        text += "    - [\(frame.microseconds / 1_000_000), \(frame.microseconds % 1_000_000), "
        text += "\(type), \(code), \(value)] # EV\n"
      }
    }
    return text
  }

  static let head = "# a comment\nversion: 1\nndevices: 1\nlibinput:\n  version: \"1.22.1\"\ndevices:\n"

  var bytes: [UInt8] { Array((Self.head + device).utf8) }

  init(axes: [Int: [Int]] = Self.slots, _ frames: [(Int, [(Int, Int, Int)])] = []) {
    self.axes = axes
    self.frames = frames.map { Frame(microseconds: $0.0, events: $0.1) }
  }

  /// 1000 x 500 pixels of 254 dots per inch: ten pixels a mm.
  static let panel = Panel(size: PixelSize(width: 1000, height: 500), dotsPerInch: 254)

  func clip(rotation: Rotation = .none) throws -> Clip {
    let panel = Panel(size: rotation.turned(Self.panel.size), dotsPerInch: 254)
    return try Clip(bytes, panel: panel, rotation: rotation)
  }
}

extension Clip {
  /// One word a change: time in ms, phase, slot, place; frames are set apart by `|`.
  var story: String {
    events.map { event in
      let time = event.time.microseconds / 1000
      guard case .touch(let frame) = event.action else { return "\(time) \(event.action)" }
      return frame.changes.map {
        "\(time) \($0.phase)\($0.slot) \(Int($0.position.x.rounded())),\(Int($0.position.y.rounded()))"
      }.joined(separator: " ")
    }.joined(separator: " | ")
  }

  var frames: [TouchFrame] {
    events.compactMap { if case .touch(let frame) = $0.action { frame } else { nil } }
  }
}
