/// A JSON text taken apart (RFC 8259): for requests, which are short.
///
/// Strict where leniency would hide a client's fault: one value, no trailing commas, no comments, no lone surrogates,
/// no more than `depth` nested arrays and objects. Members keep their order; of two with one name the first counts.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue
  }

  package static let depth = 16

  /// - Parameter bytes: UTF-8.
  /// - Returns: nil for what is no JSON text.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var reader = JSONReader(bytes)
    reader.skipSpace()
    guard let value = reader.value(depth: Self.depth) else { return nil }
    reader.skipSpace()
    guard reader.isAtEnd else { return nil }
    self = value
  }

  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A whole number that a page or a count can be.
  package var integer: Int? {
    guard case .number(let number) = self, number.rounded() == number, abs(number) < 1e15 else { return nil }
    return Int(number)
  }
}

private struct JSONReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func skipSpace() {
    while let byte = bytes.first, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      bytes.removeFirst()
    }
  }

  mutating func value(depth: Int) -> JSONValue? {
    switch bytes.first {
    case UInt8(ascii: "{"): depth > 0 ? object(depth: depth - 1) : nil
    case UInt8(ascii: "["): depth > 0 ? array(depth: depth - 1) : nil
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "t"): takes(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): takes(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): takes(word: "null") ? .null : nil
    default: number()
    }
  }

  private mutating func takes(word: StaticString) -> Bool {
    let letters = Array("\(word)".utf8)
    guard bytes.starts(with: letters) else { return false }
    bytes.removeFirst(letters.count)
    return true
  }

  private mutating func takes(_ byte: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: byte) else { return false }
    bytes.removeFirst()
    return true
  }

  private mutating func object(depth: Int) -> JSONValue? {
    bytes.removeFirst()
    var members: [JSONValue.Member] = []
    skipSpace()
    if takes("}") { return .object([]) }
    repeat {
      skipSpace()
      guard bytes.first == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard takes(":") else { return nil }
      skipSpace()
      guard let value = value(depth: depth) else { return nil }
      members.append(.init(name: name, value: value))
      skipSpace()
    } while takes(",")
    return takes("}") ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    bytes.removeFirst()
    var elements: [JSONValue] = []
    skipSpace()
    if takes("]") { return .array([]) }
    repeat {
      skipSpace()
      guard let value = value(depth: depth) else { return nil }
      elements.append(value)
      skipSpace()
    } while takes(",")
    return takes("]") ? .array(elements) : nil
  }

  private mutating func number() -> JSONValue? {
    let rest = bytes
    _ = takes("-")
    guard let first = bytes.first, isDigit(first) else { return nil }
    skipDigits()
    // No number begins with an idle zero.
    if first == UInt8(ascii: "0"), bytes.startIndex - rest.startIndex > (rest.first == first ? 1 : 2) {
      return nil
    }
    if takes(".") {
      guard let next = bytes.first, isDigit(next) else { return nil }
      skipDigits()
    }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      guard let next = bytes.first, isDigit(next) else { return nil }
      skipDigits()
    }
    let text = String(decoding: rest[rest.startIndex..<bytes.startIndex], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { return nil }
    return .number(number)
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skipDigits() {
    while let byte = bytes.first, isDigit(byte) { bytes.removeFirst() }
  }

  private mutating func string() -> String? {
    bytes.removeFirst()
    var text: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    switch bytes.popFirst() {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      guard takes("\\"), takes("u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else {
        return nil
      }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    let digits = String(decoding: bytes.prefix(4), as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    bytes.removeFirst(4)
    return UInt32(digits, radix: 16)
  }
}
