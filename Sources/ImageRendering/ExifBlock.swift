import ViewerCore

/// The few facts of an Exif block (Exif 2.3: a TIFF structure) that showing a picture needs.
struct ExifBlock: Hashable, Sendable {
  var orientation = Orientation.upright
  /// Dots an inch; zero when it says nothing.
  var density = Size.zero
  /// ISO 8601 without a zone; empty when it says nothing.
  var date = ""

  /// Takes what can be understood; broken blocks are common and cost nothing but their facts.
  /// - Parameter bytes: from the byte order mark on.
  init(_ bytes: [UInt8]) {
    guard let reader = TIFFWords(bytes), let first = reader.u32(4) else { return }
    var unit = 2
    var resolution = Size.zero
    var details: Int?
    for entry in reader.entries(at: first) {
      switch entry.tag {
      case 0x112:
        orientation =
          entry.value.flatMap { Orientation(rawValue: UInt16(truncatingIfNeeded: $0)) } ?? orientation
      case 0x11A: resolution.width = reader.rational(entry) ?? 0
      case 0x11B: resolution.height = reader.rational(entry) ?? 0
      case 0x128: unit = entry.value ?? 2
      case 0x132: if date.isEmpty { date = Self.moment(reader.text(entry)) }
      case 0x8769: details = entry.value
      default: break
      }
    }
    let scale = unit == 3 ? 2.54 : unit == 2 ? 1 : 0
    density = Size(width: resolution.width * scale, height: resolution.height * scale)
    guard let details else { return }
    for entry in reader.entries(at: details) where entry.tag == 0x9003 {
      let taken = Self.moment(reader.text(entry))
      if !taken.isEmpty { date = taken }
    }
  }

  /// `2024:03:01 12:00:00` as `2024-03-01T12:00:00`; empty for anything else.
  static func moment(_ text: [UInt8]) -> String {
    guard text.count >= 19 else { return "" }
    var result = Array(text.prefix(19))
    for (index, byte) in result.enumerated() {
      switch index {
      case 4, 7:
        guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") else { return "" }
        result[index] = UInt8(ascii: "-")
      case 10: result[index] = UInt8(ascii: "T")
      case 13, 16: guard byte == UInt8(ascii: ":") else { return "" }
      default: guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return "" }
      }
    }
    return result.starts(with: Array("0000".utf8)) ? "" : String(decoding: result, as: UTF8.self)
  }
}

/// Numbers of a TIFF structure, in the byte order it says.
private struct TIFFWords {
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// Where the value lies, or the offset to it.
    var place: Int
    /// The first number, of one that fits the entry.
    var value: Int?
  }

  private let bytes: [UInt8]
  private let isLittle: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isLittle = true
    case (0x4D, 0x4D): isLittle = false
    default: return nil
    }
    self.bytes = bytes
    guard u16(2) == 42 else { return nil }
  }

  func u16(_ offset: Int) -> Int? { number(offset, 2) }
  func u32(_ offset: Int) -> Int? { number(offset, 4) }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    var result = 0
    for index in 0..<count {
      result = result << 8 | Int(bytes[offset + (isLittle ? count - 1 - index : index)])
    }
    return result
  }

  /// Entries of the directory, as far as they are there.
  func entries(at offset: Int) -> [Entry] {
    guard let count = u16(offset) else { return [] }
    var entries: [Entry] = []
    for index in 0..<min(count, 512) {
      let start = offset + 2 + index * 12
      guard let tag = u16(start), let type = u16(start + 2), let length = u32(start + 4),
        u32(start + 8) != nil
      else { break }
      let value = type == 3 ? u16(start + 8) : type == 4 ? u32(start + 8) : nil
      entries.append(Entry(tag: tag, type: type, count: length, place: start + 8, value: value))
    }
    return entries
  }

  func rational(_ entry: Entry) -> Double? {
    guard entry.type == 5, let offset = u32(entry.place), let top = u32(offset), let bottom = u32(offset + 4),
      bottom > 0
    else { return nil }
    return Double(top) / Double(bottom)
  }

  func text(_ entry: Entry) -> [UInt8] {
    guard entry.type == 2, entry.count > 4, entry.count <= 64, let offset = u32(entry.place),
      offset <= bytes.count - entry.count
    else { return [] }
    return Array(bytes[offset..<(offset + entry.count)])
  }
}
