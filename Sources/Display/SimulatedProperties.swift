/// The numbers of a simulated card's properties.
extension SimulatedDevice {
  private static let names = [
    "type", "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    "rotation", "FB_DAMAGE_CLIPS", "ACTIVE", "MODE_ID", "DPMS", "link-status", "non-desktop",
    "panel orientation", "possible",
  ]

  private static let numbers = Dictionary(
    uniqueKeysWithValues: names.enumerated().map { ($0.element, UInt32($0.offset) + 101) })

  static func number(of name: String) -> UInt32 {
    numbers[name] ?? 0
  }

  static func isKnown(_ number: UInt32) -> Bool {
    number > 100 && Int(number) <= 100 + names.count
  }

  subscript(object: UInt32, name: String) -> UInt64 {
    get { values[object]?[Self.number(of: name)] ?? 0 }
    set { values[object, default: [:]][Self.number(of: name)] = newValue }
  }
}
