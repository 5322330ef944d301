/// Writes what `ByteReader` reads: little-endian values, strings and bytes after their 32-bit length.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func u8(_ value: UInt8) {
    bytes.append(value)
  }

  package mutating func u16(_ value: UInt16) {
    integer(UInt64(value), bytes: 2)
  }

  package mutating func u32(_ value: UInt32) {
    integer(UInt64(value), bytes: 4)
  }

  package mutating func u64(_ value: UInt64) {
    integer(value, bytes: 8)
  }

  package mutating func i32(_ value: Int32) {
    u32(UInt32(bitPattern: value))
  }

  package mutating func bool(_ value: Bool) {
    u8(value ? 1 : 0)
  }

  package mutating func float(_ value: Float) {
    u32(value.isFinite ? value.bitPattern : 0)
  }

  /// Many of them, without their number.
  package mutating func floats(_ values: [Float]) {
    var raw = [UInt8](repeating: 0, count: values.count * 4)
    var span = raw.mutableSpan
    for index in values.indices {
      let bits = values[index].isFinite ? values[index].bitPattern : 0
      for offset in 0..<4 {
        span[index * 4 + offset] = UInt8(truncatingIfNeeded: bits >> UInt32(offset * 8))
      }
    }
    bytes += raw
  }

  package mutating func double(_ value: Double) {
    u64(value.isFinite ? value.bitPattern : 0)
  }

  package mutating func count(_ value: Int) {
    u32(UInt32(clamping: value))
  }

  package mutating func blob(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// Bytes whose number the reader knows already.
  package mutating func raw(_ value: [UInt8]) {
    bytes += value
  }

  /// Cut to `limit` bytes at a character's boundary, so that it always arrives as UTF-8.
  package mutating func string(_ value: String, upTo limit: Int) {
    blob(Self.cut(value, to: limit).utf8)
  }

  private static func cut(_ text: String, to limit: Int) -> Substring {
    guard text.utf8.count > limit else { return text[...] }
    var end = text.startIndex
    var used = 0
    for index in text.unicodeScalars.indices {
      let length = UTF8.width(text.unicodeScalars[index])
      guard used + length <= limit else { break }
      used += length
      end = text.unicodeScalars.index(after: index)
    }
    return text[..<end]
  }

  private mutating func integer(_ value: UInt64, bytes count: Int) {
    for offset in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(offset * 8)))
    }
  }
}
