/// The colours of the light theme, 0xRRGGBB.
enum Palette {
  static let bar: UInt32 = 0x1C1B18
  static let barText: UInt32 = 0xF7F4EC
  /// Softer text on the bar; still 7:1 against it.
  static let barSecondary: UInt32 = 0xB9B4A8
  static let ink: UInt32 = 0x1B1A17
  static let secondary: UInt32 = 0x6B675E
  /// The number on an empty page: seen, not read first.
  static let placeholder: UInt32 = 0xD3CEC3
}
