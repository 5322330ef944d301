internal import CInput
package import ViewerCore
internal import Wire

/// The machine's touchscreens, keyboards and pointers, through libinput on udev's seat.
///
/// Contacts carry the seat's slots, so those of several touchscreens never meet. A pointer's left button is a
/// contact of its own (slot 32) for a developer's desk; no cursor is drawn. Devices come and go at any time; what
/// was down on one that goes is cancelled. Times are the events' own (`CLOCK_MONOTONIC`).
package final class LibinputTouch: TouchSource {
  /// Above libinput's own, which are 0 to 31.
  private static let pointerSlot: Int32 = 32

  private let context: LibinputContext
  private var screens: [Screen]
  private var devices: [OpaquePointer: TouchDevice] = [:]
  private var nextNumber: Int32 = 0
  /// The pointer, as a share of the upright first screen.
  private var pointer = Point(x: 0.5, y: 0.5)
  /// Which device holds the pointer's button.
  private var pressing: OpaquePointer?
  private var lastTime = Timestamp.zero

  /// Opens the seat's devices; those that are there already arrive with the first `dispatch`.
  /// - Parameters:
  ///   - seat: udev's name.
  ///   - screens: at least one; a device without LECTERN_OUTPUT covers the first.
  /// - Throws: `no-seat` when libinput cannot start. That there are no devices is no failure: they may come.
  package init(seat: String = "seat0", screens: [Screen]) throws(Failure) {
    context = try LibinputContext(seat: seat)
    self.screens = screens
  }

  package var eventDescriptor: Int32? { libinput_get_fd(context.pointer) }
  package var nextDue: Timestamp? { nil }

  /// Touchscreens that are there, in the order they came.
  package var touchscreens: [String] {
    devices.values.filter(\.isTouchscreen).sorted { $0.number < $1.number }.map(\.name)
  }

  /// Devices of any kind that are there.
  package var deviceCount: Int { devices.count }

  /// Whether anything can touch: a touchscreen, or a pointer with a button.
  package var canTouch: Bool {
    devices.values.contains { $0.isTouchscreen || $0.isPointer }
  }

  /// A device node that could not be opened for want of permission.
  package var deniedDevice: String? { context.devices.denied }

  /// The touch surface in mm of the only touchscreen; nil when there are more, or it tells no believable size.
  package var surface: Size? {
    let touchscreens = devices.values.filter(\.isTouchscreen)
    guard touchscreens.count == 1, let only = touchscreens.first, only.geometry.isBelievable else {
      return nil
    }
    return only.geometry.millimetres
  }

  /// The outputs have changed (mode, rotation, connector). What is down is cancelled.
  package func setScreens(_ screens: [Screen], into events: inout [InputEvent]) {
    self.screens = screens
    for key in keysInOrder() {
      cancel(key, into: &events)
      if let device = devices[key] { devices[key]?.map(to: screen(device.output)) }
    }
  }

  /// Closes all devices, as before the console is given away; what is down is cancelled.
  package func suspend(now: Timestamp, into events: inout [InputEvent]) {
    libinput_suspend(context.pointer)
    dispatch(now: now, into: &events)
  }

  /// Opens the devices again.
  package func resume() -> Bool {
    libinput_resume(context.pointer) == 0
  }

  package func dispatch(now: Timestamp, into events: inout [InputEvent]) {
    lastTime = max(lastTime, now)
    // An error here is a device's, which libinput has removed by itself: what it sent is in the queue.
    _ = libinput_dispatch(context.pointer)
    while let event = libinput_get_event(context.pointer) {
      take(event, into: &events)
      libinput_event_destroy(event)
    }
    // libinput forgets the end of a frame when the last slot of it held still within its fuzz; it hands out whole
    // kernel frames, so whatever waits now was one.
    for key in keysInOrder() { finishFrame(key, into: &events) }
  }

  // MARK: - Events

  private func take(_ event: OpaquePointer, into events: inout [InputEvent]) {
    guard let key = libinput_event_get_device(event) else { return }
    switch libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_ADDED: add(key)
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      cancel(key, into: &events)
      devices[key] = nil
    case LIBINPUT_EVENT_TOUCH_DOWN: takeTouch(event, key, lands: true, into: &events)
    case LIBINPUT_EVENT_TOUCH_MOTION: takeTouch(event, key, lands: false, into: &events)
    case LIBINPUT_EVENT_TOUCH_UP: endTouch(event, key, .up, into: &events)
    case LIBINPUT_EVENT_TOUCH_CANCEL: endTouch(event, key, .cancel, into: &events)
    case LIBINPUT_EVENT_TOUCH_FRAME: finishFrame(key, into: &events)
    case LIBINPUT_EVENT_KEYBOARD_KEY: takeKey(event, into: &events)
    case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
      takeMotion(event, key, into: &events)
    case LIBINPUT_EVENT_POINTER_BUTTON: takeButton(event, key, into: &events)
    case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL, LIBINPUT_EVENT_POINTER_SCROLL_FINGER:
      takeScroll(event, into: &events)
    default: break
    }
  }

  private func add(_ key: OpaquePointer) {
    let name = libinput_device_get_sysname(key).map { String(cString: $0) } ?? ""
    devices[key] = TouchDevice(
      key, number: nextNumber, descriptor: context.devices.descriptor(name: name), screen: screen)
    nextNumber += 1
  }

  private func screen(_ output: String) -> Screen {
    screens.first { !output.isEmpty && $0.output == output } ?? screens.first
      ?? Screen(panel: Panel(size: PixelSize(width: 1, height: 1), dotsPerInch: 160))
  }

  private func keysInOrder() -> [OpaquePointer] {
    devices.sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  private func cancel(_ key: OpaquePointer, into events: inout [InputEvent]) {
    if pressing == key { pressing = nil }
    for frame in devices[key]?.ledger.cancelAll(at: lastTime) ?? [] { events.append(.touch(frame)) }
  }

  // MARK: - Touches

  private func takeTouch(
    _ event: OpaquePointer, _ key: OpaquePointer, lands: Bool, into events: inout [InputEvent]
  ) {
    guard let device = devices[key] else { return }
    let touch = libinput_event_get_touch_event(event)
    beginFrame(key, libinput_event_touch_get_time_usec(touch), into: &events)
    // Of a picture one unit wide: the share of the glass, calibrated by libinput.
    let share = Point(
      x: libinput_event_touch_get_x_transformed(touch, 1),
      y: libinput_event_touch_get_y_transformed(touch, 1))
    let descriptor = context.devices.descriptor(name: device.node)
    devices[key]?.ledger.place(
      slot: libinput_event_touch_get_seat_slot(touch), lands: lands, share: share,
      geometry: device.geometry,
      majorAxis: device.majorAxis(slot: libinput_event_touch_get_slot(touch), descriptor: descriptor))
  }

  private func endTouch(
    _ event: OpaquePointer, _ key: OpaquePointer, _ phase: TouchChange.Phase,
    into events: inout [InputEvent]
  ) {
    let touch = libinput_event_get_touch_event(event)
    beginFrame(key, libinput_event_touch_get_time_usec(touch), into: &events)
    devices[key]?.ledger.end(slot: libinput_event_touch_get_seat_slot(touch), phase)
  }

  private func beginFrame(_ key: OpaquePointer, _ time: UInt64, into events: inout [InputEvent]) {
    let time = Self.time(time)
    lastTime = max(lastTime, time)
    if let frame = devices[key]?.ledger.begin(at: time) { events.append(.touch(frame)) }
  }

  private func finishFrame(_ key: OpaquePointer, into events: inout [InputEvent]) {
    if let frame = devices[key]?.ledger.frame() { events.append(.touch(frame)) }
  }

  // MARK: - Keys and pointers

  private func takeKey(_ event: OpaquePointer, into events: inout [InputEvent]) {
    let keyboard = libinput_event_get_keyboard_event(event)
    guard libinput_event_keyboard_get_key_state(keyboard) == LIBINPUT_KEY_STATE_PRESSED,
      let code = UInt16(exactly: libinput_event_keyboard_get_key(keyboard)), let key = EvdevCode.key(code)
    else { return }
    events.append(.key(key, at: Self.time(libinput_event_keyboard_get_time_usec(keyboard))))
  }

  private func takeMotion(
    _ event: OpaquePointer, _ key: OpaquePointer, into events: inout [InputEvent]
  ) {
    guard let device = devices[key] else { return }
    let motion = libinput_event_get_pointer_event(event)
    let size = device.geometry.panel.size
    if libinput_event_get_type(event) == LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE {
      pointer = Point(
        x: libinput_event_pointer_get_absolute_x_transformed(motion, 1),
        y: libinput_event_pointer_get_absolute_y_transformed(motion, 1))
    } else {
      // A mouse has no place on the glass; it moves over the upright picture.
      let upright = device.geometry.position(pointer)
      let moved = Point(
        x: max(0, min(upright.x + libinput_event_pointer_get_dx(motion), Double(size.width) - 1)),
        y: max(0, min(upright.y + libinput_event_pointer_get_dy(motion), Double(size.height) - 1)))
      pointer = device.geometry.share(position: moved)
    }
    guard pressing == key else { return }
    beginFrame(key, libinput_event_pointer_get_time_usec(motion), into: &events)
    devices[key]?.ledger.place(
      slot: Self.pointerSlot, lands: false, share: pointer, geometry: device.geometry, majorAxis: nil)
    finishFrame(key, into: &events)
  }

  private func takeButton(
    _ event: OpaquePointer, _ key: OpaquePointer, into events: inout [InputEvent]
  ) {
    let button = libinput_event_get_pointer_event(event)
    guard libinput_event_pointer_get_button(button) == UInt32(BTN_LEFT), let device = devices[key] else {
      return
    }
    beginFrame(key, libinput_event_pointer_get_time_usec(button), into: &events)
    if libinput_event_pointer_get_button_state(button) == LIBINPUT_BUTTON_STATE_PRESSED {
      guard pressing == nil else { return }
      pressing = key
      devices[key]?.ledger.place(
        slot: Self.pointerSlot, lands: true, share: pointer, geometry: device.geometry, majorAxis: nil)
    } else {
      guard pressing == key else { return }
      pressing = nil
      devices[key]?.ledger.end(slot: Self.pointerSlot, .up)
    }
    finishFrame(key, into: &events)
  }

  private func takeScroll(_ event: OpaquePointer, into events: inout [InputEvent]) {
    guard let key = libinput_event_get_device(event), let device = devices[key] else { return }
    let scroll = libinput_event_get_pointer_event(event)
    let isWheel = libinput_event_get_type(event) == LIBINPUT_EVENT_POINTER_SCROLL_WHEEL
    func notches(_ axis: libinput_pointer_axis) -> Double {
      guard libinput_event_pointer_has_axis(scroll, axis) != 0 else { return 0 }
      // A notch is 120 of a wheel; a touchpad's scrolling comes in units of which a notch is 15.
      return isWheel
        ? libinput_event_pointer_get_scroll_value_v120(scroll, axis) / 120
        : libinput_event_pointer_get_scroll_value(scroll, axis) / 15
    }
    let moved = Point(
      x: notches(LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL), y: notches(LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
    guard moved != .zero else { return }
    events.append(
      .wheel(
        notches: moved, place: device.geometry.position(pointer),
        at: Self.time(libinput_event_pointer_get_time_usec(scroll))))
  }

  private static func time(_ microseconds: UInt64) -> Timestamp {
    Timestamp(microseconds: Int64(clamping: microseconds))
  }
}
