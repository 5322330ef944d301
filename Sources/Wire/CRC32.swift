/// The CRC-32 of zlib, PNG and Ethernet (polynomial 0x04C11DB7 reflected), eight bytes a step.
///
/// Slicing-by-8 after Kounavis and Berry, "A Systematic Approach to Building High Performance Software-Based CRC
/// Generators": eight tables of 256 entries, one for each distance of a byte from the end of the step.
package struct CRC32: Hashable, Sendable {
  private var state: UInt32 = 0xFFFF_FFFF

  package init() {}

  /// The checksum of everything added so far.
  package var value: UInt32 { ~state }

  /// Eight lower-case hexadecimal digits, as traces show it.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    let table = Self.tables[0]
    var crc = state
    for index in bytes.indices {
      crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])] ^ (crc >> 8)
    }
    state = crc
  }

  /// Adds one row of pixels of four bytes in memory order (little endian: blue, green, red, unused), with the
  /// unused byte taken as 0xFF.
  package mutating func update(opaque pixels: Span<UInt32>) {
    var crc = state
    var index = 0
    while index + 1 < pixels.count {
      let low = (pixels[index] | 0xFF00_0000) ^ crc
      crc = Self.step(low, pixels[index + 1] | 0xFF00_0000)
      index += 2
    }
    if index < pixels.count {
      crc = Self.step((pixels[index] | 0xFF00_0000) ^ crc)
    }
    state = crc
  }

  /// Adds a picture's rows from top to bottom, each `width` pixels of a `stride` of pixels; what lies between
  /// the rows is left out, and so are rows that the memory does not hold whole.
  package mutating func update(opaque pixels: Span<UInt32>, width: Int, stride: Int) {
    guard width > 0, stride >= width else { return }
    var start = 0
    while start + width <= pixels.count {
      update(opaque: pixels.extracting(start..<(start + width)))
      start += stride
    }
  }

  // MARK: - Tables

  private typealias Table = InlineArray<256, UInt32>

  private static let tables: InlineArray<8, Table> = {
    var tables = InlineArray<8, Table>(repeating: Table(repeating: 0))
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
      tables[0][byte] = crc
    }
    for distance in 1..<8 {
      for byte in 0..<256 {
        let nearer = tables[distance - 1][byte]
        tables[distance][byte] = tables[0][Int(nearer & 0xFF)] ^ (nearer >> 8)
      }
    }
    return tables
  }()

  @inline(__always)
  private static func look(_ table: Int, _ word: UInt32, _ shift: UInt32) -> UInt32 {
    tables[table][Int(UInt8(truncatingIfNeeded: word >> shift))]
  }

  @inline(__always)
  private static func step(_ word: UInt32) -> UInt32 {
    look(3, word, 0) ^ look(2, word, 8) ^ look(1, word, 16) ^ look(0, word, 24)
  }

  @inline(__always)
  private static func step(_ low: UInt32, _ high: UInt32) -> UInt32 {
    look(7, low, 0) ^ look(6, low, 8) ^ look(5, low, 16) ^ look(4, low, 24) ^ step(high)
  }
}
