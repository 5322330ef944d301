/// Which contact of which device.
struct ContactID: Hashable, Sendable {
  var device: Int32
  var slot: Int32
}

/// A finger as a gesture knows it: it outlives its contact by the bounce window, in which another contact may
/// turn out to be the same finger.
struct Finger: Sendable {
  var contact: ContactID
  /// px of the panel.
  var position: Point
  /// mm of the device.
  var millimetres: Point
  /// When the device last said something about it.
  var heard: Timestamp
  /// When it lifted; nil while it is down.
  var lifted: Timestamp?
  var tracker: VelocityTracker

  init(_ change: TouchChange, device: Int32, at time: Timestamp) {
    contact = ContactID(device: device, slot: change.slot)
    position = change.position
    millimetres = change.millimetres
    heard = time
    tracker = VelocityTracker(position: change.position, at: time)
  }

  var isDown: Bool { lifted == nil }

  mutating func move(_ change: TouchChange, at time: Timestamp) {
    position = change.position
    millimetres = change.millimetres
    heard = time
    tracker.add(change.position, at: time)
  }

  /// The contact came back, perhaps under another id and a little further on.
  mutating func land(_ change: TouchChange, device: Int32, at time: Timestamp) {
    contact = ContactID(device: device, slot: change.slot)
    lifted = nil
    move(change, at: time)
  }
}
