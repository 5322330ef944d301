/// Where words begin and end, and how they are written plainly.
enum WordBreaks {
  /// The word about a character: letters with their marks, a number with its points, a run of one script where
  /// words are not written apart, or else a sign alone.
  static func word(around index: Int, in scalars: [Unicode.Scalar]) -> Range<Int> {
    // The hyphen of a broken word belongs to the letter before it.
    let index = isBrokenWord(at: index, in: scalars) == nil ? index : index - 1
    var range = index..<index + 1
    while let start = previous(before: range.lowerBound, in: scalars) {
      range = start..<range.upperBound
    }
    while let end = next(after: range.upperBound, in: scalars) { range = range.lowerBound..<end }
    return range
  }

  /// Where the word goes on before a boundary; nil where it begins there.
  private static func previous(before boundary: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var place = boundary - 1
    guard place >= 0 else { return nil }
    // Behind a hyphen the line before may belong to it.
    if CharacterKind(scalars[place]).isSpace {
      while place >= 0, CharacterKind(scalars[place]).isSpace { place -= 1 }
      guard place > 0, isBrokenWord(at: place, in: scalars) == boundary else { return nil }
      return place - 1
    }
    return isWithin(boundary, of: scalars) ? place : nil
  }

  private static func next(after boundary: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard boundary < scalars.count else { return nil }
    if let goesOn = isBrokenWord(at: boundary, in: scalars) { return goesOn + 1 }
    return isWithin(boundary, of: scalars) ? boundary + 1 : nil
  }

  /// Where a word goes on whose first part ends with the hyphen at `index`: a hyphen (or a soft one) behind a
  /// letter at a line's end, and a small letter at the next one's beginning.
  static func isBrokenWord(at index: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard index > 0, index < scalars.count, isLetter(scalars[index - 1]) else { return nil }
    let kind = CharacterKind(scalars[index])
    guard kind == .hyphen || kind == .softHyphen else { return nil }
    var place = index + 1
    var isBroken = false
    while place < scalars.count, CharacterKind(scalars[place]).isSpace {
      if CharacterKind(scalars[place]) == .lineBreak { isBroken = true }
      place += 1
    }
    guard isBroken, place < scalars.count else { return nil }
    // A capital letter after the hyphen is a name's, and the hyphen is its own.
    let isSmall =
      isLetter(scalars[place]) && !scalars[place].properties.isUppercase
      && scalars[place].properties.generalCategory != .titlecaseLetter
    return isSmall || kind == .softHyphen ? place : nil
  }

  /// Whether a boundary lies within a word.
  private static func isWithin(_ boundary: Int, of scalars: [Unicode.Scalar]) -> Bool {
    guard boundary > 0, boundary < scalars.count else { return false }
    let before = base(before: boundary, in: scalars)
    let after = CharacterKind(scalars[boundary])
    switch after {
    case .mark, .invisible, .softHyphen: return !before.isSpace
    case .letter, .digit, .connector:
      switch before {
      case .letter, .digit, .connector: return true
      // The French and the English apostrophe, of which two are a quotation's.
      case .apostrophe: return isLetterBefore(boundary - 1, in: scalars) && after == .letter
      case .point: return after == .digit && isDigitBefore(boundary - 1, in: scalars)
      default: return false
      }
    case .apostrophe:
      return before == .letter && boundary + 1 < scalars.count && isLetter(scalars[boundary + 1])
    case .point:
      return before == .digit && boundary + 1 < scalars.count
        && CharacterKind(scalars[boundary + 1]) == .digit
    case .ideograph, .hiragana, .katakana: return before == after
    // Pictures that are joined, and those with a variation or a skin tone.
    case .symbol:
      return scalars[boundary - 1].value == 0x200D || (0x1F3FB...0x1F3FF).contains(scalars[boundary].value)
    default: return false
    }
  }

  /// The kind of what the characters before a boundary are marks of.
  private static func base(before boundary: Int, in scalars: [Unicode.Scalar]) -> CharacterKind {
    var place = boundary - 1
    while place > 0 {
      switch CharacterKind(scalars[place]) {
      case .mark, .invisible, .softHyphen: place -= 1
      case let kind: return kind
      }
    }
    return CharacterKind(scalars[0])
  }

  private static func isLetterBefore(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    index > 0 && base(before: index, in: scalars) == .letter
  }

  private static func isDigitBefore(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    index > 0 && base(before: index, in: scalars) == .digit
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { CharacterKind(scalar) == .letter }

  /// Characters as they are copied: ligatures taken apart, broken words joined, without what cannot be seen.
  static func plain(_ scalars: [Unicode.Scalar]) -> String {
    var plain = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if let goesOn = isBrokenWord(at: index, in: scalars) {
        index = goesOn
        continue
      }
      switch CharacterKind(scalar) {
      case .softHyphen: break
      case .invisible where !isJoiner(scalar): break
      case .lineBreak: plain.append("\n")
      default:
        if let forms = PlainForms.of(scalar) { plain.append(contentsOf: forms) } else { plain.append(scalar) }
      }
      index += 1
    }
    return String(plain)
  }

  /// Joiners spell Persian and Indic words and put pictures together.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200C || scalar.value == 0x200D
  }
}
