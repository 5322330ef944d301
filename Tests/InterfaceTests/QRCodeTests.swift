import Testing

@testable import Interface

struct QRCodeTests {
  @Test(
    "A code is a square with its three finders",
    arguments: ["a", "Lübeck", String(repeating: "x", count: 1000)])
  func finders(text: String) throws {
    let code = try #require(QRCode.modules(of: text))
    #expect(code.modules.count == code.side * code.side)
    // 21 modules for version 1, 4 more for each next one.
    #expect(code.side >= 21 && code.side <= 177 && (code.side - 21) % 4 == 0)
    func dark(_ x: Int, _ y: Int) -> Bool { code.modules[y * code.side + x] }
    for (left, top) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
      for step in 0..<7 {
        #expect(dark(left + step, top) && dark(left + step, top + 6) && dark(left, top + step))
      }
      #expect(!dark(left + 1, top + 1) && dark(left + 3, top + 3))
    }
  }

  @Test("The format says level M")
  func level() throws {
    let code = try #require(QRCode.modules(of: "Salt"))
    // The first two bits of the format, masked with 101010000010010 (ISO/IEC 18004, 7.9).
    let bits = [code.modules[8 * code.side], code.modules[8 * code.side + 1]]
    #expect(bits == [true, false])
  }

  @Test("A text of 1,000 bytes is the longest; nothing has no code")
  func bounds() {
    #expect(QRCode.modules(of: "") == nil)
    #expect(QRCode.modules(of: String(repeating: "ü", count: 500)) != nil)
    #expect(QRCode.modules(of: String(repeating: "ü", count: 500) + "x") == nil)
  }

  @Test("A longer text is cut between characters and says so")
  func prefix() throws {
    #expect(QRCode.prefix(of: "short") == "short")
    let long = QRCode.prefix(of: String(repeating: "👨‍👩‍👧‍👦", count: 100))
    #expect(long.utf8.count <= QRCode.longest && long.hasSuffix("👨‍👩‍👧‍👦…"))
    #expect(QRCode.modules(of: long) != nil)
    #expect(QRCode.prefix(of: "e" + String(repeating: "\u{301}", count: 5000)) == "…")
  }

  @Test("The same text gives the same code, another one another")
  func sameness() throws {
    let first = try #require(QRCode.modules(of: "Salt"))
    let again = try #require(QRCode.modules(of: "Salt"))
    let other = try #require(QRCode.modules(of: "Malt"))
    #expect(first.modules == again.modules && first.modules != other.modules)
  }
}
