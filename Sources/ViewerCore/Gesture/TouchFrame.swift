/// One hardware sample of a touch device: everything that changed on it at one moment (libinput's TOUCH_FRAME).
package struct TouchFrame: Hashable, Sendable {
  /// Event time, not arrival time.
  package var time: Timestamp
  /// Which device; slots of different devices never meet.
  package var device: Int32
  package var changes: [TouchChange]

  package init(time: Timestamp, device: Int32, changes: [TouchChange]) {
    self.time = time
    self.device = device
    self.changes = changes
  }
}

/// What happened to one contact in a frame.
package struct TouchChange: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case down, move, up
    /// The contact never was one for us: a palm, or its device is gone. Never a tap.
    case cancel
  }

  /// Seat-wide slot, unique among the contacts that are down.
  package var slot: Int32
  package var phase: Phase
  /// Pixels of the upright panel. At `up` and `cancel` the last place known.
  package var position: Point
  /// Millimetres of the device (or of the panel, where the device's size is not believable).
  package var millimetres: Point
  /// Length of the contact's longer axis in mm, where the device tells.
  package var majorAxis: Double?

  package init(
    slot: Int32, phase: Phase, position: Point, millimetres: Point, majorAxis: Double? = nil
  ) {
    self.slot = slot
    self.phase = phase
    self.position = position
    self.millimetres = millimetres
    self.majorAxis = majorAxis
  }
}
