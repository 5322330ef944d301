/// Decodes base64 piece by piece (RFC 4648, sections 4 and 5).
///
/// One text keeps to one alphabet, the standard one or that of URLs. White space counts for nothing. Padding may be
/// left out; where it stands it must be right, and nothing may follow it. The bits that the last character has too
/// many must be zero, so that each document has one text.
package struct Base64Decoder: Sendable {
  /// Why a text is no base64.
  package enum Mistake: Error, Hashable, Sendable {
    /// A character of no alphabet, or of the other one; counted in bytes from 0.
    case character(UInt8, at: Int)
    /// Too many `=`, too few, or something behind them.
    case padding
    /// A last group of one character, or bits that no byte takes up.
    case incomplete
  }

  private enum Alphabet { case standard, address }

  private var alphabet: Alphabet?
  private var bits: UInt32 = 0
  /// Characters of the group that is being read: 0 to 3.
  private var held = 0
  private var padding = 0
  private var position = 0

  package init() {}

  /// Decodes what comes next of the text, and appends the bytes that are complete.
  package mutating func decode(_ text: [UInt8], into bytes: inout [UInt8]) throws(Mistake) {
    bytes.reserveCapacity(bytes.count + text.count / 4 * 3 + 3)
    for character in text {
      try take(character, &bytes)
      position += 1
    }
  }

  /// The text is over.
  package mutating func finish(into bytes: inout [UInt8]) throws(Mistake) {
    if padding > 0, held + padding != 4 { throw .padding }
    switch held {
    case 0: break
    case 2:
      guard bits & 0xF == 0 else { throw .incomplete }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      guard bits & 0x3 == 0 else { throw .incomplete }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: throw .incomplete
    }
    self = Base64Decoder()
  }

  private mutating func take(_ character: UInt8, _ bytes: inout [UInt8]) throws(Mistake) {
    switch character {
    case UInt8(ascii: " "), 9...13: return
    case UInt8(ascii: "="):
      padding += 1
      // There is no group that one character of its own, or none, could end.
      if held < 2 || held + padding > 4 { throw .padding }
      return
    default: break
    }
    if padding > 0 { throw .padding }
    bits = bits << 6 | UInt32(try value(of: character))
    held += 1
    guard held == 4 else { return }
    bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
    bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
    bytes.append(UInt8(truncatingIfNeeded: bits))
    (bits, held) = (0, 0)
  }

  private mutating func value(of character: UInt8) throws(Mistake) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "/"):
      try keep(to: .standard, character)
      return character == UInt8(ascii: "+") ? 62 : 63
    case UInt8(ascii: "-"), UInt8(ascii: "_"):
      try keep(to: .address, character)
      return character == UInt8(ascii: "-") ? 62 : 63
    default: throw .character(character, at: position)
    }
  }

  private mutating func keep(to wanted: Alphabet, _ character: UInt8) throws(Mistake) {
    guard alphabet ?? wanted == wanted else { throw .character(character, at: position) }
    alphabet = wanted
  }
}
