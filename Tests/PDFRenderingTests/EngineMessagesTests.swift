import Testing

@testable import PDFRendering

struct EngineMessagesTests {
  @Test("Control characters never reach a terminal, and lines are cut")
  func cleaned() {
    #expect(EngineMessages.cleaned("a\u{1B}[31mb\n\n") == "a [31mb")
    #expect(EngineMessages.cleaned("font<0a>") == "font")
    #expect(EngineMessages.cleaned(String(repeating: "x", count: 1000)).count == 200)
  }

  @Test("Words about memory and protection are found among complaints")
  func decisive() {
    let messages = EngineMessages(lines: [
      "Syntax error", "Unsupported version/revision (9/9) of Standard security handler", "Out of memory",
    ])
    #expect(messages.tellOutOfMemory == "Out of memory")
    #expect(messages.tellUnsupportedEncryption?.hasPrefix("Unsupported version") == true)
    #expect(EngineMessages(lines: ["Syntax error"]).tellOutOfMemory == nil)
    #expect(EngineMessages(lines: []).tellUnsupportedEncryption == nil)
  }
}
