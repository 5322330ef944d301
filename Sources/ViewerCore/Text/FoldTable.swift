/// What each character becomes in a folded text, in UTF-8: lower case, without accents, vowel points and ligatures.
///
/// Up to U+2FFF it is looked up in a table that is made once; beyond stand scripts without case or accents, but for
/// few characters.
struct FoldTable: Sendable {
  static let shared = FoldTable()

  private static let direct: UInt32 = 0x3000

  private let forms = ScalarForms(letters)
  /// Where a character's bytes begin in `bytes`, one more than there are characters.
  private var starts: [UInt32] = []
  private var bytes: [UInt8] = []
  private var kinds: [CharacterKind] = []

  private init() {
    starts.reserveCapacity(Int(Self.direct) + 1)
    kinds.reserveCapacity(Int(Self.direct))
    for value in 0..<Self.direct {
      starts.append(UInt32(bytes.count))
      // No surrogate is below.
      let scalar = Unicode.Scalar(value) ?? " "
      kinds.append(CharacterKind(scalar))
      fold(scalar, into: &bytes)
    }
    starts.append(UInt32(bytes.count))
  }

  func kind(_ scalar: Unicode.Scalar) -> CharacterKind {
    scalar.value < Self.direct ? kinds[Int(scalar.value)] : CharacterKind(scalar)
  }

  /// - Returns: how many bytes were appended; none for what a search does not see.
  func append(_ scalar: Unicode.Scalar, to target: inout [UInt8]) -> Int {
    let before = target.count
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: target.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0..<Self.direct:
      let index = Int(scalar.value)
      for place in Int(starts[index])..<Int(starts[index + 1]) { target.append(bytes[place]) }
    // Kana, the common ideographs and Hangul are as they are.
    case 0x3041...0x30FF where scalar.value != 0x30FB, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      target.append(contentsOf: scalar.utf8)
    default: fold(scalar, into: &target)
    }
    return target.count - before
  }

  private func fold(_ scalar: Unicode.Scalar, into target: inout [UInt8]) {
    switch scalar.value {
    // Forms as wide as an ideograph.
    case 0xFF01...0xFF5E:
      if let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { fold(narrow, into: &target) }
      return
    // Vowel points of Arabic that stand alone.
    case 0xFE70...0xFE7F: return
    default: break
    }
    if let plain = PlainForms.of(scalar) {
      for part in plain { fold(part, into: &target) }
      return
    }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      if let form = forms[lower] {
        for part in form { encode(part, into: &target) }
      } else if !Self.isUnseen(lower) {
        encode(lower, into: &target)
      }
    }
  }

  private func encode(_ scalar: Unicode.Scalar, into target: inout [UInt8]) {
    // Digits of all scripts are those of ASCII.
    if scalar.value > 0x7F, scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue, (0...9).contains(value)
    {
      target.append(0x30 + UInt8(value))
      return
    }
    target.append(contentsOf: scalar.utf8)
  }

  /// Marks that a search looks through: accents, vowel points of Hebrew and Arabic, the tatweel, joiners and
  /// direction marks. The vowel signs of Indic scripts, tone marks of Thai and voicing marks of kana are none of
  /// them: without them a word is another one.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0x0640 { return true }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format, .control: return true
    case .nonspacingMark:
      let combining = properties.canonicalCombiningClass.rawValue
      return (10...36).contains(combining) || (200...240).contains(combining)
        || properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
