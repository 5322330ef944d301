/// Where sections and keys of a key file stand, which GLib does not tell: errors name a line, and keys keep their
/// order.
struct KeyFileLines: Hashable {
  struct Key: Hashable {
    var name: String
    /// Counted from 1.
    var line: Int
  }

  struct Section: Hashable {
    var name: String
    var line: Int
    var keys: [Key]
  }

  /// A line that is wrong by itself, or says again what was said before.
  struct Mistake: Error, Hashable {
    var line: Int
    var message: String
  }

  /// In the file's order; a section that comes twice is one, as GLib has it.
  private(set) var sections: [Section] = []
  /// The text without blanks round its lines: GLib would keep those behind a value, where nobody sees them
  /// (`\s` is a blank that is meant).
  private(set) var trimmedText: [UInt8] = []

  init(_ text: [UInt8]) throws(Mistake) {
    var current: Int?
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let number = index + 1
      let line = Self.trimmed(bytes)
      trimmedText += line
      trimmedText.append(UInt8(ascii: "\n"))
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "[") {
        guard line.last == UInt8(ascii: "]"), line.count > 2 else {
          throw Mistake(line: number, message: "a section must be [NAME] on a line of its own")
        }
        let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        current = sections.firstIndex { $0.name == name }
        if current == nil {
          current = sections.count
          sections.append(Section(name: name, line: number, keys: []))
        }
        continue
      }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
        throw Mistake(
          line: number, message: "must be [SECTION], KEY = VALUE, or a comment that begins with #")
      }
      let name = String(decoding: Self.trimmed(line[..<equals]), as: UTF8.self)
      guard let current else {
        throw Mistake(line: number, message: "\(name): stands before the first [SECTION]")
      }
      if let earlier = sections[current].keys.first(where: { $0.name == name }) {
        throw Mistake(
          line: number,
          message: "\(name): stands in line \(earlier.line) already; lists are \(name).1, \(name).2 and so on"
        )
      }
      sections[current].keys.append(Key(name: name, line: number))
    }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    guard let start = line.firstIndex(where: { !isSpace($0) }),
      let end = line.lastIndex(where: { !isSpace($0) })
    else {
      return []
    }
    return line[start...end]
  }
}
