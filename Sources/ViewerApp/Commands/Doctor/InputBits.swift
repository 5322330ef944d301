import Wire

/// A set of event codes or properties as sysfs writes it: hexadecimal words of the kernel's `unsigned long` with
/// spaces between, the highest first.
struct InputBits: Hashable, Sendable {
  private let words: [UInt]

  init(_ text: String) {
    words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  func contains(_ bit: Int) -> Bool {
    let (word, offset) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
    return word < words.count && words[word] >> UInt(offset) & 1 == 1
  }

  /// `INPUT_PROP_DIRECT`: places are the picture's own, not a pointer's.
  private static let direct = 1
  private static let penTool = 0x140
  private static let touch = 0x14A

  /// Whether a device is a screen to touch: direct, with the places of contacts, or of one contact that is no pen.
  /// - Parameter attributes: sysfs's `properties`, `capabilities/abs` and `capabilities/key`.
  static func isTouchPanel(_ attributes: [String: String]) -> Bool {
    guard InputBits(attributes["properties"] ?? "").contains(direct) else { return false }
    let axes = InputBits(attributes["capabilities/abs"] ?? "")
    if axes.contains(Int(EvdevCode.Absolute.positionX)) { return true }
    let keys = InputBits(attributes["capabilities/key"] ?? "")
    return axes.contains(Int(EvdevCode.Absolute.x)) && keys.contains(touch) && !keys.contains(penTool)
  }
}
