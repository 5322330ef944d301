import Testing
import ViewerCore

@testable import ViewerApp

struct ControlWordsTests {
  @Test(
    "Commands in words are understood, whatever space is between them",
    arguments: [
      ("goto 7", .goTo(page: 7)), ("  goto   007 ", .goTo(page: 7)), ("zoom 2", .zoom(2)),
      ("zoom 1.25", .zoom(1.25)), ("home", .home), ("next", .next), ("previous", .previous),
      ("search harbour  master", .search("harbour master")), ("search \"long quay\"", .search("long quay")),
      ("search 'quay", .search("'quay")), ("search", .search("")), ("search \"", .search("\"")),
      ("next-match", .nextMatch), ("previous-match", .previousMatch), ("select-all", .selectAll),
      ("copy", .copy), ("goto iv", .goToLabel("iv")), ("goto \"A 12\"", .goToLabel("A 12")),
      ("goto 1.5", .goToLabel("1.5")), ("goto 99999999999999999999", .goToLabel("99999999999999999999")),
    ] as [(String, SessionEvent.Command)])
  func understood(_ text: String, _ command: SessionEvent.Command) throws {
    #expect(try ControlWords.command(text) == command)
  }

  @Test(
    "What is not understood is a usage failure that names it",
    arguments: [
      "", "  ", "goto", "goto 0", "goto -1", "goto \"\"", "zoom", "password", "zoom 0", "zoom -1", "zoom nan",
      "zoom inf", "zoom 1e999",
      "zoom 2 3", "home now", "next 1", "previous x", "Home", "quit", "next-match 2", "copy that",
      "select all", "goto\u{0}7",
    ])
  func refused(_ text: String) {
    let failure = failureOf { try ControlWords.command(text) }
    #expect(failure?.code == .usage)
    #expect(failure?.subject == "ctl \(text)")
  }

  @Test(
    "A password is taken as it stands, spaces and quotes included",
    arguments: [
      ("password abc", "abc"), ("  password  a \"b\" ", " a \"b\" "), ("password ", nil), ("password", nil),
      ("passwords x", nil),
    ] as [(String, String?)])
  func password(_ text: String, _ password: String?) {
    #expect(ControlWords.password(text) == password)
  }
}
