import CDeflate

/// The text of a drawing as it is handed to librsvg.
enum DrawingText {
  /// What entities may add to a text, in bytes.
  private static let expansion = 1 << 20
  /// Encodings in which a tag looks as it does in ASCII (XML 1.0, section 4.3.3), by how their names begin.
  private static let encodings = [
    "utf-8", "utf8", "us-ascii", "ascii", "iso-8859", "windows-125", "latin", "koi8", "shift", "gb", "big5",
    "euc",
  ]

  /// Unpacked, where the file is compressed.
  static func plain(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
    // The end of the file tells how long it is unpacked, modulo 2^32 (RFC 1952, section 2.3.1).
    let length = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= ImageLimits.drawingBytes else { throw .tooLarge("a drawing of \(length) bytes") }
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .outOfMemory("") }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_BAD_DATA
    let text = [UInt8](unsafeUninitializedCapacity: max(1, length)) { room, count in
      result = libdeflate_gzip_decompress(
        decompressor, bytes, bytes.count, room.baseAddress, room.count, &count)
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    guard result == LIBDEFLATE_SUCCESS else { throw .damaged("the file cannot be unpacked") }
    return text
  }

  /// With the texts of its own entities in their places, as a reader of XML sees it.
  /// - Throws: `tooLarge` where entities hold so many others that it would become too long; `unsupported` for an
  ///   encoding that could hide tags.
  static func expanded(_ text: [UInt8]) throws(ImageError) -> [UInt8] {
    try checkEncoding(text)
    let entities = declared(text)
    guard !entities.isEmpty else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var room = expansion
    try append(text[...], to: &result, entities, &room, depth: 0)
    return result
  }

  private static func append(
    _ text: ArraySlice<UInt8>, to result: inout [UInt8], _ entities: [[UInt8]: ArraySlice<UInt8>],
    _ room: inout Int, depth: Int
  ) throws(ImageError) {
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      rest = rest[start...]
      let end = rest.prefix(256).firstIndex(of: UInt8(ascii: ";"))
      if let end, let value = entities[Array(rest[(start + 1)..<end])] {
        // Deeper than this they hold themselves, which is an error to any reader.
        guard depth < 40 else { throw .damaged("an entity that holds itself") }
        room -= value.count + 1
        guard room >= 0 else { throw .tooLarge("entities that come to more than the drawing") }
        try append(value, to: &result, entities, &room, depth: depth + 1)
        rest = rest[(end + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest.dropFirst()
      }
    }
    result += rest
  }

  /// `<!ENTITY name "text">`, of several with one name the first (XML 1.0, section 4.2).
  private static func declared(_ text: [UInt8]) -> [[UInt8]: ArraySlice<UInt8>] {
    let opening = Array("<!ENTITY".utf8)
    var entities: [[UInt8]: ArraySlice<UInt8>] = [:]
    var rest = text[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      guard rest.starts(with: opening) else {
        // Declarations stand before the first element.
        if let next = rest.dropFirst().first, next != UInt8(ascii: "!"), next != UInt8(ascii: "?") { break }
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(opening.count).drop(while: isSpace)
      let name = rest.prefix { !isSpace($0) }
      rest = rest.dropFirst(name.count).drop(while: isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        continue
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 1)
      if entities[Array(name)] == nil { entities[Array(name)] = value }
    }
    return entities
  }

  private static func checkEncoding(_ text: [UInt8]) throws(ImageError) {
    guard text.starts(with: "<?xml".utf8) || text.starts(with: [0xEF, 0xBB, 0xBF, 0x3C, 0x3F]) else { return }
    let declaration = String(decoding: text.prefix(256).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let name = declaration.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return }
    let word = name.drop { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }.lowercased()
    guard encodings.contains(where: word.hasPrefix) else {
      throw .unsupported("the encoding \(word.prefix { $0.isLetter || $0.isNumber || $0 == "-" })")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
