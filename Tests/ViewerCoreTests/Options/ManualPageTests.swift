import Testing

@testable import ViewerCore

struct ManualPageTests {
  private func printed(_ topic: String) throws -> String {
    guard case .help(let text) = try Command(["help", topic]) else { return "" }
    return text
  }

  @Test("lectern(1) has every command and every option that its help lists")
  func program() throws {
    let text = try printed("man")
    for name in CommandName.allCases {
      #expect(text.contains(".SS lectern \(name.rawValue)\n"))
      for row in CommandHelp.options(of: name) {
        #expect(
          text.contains(".B " + row.name.replacing("-", with: "\\-").replacing("'", with: "\\(aq") + "\n"))
      }
    }
    for code in ErrorCode.allCases { #expect(text.contains(code.rawValue.replacing("-", with: "\\-"))) }
  }

  @Test(
    "lectern.conf(5) has every key of each section, and no option that is none",
    arguments: ["display = ", "rotate = ", "file = FILE", "rtl = true|false", "gesture.tap\\-reach"])
  func configuration(key: String) throws {
    let text = try printed("man-conf")
    #expect(text.contains(".B \(key)"))
    #expect(!text.contains(".B config = ") && !text.contains(".B render\\-time = "))
  }

  @Test(
    "Every line of the pages is a macro of man(7) or text, and no text is taken for a macro",
    arguments: ["man", "man-conf"])
  func macros(topic: String) throws {
    let macros: Set = [".TH", ".SH", ".SS", ".TP", ".B", ".I", ".br", ".EX", ".EE"]
    for line in try printed(topic).split(separator: "\n") {
      if line.hasPrefix(".") { #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)") }
      #expect(!line.hasPrefix("'"))
      // Every backslash begins one of the escapes that are meant.
      for escape in line.split(separator: "\\", omittingEmptySubsequences: false).dropFirst() {
        #expect(escape.first.map { "e-(&".contains($0) } ?? false, "\(line)")
      }
    }
  }
}
