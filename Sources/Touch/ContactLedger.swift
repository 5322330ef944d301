internal import ViewerCore

/// One device's contacts between two frames: collects changes until the frame ends, knows the last place of each
/// contact, and cancels what is left when the device goes away.
struct ContactLedger {
  private struct Place {
    var position: Point
    var millimetres: Point
  }

  private let device: Int32
  private var down: [Int32: Place] = [:]
  private var changes: [TouchChange] = []
  /// Of the changes that wait.
  private var time = Timestamp.zero

  init(device: Int32) {
    self.device = device
  }

  /// A contact lands or moves. Landing twice is a move, moving without landing is nothing.
  /// - Parameters:
  ///   - share: the place on the glass, 0 to 1.
  mutating func place(
    slot: Int32, lands: Bool, share: Point, geometry: DeviceGeometry, majorAxis: Double?
  ) {
    guard lands || down[slot] != nil else { return }
    let place = Place(position: geometry.position(share), millimetres: geometry.millimetres(share))
    let phase: TouchChange.Phase = down.updateValue(place, forKey: slot) == nil ? .down : .move
    changes.append(
      TouchChange(
        slot: slot, phase: phase, position: place.position, millimetres: place.millimetres,
        majorAxis: majorAxis))
  }

  /// A contact lifts or is cancelled; one that never landed is nothing.
  mutating func end(slot: Int32, _ phase: TouchChange.Phase) {
    guard let last = down.removeValue(forKey: slot) else { return }
    changes.append(
      TouchChange(slot: slot, phase: phase, position: last.position, millimetres: last.millimetres))
  }

  /// A change of this time comes next: what waits of another time was a frame of its own.
  mutating func begin(at time: Timestamp) -> TouchFrame? {
    let frame = time == self.time ? nil : frame()
    self.time = time
    return frame
  }

  /// The frame is complete; nil when nothing changed in it.
  mutating func frame() -> TouchFrame? {
    guard !changes.isEmpty else { return nil }
    defer { changes.removeAll(keepingCapacity: true) }
    return TouchFrame(time: time, device: device, changes: changes)
  }

  /// The device is gone, or its panel is another: everything that is down is cancelled.
  mutating func cancelAll(at time: Timestamp) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    if let waiting = begin(at: time) { frames.append(waiting) }
    for slot in down.keys.sorted() { end(slot: slot, .cancel) }
    if let last = frame() { frames.append(last) }
    return frames
  }
}
