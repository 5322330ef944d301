package import ViewerCore

/// Turns one device's kernel events into what libinput would have sent for them, as frames of touches and keys.
///
/// The rules are libinput's (`evdev-fallback.c`) and libevdev's: contacts change at SYN_REPORT, not before; values
/// outside the range of their axis pass; a tracking ID that neither begins nor ends a contact is dropped; a slot
/// that ends and begins again within one frame goes on as the same contact; a contact that turns into a palm is
/// cancelled, one that was a palm from its first frame is never sent; a contact that was down before the first
/// event is not seen until it lands again; a lift has the last place sent. Sent slots are the device's own, not yet the seat's.
package struct EvdevDecoder: Sendable {
  private enum Reading {
    /// Multitouch protocol B: the kernel keeps slots.
    case slots
    /// Multitouch protocol A: the whole set of contacts in every frame.
    case packets(ContactMatcher)
    /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
    case single
    case none
  }

  private struct Slot {
    enum State { case none, begin, update, end }
    enum Palm { case none, new, isPalm, wasPalm }

    var state = State.none
    var palm = Palm.none
    var isDirty = false
    var isSent = false
    var trackingID: Int32 = -1
    var tool: Int32 = 0
    var x: Int32 = 0
    var y: Int32 = 0
    var major: Int32?
    /// The middle of libinput's filter against jitter.
    var centre = (x: Int32(0), y: Int32(0))
    /// The last place that was sent.
    var sent = (x: Int32(0), y: Int32(0))
  }

  private let number: Int32
  private let device: LibinputRecording.Device
  private let geometry: DeviceGeometry
  private let calibration: Calibration
  private let xAxis: AxisRange
  private let yAxis: AxisRange
  /// Millimetres of one unit of ABS_MT_TOUCH_MAJOR.
  private let majorUnit: Double
  /// libinput's filter against jitter: half the axis' fuzz; 0 = off.
  private let margin: (x: Int32, y: Int32)

  private var reading: Reading
  private var slots: [Slot]
  private var current = 0
  private var goesDown = false
  private var goesUp = false
  private var keys: [Key] = []

  /// - Parameters:
  ///   - device: as recorded.
  ///   - number: the device's number in the frames.
  ///   - panel: the upright panel that its surface covers.
  ///   - rotation: how the upright picture is turned on the glass.
  /// - Throws: when the device touches, but an axis has no usable range.
  package init(
    _ device: LibinputRecording.Device, number: Int32, panel: Panel, rotation: Rotation = .none
  ) throws(ClipError) {
    typealias Code = EvdevCode.Absolute
    self.device = device
    self.number = number
    let slotAxis = device.axes[Code.slot]
    let isMultitouch = device.axes[Code.positionX] != nil || device.axes[Code.positionY] != nil
    let axes: (x: UInt16, y: UInt16) =
      isMultitouch ? (Code.positionX, Code.positionY) : (Code.x, Code.y)
    if !device.isTouchscreen {
      reading = .none
    } else if !isMultitouch {
      reading = .single
    } else if slotAxis != nil {
      reading = .slots
    } else {
      reading = .packets(ContactMatcher())
    }
    let x = device.axes[axes.x]
    let y = device.axes[axes.y]
    if device.isTouchscreen {
      for (axis, name) in [(x, "x"), (y, "y")] where axis?.isEmpty ?? true {
        throw ClipError(line: device.line, "the touchscreen's \(name) axis has no range in \"absinfo\"")
      }
    }
    xAxis = x ?? AxisRange(minimum: 0, maximum: 1)
    yAxis = y ?? AxisRange(minimum: 0, maximum: 1)
    calibration = device.udev["LIBINPUT_CALIBRATION_MATRIX"].flatMap { Calibration($0) } ?? .identity
    geometry = DeviceGeometry(
      x: xAxis, y: yAxis, panel: panel, rotation: rotation, calibration: calibration)
    let majorResolution = device.axes[Code.touchMajor]?.resolution ?? 0
    majorUnit =
      geometry.isBelievable && majorResolution > 1
      ? 1 / Double(majorResolution) : geometry.unitMillimetres
    margin = (
      Self.fuzz(xAxis, device.udev["LIBINPUT_FUZZ_35"]) / 2,
      Self.fuzz(yAxis, device.udev["LIBINPUT_FUZZ_36"]) / 2
    )
    // The kernel allows 1024 slots at most (input_mt_init_slots).
    let count = slotAxis.map { Int(max(0, min($0.maximum, 1023))) + 1 } ?? 1
    slots = Array(repeating: Slot(), count: count)
  }

  /// libinput's rules move the fuzz to udev, so that the kernel does not filter too.
  private static func fuzz(_ axis: AxisRange, _ property: String?) -> Int32 {
    property.flatMap { Int32($0) }.map { max(0, $0) } ?? axis.fuzz
  }

  /// Takes the next event; at the end of a frame appends what it sends.
  /// - Parameters:
  ///   - time: the event's, on the clip's clock.
  ///   - events: gets at most one frame of touches, and keys.
  package mutating func take(
    _ event: LibinputRecording.Event, at time: Timestamp, into events: inout [ClipEvent]
  ) {
    guard device.announces(type: event.type, code: event.code) else { return }
    switch event.type {
    case EvdevCode.EventType.absolute:
      takeAxis(event)
    case EvdevCode.EventType.key:
      if event.code == EvdevCode.touchButton {
        guard case .single = reading else { return }
        if event.value == 1 { goesDown = true } else if event.value == 0 { goesUp = true }
      } else if event.value == 1, let key = EvdevCode.key(event.code) {
        // Repeats (value 2) are the kernel's, which libinput leaves out.
        keys.append(key)
      }
    case EvdevCode.EventType.synchronisation:
      if event.code == EvdevCode.Synchronisation.contactReport {
        if case .packets(var matcher) = reading {
          matcher.endPacket()
          reading = .packets(matcher)
        }
      } else if event.code == EvdevCode.Synchronisation.report {
        flush(at: time, into: &events)
      }
    default:
      break
    }
  }

  // MARK: - Values

  private mutating func takeAxis(_ event: LibinputRecording.Event) {
    switch reading {
    case .slots: takeSlotAxis(event)
    case .packets(var matcher):
      matcher.take(event)
      reading = .packets(matcher)
    case .single:
      if event.code == EvdevCode.Absolute.x {
        slots[0].x = event.value
        slots[0].isDirty = true
      } else if event.code == EvdevCode.Absolute.y {
        slots[0].y = event.value
        slots[0].isDirty = true
      }
    case .none: break
    }
  }

  private mutating func takeSlotAxis(_ event: LibinputRecording.Event) {
    switch event.code {
    case EvdevCode.Absolute.slot:
      // libevdev caps a slot that the device did not announce to the last one.
      current = event.value < 0 ? slots.count - 1 : min(Int(event.value), slots.count - 1)
    case EvdevCode.Absolute.trackingID: takeTrackingID(event.value, slot: current)
    case EvdevCode.Absolute.positionX: setPosition(x: event.value, slot: current)
    case EvdevCode.Absolute.positionY: setPosition(y: event.value, slot: current)
    case EvdevCode.Absolute.toolType: takeTool(event.value, slot: current)
    case EvdevCode.Absolute.touchMajor: slots[current].major = event.value
    default: break
    }
  }

  private mutating func takeTrackingID(_ value: Int32, slot index: Int) {
    let begins = value >= 0
    guard begins != (slots[index].trackingID >= 0) else { return }
    slots[index].trackingID = max(-1, value)
    slots[index].state = begins ? .begin : .end
    if begins { slots[index].palm = slots[index].tool == EvdevCode.palm ? .wasPalm : .none }
    slots[index].isDirty = true
  }

  private mutating func setPosition(x: Int32? = nil, y: Int32? = nil, slot index: Int) {
    if let x { slots[index].x = x }
    if let y { slots[index].y = y }
    slots[index].isDirty = true
  }

  private mutating func takeTool(_ value: Int32, slot index: Int) {
    slots[index].tool = value
    if value == EvdevCode.palm {
      if slots[index].palm == .none { slots[index].palm = .new }
    } else if slots[index].palm == .isPalm {
      slots[index].palm = .wasPalm
    }
    slots[index].isDirty = true
  }

  // MARK: - Frames

  private mutating func flush(at time: Timestamp, into events: inout [ClipEvent]) {
    var changes: [TouchChange] = []
    switch reading {
    case .slots:
      flushSlots(into: &changes)
    case .packets(var matcher):
      apply(matcher.endFrame())
      reading = .packets(matcher)
      flushSlots(into: &changes)
    case .single:
      flushSingle(into: &changes)
    case .none:
      break
    }
    if !changes.isEmpty {
      events.append(
        ClipEvent(time: time, action: .touch(TouchFrame(time: time, device: number, changes: changes))))
    }
    for key in keys { events.append(ClipEvent(time: time, action: .key(key))) }
    keys.removeAll(keepingCapacity: true)
  }

  /// Gives the contacts of a protocol A frame their slots' values, as mtdev does.
  private mutating func apply(_ frame: ContactMatcher.Frame) {
    for slot in frame.ended where slot < slots.count { takeTrackingID(-1, slot: slot) }
    for contact in frame.contacts {
      while slots.count <= contact.slot { slots.append(Slot()) }
      let slot = slots[contact.slot]
      if slot.trackingID < 0 { takeTrackingID(Int32(contact.slot), slot: contact.slot) }
      if slot.trackingID < 0 || slot.x != contact.x || slot.y != contact.y {
        setPosition(x: contact.x, y: contact.y, slot: contact.slot)
      }
      if let tool = contact.tool, tool != slot.tool { takeTool(tool, slot: contact.slot) }
      slots[contact.slot].major = contact.major
    }
  }

  private mutating func flushSlots(into changes: inout [TouchChange]) {
    for index in slots.indices where slots[index].isDirty {
      slots[index].isDirty = false
      let palm = slots[index].palm
      let state = slots[index].state
      if palm == .new {
        if state != .begin { end(index, .cancel, into: &changes) }
        slots[index].palm = .isPalm
      } else if palm == .none {
        switch state {
        case .begin: begin(index, into: &changes)
        case .update: move(index, into: &changes)
        case .end: end(index, .up, into: &changes)
        case .none: break
        }
      }
      if state == .begin { slots[index].state = .update }
      if state == .end { slots[index].state = .none }
    }
  }

  private mutating func flushSingle(into changes: inout [TouchChange]) {
    if goesDown {
      begin(0, into: &changes)
    } else if slots[0].isDirty {
      move(0, into: &changes)
    }
    if goesUp { end(0, .up, into: &changes) }
    goesDown = false
    goesUp = false
    slots[0].isDirty = false
  }

  private mutating func begin(_ index: Int, into changes: inout [TouchChange]) {
    guard !slots[index].isSent else { return }
    slots[index].isSent = true
    slots[index].centre = (slots[index].x, slots[index].y)
    slots[index].sent = slots[index].centre
    changes.append(change(index, .down))
  }

  private mutating func move(_ index: Int, into changes: inout [TouchChange]) {
    guard slots[index].isSent else { return }
    // libinput sends the place as it came, and keeps the filtered one for the axis that stays silent next time.
    let place = (slots[index].x, slots[index].y)
    guard !holdsStill(index) else { return }
    slots[index].sent = place
    changes.append(change(index, .move))
  }

  private mutating func end(
    _ index: Int, _ phase: TouchChange.Phase, into changes: inout [TouchChange]
  ) {
    guard slots[index].isSent else { return }
    slots[index].isSent = false
    changes.append(change(index, phase))
  }

  /// libinput's hysteresis: inside an ellipse about the last place nothing moves, beyond it the place trails by the
  /// ellipse's radius.
  private mutating func holdsStill(_ index: Int) -> Bool {
    guard margin.x > 0, margin.y > 0 else { return false }
    let centre = slots[index].centre
    let dx = Double(slots[index].x) - Double(centre.x)
    let dy = Double(slots[index].y) - Double(centre.y)
    let across = dx / Double(margin.x)
    let down = dy / Double(margin.y)
    let distance = (across * across + down * down).squareRoot()
    if distance < 1 {
      slots[index].x = centre.x
      slots[index].y = centre.y
      return true
    }
    slots[index].x = Int32(clamping: Int64(Double(slots[index].x) - dx / distance))
    slots[index].y = Int32(clamping: Int64(Double(slots[index].y) - dy / distance))
    if slots[index].x == centre.x, slots[index].y == centre.y { return true }
    slots[index].centre = (slots[index].x, slots[index].y)
    return false
  }

  private func change(_ index: Int, _ phase: TouchChange.Phase) -> TouchChange {
    let slot = slots[index]
    let share = calibration.apply(Point(x: xAxis.share(slot.sent.x), y: yAxis.share(slot.sent.y)))
    let touches = phase == .down || phase == .move
    return TouchChange(
      slot: Int32(index), phase: phase, position: geometry.position(share),
      millimetres: geometry.millimetres(share),
      majorAxis: touches ? slot.major.map { Double($0) * majorUnit } : nil)
  }
}
