/// What a character is to words and searches.
enum CharacterKind: UInt8, Sendable {
  case lineBreak, blank
  /// Letters of scripts that write words apart, and letter-like numbers.
  case letter
  case digit
  /// A mark that belongs to the character before it.
  case mark
  /// Takes no part in a word: direction marks, joiners, tatweel is none of them.
  case invisible
  case hyphen, softHyphen
  case apostrophe
  /// A dot or a comma, which are part of a number.
  case point
  case connector
  case ideograph, hiragana, katakana
  case symbol

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x61...0x7A, 0x41...0x5A: self = .letter
    case 0x30...0x39: self = .digit
    case 0x20, 0x09, 0xA0: self = .blank
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: self = .lineBreak
    case 0x2D, 0x2010, 0x2011: self = .hyphen
    case 0xAD: self = .softHyphen
    case 0x27, 0x2019, 0x02BC, 0x05F3, 0x05F4: self = .apostrophe
    case 0x2E, 0x2C, 0x066B, 0x066C: self = .point
    case 0x5F, 0x203F: self = .connector
    case 0x3041...0x309F where scalar.value != 0x3099 && scalar.value != 0x309A: self = .hiragana
    case 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2E80...0x2FD5, 0xF900...0xFAFF,
      0x20000...0x3FFFD:
      self = .ideograph
    case 0xAC00...0xD7A3: self = .letter
    case 0...0x7F: self = scalar.value < 0x20 || scalar.value == 0x7F ? .invisible : .symbol
    default: self = Self.looked(up: scalar)
    }
  }

  private static func looked(up scalar: Unicode.Scalar) -> CharacterKind {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      .letter
    case .decimalNumber: .digit
    case .otherNumber: .symbol
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    case .connectorPunctuation: .connector
    case .spaceSeparator: .blank
    case .lineSeparator, .paragraphSeparator: .lineBreak
    case .control, .format: .invisible
    default: .symbol
    }
  }

  var isSpace: Bool { self == .blank || self == .lineBreak }
  /// Written without blanks between words: a line's end is none either.
  var isUnspaced: Bool { self == .ideograph || self == .hiragana || self == .katakana }
}

/// Which way a character is written.
enum WritingDirection: Sendable {
  case leftToRight, rightToLeft
  /// Takes the direction of what is about it.
  case neutral

  /// After the strong classes of the bidirectional algorithm (UAX 9), by the blocks of the right-to-left scripts;
  /// digits run left to right wherever they stand.
  init(_ scalar: Unicode.Scalar, _ kind: CharacterKind) {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      switch kind {
      case .digit: self = .leftToRight
      case .letter: self = .rightToLeft
      default: self = .neutral
      }
    default:
      switch kind {
      case .letter, .digit, .ideograph, .hiragana, .katakana: self = .leftToRight
      default: self = .neutral
      }
    }
  }
}
