/// Looks for names in a PDF's plain bytes, for what the engine's interface does not tell.
///
/// Trailers and cross-reference streams' dictionaries are never encrypted nor compressed, so `/Encrypt` stands
/// there in the open: in the last bytes of the file, where the last `startxref` points to, or (linearised) near
/// the beginning. A hint for people, no decision hangs on it.
struct FileScan {
  private static let tail = 64 * 1024
  /// Of a document that is still coming: where encryption is told, it is told here, or where this points to.
  private static let shortTail = 4096
  private let bytes: any DocumentBytes
  private let isComing: Bool

  /// - Parameter isComing: whether reading more than is needed costs time.
  init(_ bytes: any DocumentBytes, isComing: Bool = false) {
    self.bytes = bytes
    self.isComing = isComing
  }

  private var size: Int { bytes.byteCount }

  /// Whether a trailer names an encryption dictionary.
  var tellsEncryption: Bool {
    let tail = isComing ? Self.shortTail : Self.tail
    let end = read(at: max(0, size - tail), count: tail)
    if Self.names("/Encrypt", in: end) { return true }
    guard let offset = Self.crossReference(in: end), offset < size else { return false }
    return Self.names("/Encrypt", in: read(at: offset, count: 8192))
  }

  /// Whether the last bytes lack the pointer to the cross-reference table that every document ends with.
  var isCutOff: Bool {
    Self.crossReference(in: read(at: max(0, size - 4096), count: 4096)) == nil
  }

  /// Whether the plain part of the file (its first and last 2 MiB) names an XML form.
  var tellsXFA: Bool {
    let window = 2 * 1024 * 1024
    if Self.names("/XFA", in: read(at: 0, count: window)) { return true }
    guard size > window else { return false }
    return Self.names("/XFA", in: read(at: max(0, size - window), count: window))
  }

  private func read(at offset: Int, count: Int) -> [UInt8] {
    bytes.bytes(offset..<offset + min(count, max(0, size - offset)))
  }

  /// The name followed by a delimiter: `/Encrypt 5 0 R`, not `/EncryptMetadata`.
  static func names(_ name: String, in bytes: [UInt8]) -> Bool {
    places(of: Array(name.utf8), in: bytes).contains { place in
      let next = place + name.utf8.count
      guard next < bytes.count else { return false }
      let byte = bytes[next]
      return !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }

  static func crossReference(in bytes: [UInt8]) -> Int? {
    let word = Array("startxref".utf8)
    guard let place = places(of: word, in: bytes).last else { return nil }
    var value = 0
    var digits = 0
    for byte in bytes[(place + word.count)...].prefix(32) {
      guard byte >= 0x30, byte <= 0x39 else {
        if digits > 0 { break } else { continue }
      }
      digits += 1
      guard digits < 16 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return digits > 0 ? value : nil
  }

  private static func places(of word: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard let first = word.first, bytes.count >= word.count else { return [] }
    var result: [Int] = []
    for index in 0...(bytes.count - word.count) where bytes[index] == first {
      if bytes[index..<(index + word.count)].elementsEqual(word) { result.append(index) }
    }
    return result
  }
}
