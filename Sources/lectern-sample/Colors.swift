/// The guide's colours, 0xRRGGBB: ink and paper, the sea, the sand, and the brick of the old warehouses.
enum Colors {
  static let ink: UInt32 = 0x1F1D1A
  static let secondary: UInt32 = 0x6B675E
  static let line: UInt32 = 0xCFC8B8
  static let paper: UInt32 = 0xFAF7F0
  static let white: UInt32 = 0xFFFFFF
  static let deep: UInt32 = 0x1F4552
  static let sea: UInt32 = 0x3F7283
  static let shallow: UInt32 = 0xC7DADD
  static let haze: UInt32 = 0xE3ECEA
  static let sand: UInt32 = 0xE0D2B2
  static let dune: UInt32 = 0xC9B48A
  static let brick: UInt32 = 0xA34B2A
  static let amber: UInt32 = 0xE9A23B
  static let moss: UInt32 = 0xB9C6A0
}
