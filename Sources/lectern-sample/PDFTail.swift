/// What an incremental update must know of the file it extends: its objects' places and its trailer.
///
/// Reads the plain form that cairo writes for PDF 1.4 (one cross-reference table, one trailer, no object streams;
/// PDF 32000-1, 7.5.4 and 7.5.5) and refuses anything else: this is no general parser.
struct PDFTail {
  let bytes: [UInt8]
  /// Where the cross-reference table begins.
  let tableOffset: Int
  /// The trailer's dictionary without its brackets.
  let trailer: String
  private var offsets: [Int: Int] = [:]

  init(_ bytes: [UInt8]) throws(SampleError) {
    self.bytes = bytes
    guard let mark = Self.last("startxref", in: bytes[...]) else { throw .unexpectedFile("no startxref") }
    let end = Self.words(bytes[mark...], limit: 2)
    guard end.count == 2, let offset = Int(end[1]), bytes.indices.contains(offset) else {
      throw .unexpectedFile("no table")
    }
    guard let trailerMark = Self.last("trailer", in: bytes[offset...]) else {
      throw .unexpectedFile("no trailer")
    }
    tableOffset = offset
    let text = String(decoding: bytes[trailerMark..<mark], as: UTF8.self)
    guard let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">") else {
      throw .unexpectedFile("no trailer")
    }
    trailer = String(text[text.index(open, offsetBy: 2)..<text.index(before: close)])
    try readTable(Self.words(bytes[offset..<trailerMark], limit: .max))
  }

  /// How many object numbers are taken; the next free one.
  var size: Int {
    get throws(SampleError) { try number(after: "/Size", in: trailer) }
  }

  /// The object number that stands after a key in a dictionary's text.
  func number(after key: String, in text: String) throws(SampleError) -> Int {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(where: { $0 == key }), index + 1 < words.count,
      let value = Int(words[index + 1])
    else {
      throw .unexpectedFile("no \(key)")
    }
    return value
  }

  /// Numbers that the table places where no such object stands.
  ///
  /// cairo 1.16 numbers structure elements for links and never writes them.
  var missing: [Int] {
    offsets.filter { number, offset in
      let head = Array("\(number) 0 obj".utf8)
      return !bytes[min(offset, bytes.count)...].starts(with: head)
    }.keys.sorted()
  }

  /// The text between `obj` and `endobj`.
  func object(_ number: Int) throws(SampleError) -> String {
    guard let offset = offsets[number], bytes.indices.contains(offset) else {
      throw .unexpectedFile("no object \(number)")
    }
    let rest = bytes[offset...]
    guard let start = Self.first("obj", in: rest), let end = Self.first("endobj", in: rest), start + 3 < end
    else {
      throw .unexpectedFile("object \(number) has no end")
    }
    return String(decoding: bytes[start + 3..<end], as: UTF8.self)
  }

  /// The object number of a page (counted from 1), for a page tree of one level.
  func page(_ index: Int) throws(SampleError) -> Int {
    let root = try object(number(after: "/Root", in: trailer))
    let pages = try object(number(after: "/Pages", in: root))
    guard let kids = pages.range(ofKey: "/Kids"), let open = pages[kids...].firstIndex(of: "["),
      let close = pages[open...].firstIndex(of: "]")
    else {
      throw .unexpectedFile("no pages")
    }
    let words = pages[pages.index(after: open)..<close].split(whereSeparator: \.isWhitespace)
    let position = (index - 1) * 3
    guard words.indices.contains(position), let number = Int(words[position]) else {
      throw .unexpectedFile("no page \(index)")
    }
    return number
  }

  private mutating func readTable(_ words: [String]) throws(SampleError) {
    // xref, then sections: first number, count, and for each object its offset, generation and n or f.
    var index = 1
    while index + 1 < words.count {
      guard let first = Int(words[index]), let count = Int(words[index + 1]), count >= 0,
        index + 2 + count * 3 <= words.count
      else {
        throw .unexpectedFile("the table is damaged")
      }
      index += 2
      for number in first..<first + count {
        if words[index + 2] == "n", let offset = Int(words[index]) { offsets[number] = offset }
        index += 3
      }
    }
  }

  private static func words(_ bytes: ArraySlice<UInt8>, limit: Int) -> [String] {
    bytes.split(maxSplits: limit, omittingEmptySubsequences: true) { $0 <= 0x20 }
      .prefix(limit).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func first(_ word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let pattern = Array(word.utf8)
    return bytes.indices.dropLast(pattern.count - 1).first {
      bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }

  private static func last(_ word: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let pattern = Array(word.utf8)
    return bytes.indices.dropLast(pattern.count - 1).last {
      bytes[$0..<$0 + pattern.count].elementsEqual(pattern)
    }
  }
}

extension String {
  /// Where a dictionary's key stands.
  func range(ofKey key: String) -> String.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(key) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
