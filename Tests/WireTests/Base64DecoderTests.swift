import Testing

@testable import Wire

@Suite("Base64")
struct Base64DecoderTests {
  /// Decodes a text in pieces of a length.
  static func decode(_ text: String, piece: Int = .max) throws(Base64Decoder.Mistake) -> [UInt8] {
    var decoder = Base64Decoder()
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try decoder.decode(Array(rest.prefix(piece)), into: &bytes)
      rest = rest.dropFirst(piece)
    }
    try decoder.finish(into: &bytes)
    return bytes
  }

  @Test(
    "Good texts: RFC 4648's own, the alphabet of URLs, white space anywhere, padding or none",
    arguments: [
      ("", []),
      ("Zg==", [0x66]),
      ("Zm8=", [0x66, 0x6F]),
      ("Zm9v", [0x66, 0x6F, 0x6F]),
      ("Zm9vYg==", [0x66, 0x6F, 0x6F, 0x62]),
      ("Zm9vYmE=", [0x66, 0x6F, 0x6F, 0x62, 0x61]),
      ("Zg", [0x66]),
      ("Zm8", [0x66, 0x6F]),
      ("+/+/", [0xFB, 0xFF, 0xBF]),
      ("-_-_", [0xFB, 0xFF, 0xBF]),
      (" Z\tm\r\n9\u{B}v\u{C} ", [0x66, 0x6F, 0x6F]),
      ("Zg=\n=\n", [0x66]),
      ("AAAA", [0, 0, 0]),
    ] as [(String, [UInt8])])
  func good(_ text: String, _ bytes: [UInt8]) throws {
    for piece in [1, 2, 3, 5, Int.max] { #expect(try Self.decode(text, piece: piece) == bytes) }
  }

  @Test(
    "Bad texts are refused, with the place of a wrong character",
    arguments: [
      ("Zm9*", .character(UInt8(ascii: "*"), at: 3)),
      ("Zm 9é", .character(0xC3, at: 4)),
      ("Zm\u{0}", .character(0, at: 2)),
      ("+_AA", .character(UInt8(ascii: "_"), at: 1)),
      ("--AA/", .character(UInt8(ascii: "/"), at: 4)),
      ("Z", .incomplete),
      ("Zm9vY", .incomplete),
      ("Zh", .incomplete),
      ("Zm9", .incomplete),
      ("=", .padding),
      ("Z===", .padding),
      ("Zg=", .padding),
      ("Zg===", .padding),
      ("Zm8==", .padding),
      ("Zm9v=", .padding),
      ("Zg==Zg==", .padding),
      ("Zg=a", .padding),
    ] as [(String, Base64Decoder.Mistake)])
  func bad(_ text: String, _ mistake: Base64Decoder.Mistake) {
    for piece in [1, 3, Int.max] {
      #expect(throws: mistake) { try Self.decode(text, piece: piece) }
    }
  }

  @Test("Every length and byte comes back as it was")
  func roundTrip() throws {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var state: UInt32 = 7
    for count in 0..<300 {
      var text: [UInt8] = []
      var wanted: [UInt8] = []
      var (bits, held) = (0, 0)
      for _ in 0..<count {
        state = state &* 1_664_525 &+ 1_013_904_223
        let byte = UInt8(state >> 24)
        wanted.append(byte)
        (bits, held) = (bits << 8 | Int(byte), held + 8)
        while held >= 6 {
          held -= 6
          text.append(letters[bits >> held & 63])
        }
        bits &= 63
      }
      if held > 0 { text.append(letters[bits << (6 - held) & 63]) }
      #expect(try Self.decode(String(decoding: text, as: UTF8.self), piece: 7) == wanted)
    }
  }
}
