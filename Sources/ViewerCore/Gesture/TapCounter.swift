/// The tap that waits to see whether it is half of a double tap.
struct TapCounter: Sendable {
  struct Tap: Sendable {
    /// px.
    var at: Point
    /// mm of its device.
    var millimetres: Point
    var device: Int32
    var lifted: Timestamp
  }

  private(set) var waiting: Tap?
  /// The second contact is down: the tap waits for what becomes of it.
  private(set) var isHeld = false

  /// When the tap is one for good.
  func due(_ settings: GestureSettings) -> Timestamp? {
    guard let waiting, !isHeld else { return nil }
    return waiting.lifted + .milliseconds(settings.doubleTapMaximum)
  }

  mutating func wait(_ tap: Tap) {
    waiting = tap
    isHeld = false
  }

  /// Whether a landing contact is the second of a double tap; then the tap is held.
  mutating func pairs(
    with change: TouchChange, device: Int32, at time: Timestamp, _ settings: GestureSettings
  ) -> Bool {
    guard let waiting, waiting.device == device else { return false }
    let gap = time - waiting.lifted
    isHeld =
      gap >= .milliseconds(settings.doubleTapMinimum) && gap <= .milliseconds(settings.doubleTapMaximum)
      && waiting.millimetres.distance(to: change.millimetres) <= settings.doubleTapReach
    return isHeld
  }

  /// Takes the tap that has waited, whatever it has become.
  mutating func take() -> Tap? {
    defer {
      waiting = nil
      isHeld = false
    }
    return waiting
  }
}
