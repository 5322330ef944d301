import Testing

@testable import Settings

@Suite("Lines of a key file")
struct KeyFileLinesTests {
  @Test("Sections and keys are told with their lines; a section that comes again goes on")
  func places() throws {
    let lines = try KeyFileLines(Array("# x\n[a]\nk = 1\n\n[b]\r\n\tk=2\n[a]\nz=\n".utf8))
    #expect(
      lines.sections == [
        .init(name: "a", line: 2, keys: [.init(name: "k", line: 3), .init(name: "z", line: 8)]),
        .init(name: "b", line: 5, keys: [.init(name: "k", line: 6)]),
      ])
    #expect(String(decoding: lines.trimmedText, as: UTF8.self) == "# x\n[a]\nk = 1\n\n[b]\nk=2\n[a]\nz=\n\n")
  }

  @Test(
    "A wrong line is told by its number",
    arguments: [
      ("x", 1), ("\n\n=1", 3), ("[a", 1), ("[a]\n[]", 2), ("k=1", 1), ("[a]\nk=1\nk=1", 3), ("[a]b=1", 1),
      ("[a]\n\u{0}", 2), ("[a]\nk=1\n[b]\nk=1\n[a]\n k =2", 6),
    ])
  func mistakes(_ text: String, _ line: Int) {
    let mistake = #expect(throws: KeyFileLines.Mistake.self) { try KeyFileLines(Array(text.utf8)) }
    #expect(mistake?.line == line)
    #expect(mistake?.message.isEmpty == false)
  }

  @Test("Blanks of every kind round a line are gone, inside of it they stay")
  func trimmed() throws {
    let text = " \t[s]\u{0B}\u{0C}\r\n \r\n  key with blanks  =  a  b  \t"
    let lines = try KeyFileLines(Array(text.utf8))
    #expect(lines.sections.first?.keys.first?.name == "key with blanks")
    #expect(String(decoding: lines.trimmedText, as: UTF8.self) == "[s]\n\nkey with blanks  =  a  b\n")
  }

  @Test("A key file of GLib gives values with their escapes resolved, and says what is wrong with one")
  func values() throws {
    let file = try KeyFile(Array("[s]\na=x\\ty\\\\\nb=bad\\q\n".utf8))
    let value = try file.string("s", "a")
    #expect(value == "x\ty\\")
    for (section, key) in [("s", "b"), ("s", "none"), ("none", "a")] {
      do throws(KeyFileError) {
        _ = try file.string(section, key)
        Issue.record("\(key) has a value")
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
  }
}
