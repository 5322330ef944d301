import Foundation
import Testing

@testable import Settings
@testable import ViewerCore

@Suite("lectern.conf")
struct ConfigurationFileTests {
  func parse(_ text: String) throws -> ViewerConfiguration {
    try ConfigurationFile.parse(Array(text.utf8), path: "lectern.conf")
  }

  func options(_ text: String) throws -> ViewerOptions? {
    let configuration = try parse(text)
    guard case .show(let options) = try Command(["x"], readConfiguration: { _ in configuration }) else {
      return nil
    }
    return options
  }

  @Test("Sections and keys come in order with their lines and unescaped values")
  func order() throws {
    let configuration = try parse("# first\n\n[b]\n z = 1 \n a=two\\nlines\n\n[a]\nk=\n[b]\nlast=x=y\n")
    #expect(configuration.sections.map(\.name) == ["b", "a"])
    #expect(configuration.sections[0].origin == .file("lectern.conf", line: 3))
    #expect(
      configuration.sections[0].entries == [
        OptionEntry(name: "z", value: "1", origin: .file("lectern.conf", line: 4)),
        OptionEntry(name: "a", value: "two\nlines", origin: .file("lectern.conf", line: 5)),
        OptionEntry(name: "last", value: "x=y", origin: .file("lectern.conf", line: 10)),
      ])
    #expect(configuration.sections[1].entries.map(\.value) == [""])
  }

  @Test("A file that says nothing sets nothing", arguments: ["", "\n", "# only a comment\n"])
  func empty(text: String) throws {
    #expect(try parse(text) == ViewerConfiguration())
  }

  @Test(
    "A malformed file is refused with its line",
    arguments: [
      ("[kiosk]\npage\n", "lectern.conf:2: must be [SECTION], KEY = VALUE, or a comment"),
      ("[kiosk]\n= 3\n", "lectern.conf:2: must be"),
      ("page=1\n", "lectern.conf:1: page: stands before the first [SECTION]"),
      ("[kiosk\npage=1\n", "lectern.conf:1: a section must be [NAME]"),
      ("[]\n", "lectern.conf:1: a section must be [NAME]"),
      ("[kiosk]\npage=1\n# x\npage=2\n", "lectern.conf:4: page: stands in line 2 already"),
      ("[kiosk]\ntrace=a\\q\n", "lectern.conf:2: trace: "),
      ("[kiosk]\npages=2\n", "lectern.conf:2: pages: is no option here"),
      ("[kiosk]\npage=two\n", "lectern.conf:2: page: must be a whole number"),
      ("\n[kioks]\npage=2\n", "lectern.conf:2: [kioks]: is no section"),
    ])
  func malformed(text: String, beginning: String) {
    let failure = #expect(throws: Failure.self) { _ = try options(text) }
    #expect(failure?.code == .badConfiguration)
    #expect(failure?.line.hasPrefix(beginning) == true, "\(failure?.line ?? "")")
  }

  @Test("Text that is no UTF-8 is refused")
  func encoding() {
    let failure = #expect(throws: Failure.self) {
      try ConfigurationFile.parse(Array("[kiosk]\ntrace=".utf8) + [0xFF, 0xFE, 0x0A], path: "f")
    }
    #expect(failure?.code == .badConfiguration)
  }

  @Test("Blanks around keys and values do not matter")
  func blanks() throws {
    let options = try #require(try options("[kiosk]\n  page   =   3\nmax-zoom = 4 \r\ntrace = a\\s \n"))
    #expect(options.page == 3)
    #expect(options.maximumZoom == 4)
    #expect(options.trace == "a ")
  }

  @Test("A file that is not there is an error only where it was named")
  func missing() throws {
    let failure = #expect(throws: Failure.self) { try ConfigurationFile.read("/nonexistent/lectern.conf") }
    #expect(failure == Failure(.notFound, "/nonexistent/lectern.conf", "there is no such file"))
    let folder = #expect(throws: Failure.self) { try ConfigurationFile.read("/tmp") }
    #expect(folder?.code == .badConfiguration)
  }

  @Test("A file that never ends is refused")
  func endless() {
    let failure = #expect(throws: Failure.self) { try ConfigurationFile.read("/dev/zero") }
    #expect(
      failure == Failure(.badConfiguration, "/dev/zero", "is longer than any configuration (1 MB)"))
  }

  @Test("The example is a good file, and sets what it says")
  func example() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/lectern.conf.example").standardizedFileURL.path
    let command = try Command([]) { _ throws(Failure) in try ConfigurationFile.read(path) }
    guard case .show(let options) = command else { return }
    #expect(options.sources.map(\.location) == ["/srv/lectern/guide.pdf", "/srv/lectern/plan.pdf"])
    #expect(options.sources.last?.passwordFile == "/etc/lectern/plan.password")
    #expect(options.output(named: "HDMI-A-1").rotation == .quarter)
    #expect(options.output(named: "HDMI-A-1").atomic == false)
    #expect(options.output(named: "DP-1").atomic == nil)
    #expect(options.gestures.longPressTime == 600)
    #expect(options.memory == 128)
  }
}
