import Testing

@testable import PDFRendering

struct PasswordCandidatesTests {
  @Test(
    "Bytes are tried as they are, then as text of the 8-bit times",
    arguments: [
      // ASCII is the same either way.
      (Array("secret".utf8), ["secret"]),
      // Latin-1 bytes: the letter itself.
      ([0x68, 0xF4, 0x74], ["h\u{F4}t"]),
      // UTF-8 bytes: spelt byte by byte for new documents, as the letter for old ones.
      ([0x68, 0xC3, 0xB4, 0x74], ["h\u{C3}\u{B4}t", "h\u{F4}t"]),
      // Text that Latin-1 has no letters for.
      (Array("日".utf8), ["\u{E6}\u{97}\u{A5}"]),
      ([], [""]),
    ] as [([UInt8], [String])])
  func spellings(_ password: [UInt8], _ expected: [String]) {
    #expect(PasswordCandidates.spellings(of: password) == expected)
  }

  @Test("No spelling is longer than the 127 characters that fit the engine's buffer")
  func length() {
    for length in [126, 127, 128, 500] {
      for spelling in PasswordCandidates.spellings(of: Array(repeating: 0xC3, count: length)) {
        #expect(spelling.unicodeScalars.count == min(length, 127))
      }
    }
  }
}
