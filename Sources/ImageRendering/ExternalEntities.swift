/// Names in a drawing that stand for text outside its file (XML 1.0, section 4.2.2).
enum ExternalEntities {
  private static let opening = Array("<!ENTITY".utf8)

  /// The same bytes with empty texts for such names; nil when there are none.
  static func emptied(_ bytes: [UInt8]) -> [UInt8]? {
    var result = bytes
    var isChanged = false
    var index = 0
    // Declarations stand before the first element.
    let end = min(bytes.count, 1 << 16)
    while index + opening.count < end {
      guard bytes[index] == opening[0], bytes[index..<(index + opening.count)].elementsEqual(opening),
        let close = bytes[index..<end].firstIndex(of: UInt8(ascii: ">"))
      else {
        index += 1
        continue
      }
      let words = bytes[(index + opening.count)..<close].split(whereSeparator: isSpace)
      if words.count >= 3, ["SYSTEM", "PUBLIC"].contains(String(decoding: words[1], as: UTF8.self)) {
        // What follows the name gives way to an empty text, with as many bytes.
        let start = words[1].startIndex
        for place in start..<close { result[place] = UInt8(ascii: " ") }
        result[start] = UInt8(ascii: "\"")
        result[start + 1] = UInt8(ascii: "\"")
        isChanged = true
      }
      index = close
    }
    return isChanged ? result : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
