import Testing
import Wire

@Suite("CRC-32")
struct CRC32Tests {
  @Test(
    "The known values of zlib",
    arguments: [
      ("", UInt32(0)), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
  func known(_ text: String, _ value: UInt32) {
    var crc = CRC32()
    crc.update(Array(text.utf8).span)
    #expect(crc.value == value)
  }

  @Test("Pixels give the checksum of their bytes with the unused one full", arguments: 0..<20)
  func pixels(_ count: Int) {
    var random = SplitMix(state: UInt64(count))
    let pixels = (0..<count).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    let bytes: [UInt8] = pixels.flatMap { (pixel: UInt32) -> [UInt8] in
      [0, 8, 16].map { UInt8(truncatingIfNeeded: pixel >> $0) } + [0xFF]
    }
    var one = CRC32()
    one.update(opaque: pixels.span)
    var other = CRC32()
    other.update(bytes.span)
    #expect(one == other)
  }

  @Test("What lies between the rows does not count")
  func rows() {
    var one = CRC32()
    one.update(opaque: [1, 2, 3, 99, 4, 5, 6, 98, 7, 8].span, width: 3, stride: 4)
    var other = CRC32()
    other.update(opaque: [1, 2, 3, 4, 5, 6].span)
    #expect(one == other)
    #expect(one.text.count == 8)
  }
}
