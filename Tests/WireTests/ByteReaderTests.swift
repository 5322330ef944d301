import Testing
import Wire

struct ByteReaderTests {
  @Test("Integers are little-endian, whatever the machine")
  func order() throws {
    var writer = ByteWriter()
    writer.u8(0x01)
    writer.u16(0x0203)
    writer.u32(0x0405_0607)
    writer.u64(0x0809_0A0B_0C0D_0E0F)
    writer.i32(-2)
    #expect(
      writer.bytes
        == [1, 3, 2, 7, 6, 5, 4, 0x0F, 0x0E, 0x0D, 0x0C, 0x0B, 0x0A, 9, 8, 0xFE, 0xFF, 0xFF, 0xFF])
    var reader = ByteReader(writer.bytes)
    #expect(try reader.u8() == 1)
    #expect(try reader.u16() == 0x0203)
    #expect(try reader.u32() == 0x0405_0607)
    #expect(try reader.u64() == 0x0809_0A0B_0C0D_0E0F)
    #expect(reader.remaining == 4)
    #expect(throws: WireError.trailing) { try reader.finish() }
    #expect(try reader.i32() == -2)
    try reader.finish()
  }

  @Test("A slice is read from where it begins")
  func slice() throws {
    let bytes: [UInt8] = [9, 9, 1, 0, 0, 0, 9]
    var reader = ByteReader(bytes[2..<6])
    #expect(try reader.u32() == 1)
    #expect(throws: WireError.truncated) { try reader.u8() }
  }

  @Test(
    "An index is neither negative nor above its limit",
    arguments: [(0, true), (9, true), (10, true), (11, false), (-1, false), (Int32.min, false)])
  func index(_ value: Int32, _ isGood: Bool) {
    var writer = ByteWriter()
    writer.i32(value)
    var reader = ByteReader(writer.bytes)
    #expect((try? reader.index(upTo: 10)) == (isGood ? value : nil))
  }

  @Test("Nothing but 0 and 1 is a truth", arguments: [UInt8(0), 1, 2, 255])
  func bool(_ byte: UInt8) {
    var reader = ByteReader([byte])
    #expect((try? reader.bool()) == (byte < 2 ? byte == 1 : nil))
  }

  @Test(
    "What is no finite number is refused",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0, 1.5])
  func finite(_ value: Double) {
    var writer = ByteWriter()
    writer.u64(value.bitPattern)
    writer.u32(Float(value).bitPattern)
    var reader = ByteReader(writer.bytes)
    #expect((try? reader.double()) == (value.isFinite ? value : nil))
    #expect((try? reader.float()) == (Float(value).isFinite ? Float(value) : nil))
  }

  @Test(
    "A count is held to its limit and to what could follow",
    arguments: [
      (UInt32(3), 3, 4, true), (3, 2, 4, false), (4, 9, 4, false), (12, 12, 1, true), (13, 99, 1, false),
      (13, 99, 0, false), (.max, .max, 1, false),
    ])
  func count(_ value: UInt32, _ limit: Int, _ size: Int, _ isGood: Bool) {
    var writer = ByteWriter()
    writer.u32(value)
    for byte: UInt8 in 0..<12 { writer.u8(byte) }
    var reader = ByteReader(writer.bytes)
    #expect((try? reader.count(upTo: limit, eachAtLeast: size)) == (isGood ? Int(value) : nil))
  }

  @Test("Bytes are taken only where they are")
  func bytes() throws {
    var reader = ByteReader([1, 2, 3])
    #expect(throws: WireError.badValue) { try reader.bytes(-1) }
    #expect(throws: WireError.truncated) { try reader.bytes(4) }
    #expect(Array(try reader.bytes(2)) == [1, 2])
    #expect(try reader.bytes(0).isEmpty)
    #expect(reader.remaining == 1)
  }

  @Test(
    "Text must be UTF-8",
    arguments: [
      ([0x61], true), ([0xC3, 0xBC], true), ([0xC3], false), ([0xFF], false), ([0xC0, 0x80], false),
      ([0xED, 0xA0, 0x80], false), ([], true), ([0], true),
    ] as [([UInt8], Bool)])
  func text(_ bytes: [UInt8], _ isGood: Bool) {
    var writer = ByteWriter()
    writer.blob(bytes)
    var reader = ByteReader(writer.bytes)
    if isGood {
      #expect((try? reader.string(upTo: 8)) == String(decoding: bytes, as: UTF8.self))
    } else {
      #expect(throws: WireError.badText) { try reader.string(upTo: 8) }
    }
  }

  @Test("Text is cut between scalars, never inside one", arguments: 0...12)
  func cut(_ limit: Int) throws {
    var writer = ByteWriter()
    let text = "aü日😀"
    writer.string(text, upTo: limit)
    var reader = ByteReader(writer.bytes)
    let arrived = try reader.string(upTo: 12)
    // One byte, two, three and four.
    let ends = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10, 10]
    #expect(arrived.utf8.count == ends[limit])
    #expect(Array(text.utf8).starts(with: arrived.utf8))
  }
}
