/// The lines of a text, each with its number; line ends are LF or CR LF, a byte order mark is skipped.
struct ClipLines: Sequence, IteratorProtocol {
  struct Line {
    /// Counted from 1.
    var number: Int
    var bytes: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>
  private var number = 0

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  }

  mutating func next() -> Line? {
    guard !rest.isEmpty else { return nil }
    number += 1
    var line: ArraySlice<UInt8>
    if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line = rest[rest.startIndex..<end]
      rest = rest[(end + 1)...]
    } else {
      line = rest
      rest = []
    }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    return Line(number: number, bytes: line)
  }
}

extension ArraySlice<UInt8> {
  /// Without spaces at both ends.
  var trimmed: ArraySlice<UInt8> {
    var result = self
    while let first = result.first, first == 0x20 || first == 0x09 { result = result.dropFirst() }
    while let last = result.last, last == 0x20 || last == 0x09 { result = result.dropLast() }
    return result
  }

  /// A whole decimal number, sign allowed; nil when it is anything else or does not fit.
  var integer: Int64? {
    var digits = self
    var isNegative = false
    if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      digits = digits.dropFirst()
    }
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return isNegative ? -value : value
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
