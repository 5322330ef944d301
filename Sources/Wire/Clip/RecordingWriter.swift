package import ViewerCore

/// Writes frames of touches as a `libinput record` file: one touchscreen of multitouch protocol B with 32 slots.
///
/// The text is made to be appended: `head` first, then one piece a frame, each whole in itself, so that a file is
/// valid after every write. Our reader and `libinput replay` take it. All contacts of all devices are slots of the
/// one recorded device. A hundredth of a millimetre (or 1/65536 of the panel, without a believable size) is a unit.
package struct RecordingWriter: Sendable {
  private typealias Code = EvdevCode.Absolute

  private struct Contact {
    var slot: Int32
    var place: (x: Int32, y: Int32)
  }

  /// The recorded device's units of a mm of a contact's size.
  private let majorScale: Double
  private let panel: PixelSize
  private let x: AxisRange
  private let y: AxisRange
  private let name: String
  private var seat = SeatSlots()
  private var down: [Contact] = []
  private var trackingID: Int32 = 0
  private var selectedSlot: Int32 = 0
  private var start: Timestamp?
  /// µs of the last frame, from the first.
  private var lastOffset: Int64 = 0

  /// - Parameters:
  ///   - panel: the panel whose pixels the frames carry.
  ///   - surface: the touch surface's size in mm; nil where it is not believable.
  ///   - name: of the recorded device.
  package init(panel: Panel, surface: Size?, name: String = "Lectern touchscreen") {
    self.name = name
    self.panel = panel.size
    if let surface {
      x = AxisRange(minimum: 0, maximum: Self.units(surface.width * 100), resolution: 100)
      y = AxisRange(minimum: 0, maximum: Self.units(surface.height * 100), resolution: 100)
      majorScale = 100
    } else {
      x = AxisRange(minimum: 0, maximum: 65535)
      y = AxisRange(minimum: 0, maximum: 65535)
      majorScale = x.count / max(1, panel.millimetres.width)
    }
  }

  private static func units(_ count: Double) -> Int32 {
    Int32(max(2, min(count, 1e6)).rounded()) - 1
  }

  /// The beginning of the file, up to the first frame.
  package var head: String {
    let axes: [(UInt16, AxisRange)] = [
      (Code.x, x), (Code.y, y), (Code.slot, AxisRange(minimum: 0, maximum: 31)),
      (Code.touchMajor, AxisRange(minimum: 0, maximum: 65535, resolution: x.resolution)),
      (Code.positionX, x), (Code.positionY, y), (Code.toolType, AxisRange(minimum: 0, maximum: 2)),
      (Code.trackingID, AxisRange(minimum: 0, maximum: 65535)),
    ]
    let codes = axes.map { String($0.0) }.joined(separator: ", ")
    let ranges = axes.map { code, axis in
      "      \(code): [\(axis.minimum), \(axis.maximum), 0, 0, \(axis.resolution)]\n"
    }
    let escaped = name.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      default: scalar.value < 0x20 ? " " : String(scalar)
      }
    }
    return """
      # libinput record
      version: 1
      ndevices: 1
      libinput:
        version: "unknown"
        git: "unknown"
      system:
        os: "unknown"
        kernel: "unknown"
        dmi: "unknown"
      devices:
      - node: /dev/input/event0
        evdev:
          name: "\(escaped.joined())"
          id: [6, 0, 0, 0]
          codes:
            0: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] # EV_SYN
            1: [330] # EV_KEY
            3: [\(codes)] # EV_ABS
          absinfo:
      \(ranges.joined())    properties: [1]
        hid: [
        ]
        udev:
          properties:
          - ID_INPUT=1
          - ID_INPUT_TOUCHSCREEN=1
        quirks:
        events:

      """
  }

  /// What a frame adds to the file; empty when it says nothing new.
  package mutating func append(_ frame: TouchFrame) -> String {
    guard let seated = seat.seated(frame) else { return "" }
    var events: [Event] = []
    var lifted: [Event] = []
    let hadContacts = !down.isEmpty
    for change in seated.changes { add(change, to: &events, after: &lifted) }
    if hadContacts != !down.isEmpty, lifted.isEmpty {
      events.append(Event(EvdevCode.EventType.key, EvdevCode.touchButton, down.isEmpty ? 0 : 1))
    }
    // The kernel's single-touch view follows the contact that has been down longest.
    if let oldest = down.first {
      events.append(Event(EvdevCode.EventType.absolute, Code.x, oldest.place.x))
      events.append(Event(EvdevCode.EventType.absolute, Code.y, oldest.place.y))
    }
    if !lifted.isEmpty, down.isEmpty {
      lifted.append(Event(EvdevCode.EventType.key, EvdevCode.touchButton, 0))
    }
    var text = self.text(events, at: frame.time)
    if !lifted.isEmpty { text += self.text(lifted, at: frame.time) }
    return text
  }

  // MARK: - Events

  private struct Event {
    var type: UInt16
    var code: UInt16
    var value: Int32

    init(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      self.type = type
      self.code = code
      self.value = value
    }
  }

  private mutating func add(_ change: TouchChange, to events: inout [Event], after: inout [Event]) {
    func axis(_ code: UInt16, _ value: Int32) -> Event {
      Event(EvdevCode.EventType.absolute, code, value)
    }
    if change.slot != selectedSlot {
      events.append(axis(Code.slot, change.slot))
      selectedSlot = change.slot
    }
    let place = (x: unit(change.position.x, x, panel.width), y: unit(change.position.y, y, panel.height))
    switch change.phase {
    case .down:
      trackingID = (trackingID + 1) & 0xFFFF
      down.append(Contact(slot: change.slot, place: place))
      events.append(axis(Code.trackingID, trackingID))
    case .move:
      guard let index = down.firstIndex(where: { $0.slot == change.slot }) else { return }
      down[index].place = place
    case .up:
      down.removeAll { $0.slot == change.slot }
      events.append(axis(Code.trackingID, -1))
      return
    case .cancel:
      // A contact is cancelled by turning into a palm; it lifts a frame later, and its slot is a finger's again
      // before the next contact begins, for the tool of that moment counts.
      down.removeAll { $0.slot == change.slot }
      events.append(axis(Code.toolType, EvdevCode.palm))
      after.append(axis(Code.slot, change.slot))
      after.append(axis(Code.trackingID, -1))
      after.append(axis(Code.toolType, 0))
      selectedSlot = change.slot
      return
    }
    events.append(axis(Code.positionX, place.x))
    events.append(axis(Code.positionY, place.y))
    if let major = change.majorAxis, major.isFinite {
      events.append(axis(Code.touchMajor, Int32(max(0, min(major * majorScale, 65535)).rounded())))
    }
  }

  /// A place inside the panel stays inside the axis; others go beyond it, as they came.
  private func unit(_ pixels: Double, _ axis: AxisRange, _ length: Int) -> Int32 {
    let share = pixels / Double(max(1, length))
    let value = Int32(max(-1e9, min((share * axis.count).rounded(), 1e9)))
    return share < 1 ? min(value, axis.maximum) : value
  }

  // MARK: - Text

  private mutating func text(_ events: [Event], at time: Timestamp) -> String {
    let begin = start ?? time
    start = begin
    // Frames of several devices may cross by a few µs; a file's time must not.
    let offset = max(lastOffset, time.microseconds - begin.microseconds)
    let gap = (offset - lastOffset) / 1000
    lastOffset = offset
    let stamp =
      "    - [\(Self.padded(offset / 1_000_000, 3)), \(Self.padded(offset % 1_000_000, 6)), "
    var text = "  - evdev:\n"
    for event in events {
      text += stamp + "\(Self.padded(event.type, 3)), \(Self.padded(event.code, 3)), "
      text += "\(Self.padded(event.value, 7))] # \(Self.comment(event))\n"
    }
    text += stamp + "  0,   0,       0] # ------------ SYN_REPORT (0) ---------- +\(gap)ms\n"
    return text
  }

  private static func padded(_ value: some BinaryInteger, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  private static func comment(_ event: Event) -> String {
    guard event.type == EvdevCode.EventType.absolute else { return "EV_KEY / BTN_TOUCH" }
    let name =
      switch event.code {
      case Code.x: "ABS_X"
      case Code.y: "ABS_Y"
      case Code.slot: "ABS_MT_SLOT"
      case Code.touchMajor: "ABS_MT_TOUCH_MAJOR"
      case Code.positionX: "ABS_MT_POSITION_X"
      case Code.positionY: "ABS_MT_POSITION_Y"
      case Code.toolType: "ABS_MT_TOOL_TYPE"
      default: "ABS_MT_TRACKING_ID"
      }
    return "EV_ABS / \(name)"
  }
}
