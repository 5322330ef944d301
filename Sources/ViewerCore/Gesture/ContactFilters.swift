/// Whether a new contact is the finger that has just lifted: electrical bounce, a short loss of contact.
struct BounceFilter: Sendable {
  var time: Duration
  /// mm.
  var reach: Double

  init(_ settings: GestureSettings) {
    time = .milliseconds(settings.bounceTime)
    reach = settings.bounceReach
  }

  func continues(_ finger: Finger, with change: TouchChange, device: Int32, at moment: Timestamp) -> Bool {
    guard let lifted = finger.lifted, finger.contact.device == device else { return false }
    return moment - lifted <= time && finger.millimetres.distance(to: change.millimetres) <= reach
  }
}

/// Whether a contact is none of a finger: too long, or where there is no panel.
struct PalmFilter: Sendable {
  /// mm of the longer axis.
  var longestAxis: Double
  /// How far beyond the panel's edge a calibrated finger may be reported, mm.
  static let overhang = 5.0

  init(_ settings: GestureSettings) {
    longestAxis = settings.palmAxis
  }

  func isPalm(_ change: TouchChange) -> Bool {
    guard let axis = change.majorAxis else { return false }
    return axis > longestAxis
  }

  /// Asked of landing contacts only: a finger may slide off the panel and stays one.
  func isBeside(_ change: TouchChange, _ panel: Panel) -> Bool {
    let overhang = Self.overhang * panel.pixelsPerMillimetre
    let x = change.position.x
    let y = change.position.y
    return
      !(x >= -overhang && x <= Double(panel.size.width) + overhang && y >= -overhang
      && y <= Double(panel.size.height) + overhang)
  }
}

extension TouchChange {
  /// Numbers that can be reckoned with.
  var isFinite: Bool {
    position.x.isFinite && position.y.isFinite && millimetres.x.isFinite && millimetres.y.isFinite
  }
}
