import Interface
import Testing

struct InstalledFontsTests {
  @Test("A family is there by its own name only, though every name finds a substitute")
  func families() {
    #expect(InstalledFonts.has(family: "Inter"))
    #expect(!InstalledFonts.has(family: "No Such Family"))
  }

  @Test("A character that no font has cannot be drawn")
  func characters() {
    #expect(InstalledFonts.canDraw("a"))
    // Never a character, by the standard.
    #expect(!InstalledFonts.canDraw("\u{10FFFE}"))
  }
}
