/// What a document that is laid out for streaming says about itself at its beginning: the linearisation parameter
/// dictionary (ISO 32000-1, F.3.3).
package struct LinearisationHeader: Hashable, Sendable {
  /// Where the dictionary must stand.
  static let window = 1024

  /// Bytes of the whole file (`L`).
  package var length: Int
  /// The hint stream, and the one that it overflows into if there is one (`H`).
  package var hints: [Range<Int>]
  /// The object that is the first page (`O`).
  package var firstPageObject: Int32
  /// Where the first page's section ends (`E`).
  package var firstPageEnd: Int
  package var pages: Int
  /// The white space before the first entry of the main cross-reference table, or the stream that is one (`T`).
  package var mainTable: Int
  /// The page that is shown first, counted from 0 (`P`).
  package var firstPage: Int

  /// What the beginning of a file says.
  package enum Claim: Hashable, Sendable {
    case none
    /// It says that it is laid out so, but not all that belongs to it.
    case broken
    case header(LinearisationHeader)
  }

  /// - Parameter head: the first `window` bytes.
  static func claim(in head: [UInt8]) -> Claim {
    var tokens = PDFTokens(head)
    guard tokens.skipComments(), tokens.integer() != nil, tokens.integer() != nil, tokens.takes("obj"),
      let entries = tokens.dictionary(), entries["Linearized"] != nil
    else { return .none }
    func number(_ key: String) -> Int? { entries[key]?.first.flatMap { $0 >= 0 ? $0 : nil } }
    guard let length = number("L"), let object = number("O"), let end = number("E"), let pages = number("N"),
      let table = number("T"), let places = entries["H"], places.count == 2 || places.count == 4,
      places.allSatisfy({ $0 >= 0 && $0 <= length }), object > 0, object <= Int(Int32.max)
    else { return .broken }
    let hints = stride(from: 0, to: places.count, by: 2).map { places[$0]..<places[$0] + places[$0 + 1] }
    return .header(
      LinearisationHeader(
        length: length, hints: hints, firstPageObject: Int32(object), firstPageEnd: end, pages: pages,
        mainTable: table, firstPage: number("P") ?? 0))
  }

  /// Whether it speaks of a file with so many bytes, and of places inside it.
  func fits(_ byteCount: Int) -> Bool {
    length == byteCount && pages > 0 && firstPage < pages && firstPageEnd <= length && mainTable > 0
      && mainTable < length && hints.allSatisfy { !$0.isEmpty && $0.upperBound <= length }
  }
}

/// The few things that stand at a file's beginning, taken apart.
struct PDFTokens {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private static func isSpace(_ byte: UInt8) -> Bool { [0, 9, 10, 12, 13, 32].contains(byte) }

  private static func isDelimiter(_ byte: UInt8) -> Bool { "()<>[]{}/%".utf8.contains(byte) }

  /// White space, and lines that begin with a per cent sign.
  /// - Returns: whether anything follows.
  mutating func skipComments() -> Bool {
    while let byte = next {
      if byte == UInt8(ascii: "%") {
        while let byte = next, byte != 10, byte != 13 { position += 1 }
      } else if Self.isSpace(byte) {
        position += 1
      } else {
        return true
      }
    }
    return false
  }

  /// A number; what stands behind its decimal point does not count.
  mutating func integer() -> Int? {
    guard skipComments() else { return nil }
    var place = position
    let isNegative = bytes[place] == UInt8(ascii: "-")
    if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
    var value = 0
    var digits = 0
    while place < bytes.count, (0x30...0x39).contains(bytes[place]), digits < 18 {
      value = value * 10 + Int(bytes[place] - 0x30)
      digits += 1
      place += 1
    }
    guard digits > 0 else { return nil }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place += 1
      while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
    }
    position = place
    return isNegative ? -value : value
  }

  /// Whether a word stands here, which is taken.
  mutating func takes(_ word: String) -> Bool {
    guard skipComments(), bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func name() -> String? {
    guard takes("/") else { return nil }
    let start = position
    while let byte = next, !Self.isSpace(byte), !Self.isDelimiter(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A dictionary of numbers and arrays of numbers; nil where it holds anything else, or does not end.
  mutating func dictionary() -> [String: [Int]]? {
    guard takes("<<") else { return nil }
    var entries: [String: [Int]] = [:]
    while !takes(">>") {
      guard let key = name() else { return nil }
      if takes("[") {
        var values: [Int] = []
        while !takes("]") {
          guard values.count < 16, let value = integer() else { return nil }
          values.append(value)
        }
        entries[key] = values
      } else if let value = integer() {
        entries[key] = [value]
      } else {
        return nil
      }
    }
    return entries
  }
}
