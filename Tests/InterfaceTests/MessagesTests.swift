import Testing
import ViewerCore

@testable import Interface

struct MessagesTests {
  static let phrases: [Phrase] = [
    .home, .contents, .pages, .search, .smaller, .larger, .readAloud, .back, .close, .nextPage, .previousPage,
    .goToPage, .copy, .selectAll, .searchSelection, .nextMatch, .previousMatch, .language, .tryAgain, .cancel,
    .accept, .done, .deleteKey, .shiftKey, .spaceKey, .searchKey, .pageOf(page: "iv", count: 48), .page("iv"),
    .matchOf(current: 2, count: 7), .matchOf(current: 0, count: 7), .noMatches, .searching, .noContents,
    .searchField, .copied, .scanToCopy, .linkIsNotFollowed("https://example.org/"), .loading("Guide"),
    .document, .keyboard, .selectedText, .noText, .linkToProgram, .linkToScript, .linkToOtherDocument,
    .linkCannotBeFollowed, .stillThere, .startsOverSoon, .moreTime, .startOver,
  ]

  @Test("Visitors get whole sentences without codes or technical words", arguments: ErrorCode.allCases)
  func friendly(code: ErrorCode) throws {
    try Languages.require()
    for language in Look.Language.allCases {
      for text in [Messages.notice(code, language: language), Messages.pageFailure(code, language: language)]
      {
        #expect(text.hasSuffix("."))
        #expect(text.first?.isUppercase == true)
        #expect(text.count < 100, "\(text)")
        #expect(!text.lowercased().contains("error") && !text.contains(code.rawValue))
        for word in ["PDF", "file", "memory", "server", "render", "http", "Datei", "Fehler", "archivo"] {
          #expect(!text.contains(word), "\(text)")
        }
      }
    }
  }

  @Test("Every phrase has words in every language, with nothing left to fill in", arguments: phrases)
  func worded(phrase: Phrase) throws {
    try Languages.require()
    for language in Look.Language.allCases {
      for text in [Messages.text(phrase, language: language), Messages.spoken(phrase, language: language)] {
        #expect(!text.isEmpty && !text.contains("{") && !text.contains("\u{4}"), "\(text)")
      }
    }
    let english = Messages.text(phrase, language: .english)
    #expect(english.first?.isUppercase == true || english.first?.isNumber == true || english.hasPrefix("iv"))
  }

  @Test("The number is the strong part, wherever a language puts it")
  func strong() throws {
    try Languages.require()
    for language in Look.Language.allCases {
      let page = Messages.parts(.pageOf(page: "12", count: 48), language: language)
      #expect(page.filter(\.isStrong).map(\.text) == ["12"])
      #expect(page.map(\.text).joined().hasSuffix("48"))
      let match = Messages.parts(.matchOf(current: 2, count: 7), language: language)
      #expect(match.filter(\.isStrong).map(\.text) == ["2"])
    }
  }

  @Test("What is filled in stays as it is, braces and all")
  func filled() {
    let parts = Messages.filled("{title} of {other}{", ["title": "{other}", "x": "y"], strong: "title")
    #expect(parts.map(\.text) == ["{other}", " of ", "{other}", "{"])
    #expect(parts.map(\.isStrong) == [true, false, false, false])
    #expect(Messages.text(.loading("{title}"), language: .english) == "Loading {title}")
  }

  @Test("Read out, a count says what it counts")
  func spoken() throws {
    try Languages.require()
    #expect(Messages.spoken(.pageOf(page: "12", count: 48), language: .english) == "Page 12 of 48")
    #expect(Messages.spoken(.matchOf(current: 2, count: 7), language: .german) == "Treffer 2 von 7")
    #expect(Messages.spoken(.plain("Salt"), language: .german) == "Salt")
    #expect(Messages.spoken(.phrase(.copy), language: .german) == "Kopieren")
  }

  @Test("A language calls itself by its own name")
  func names() {
    #expect(
      Look.Language.allCases.map(Messages.name) == ["English", "Deutsch", "Français", "Español"])
  }

  @Test("The staff gets the code, and the subject where there is one")
  func staff() {
    #expect(Messages.staffLine(.timeout, subject: "") == "timeout")
    #expect(Messages.staffLine(.notFound, subject: "guide.pdf") == "not-found · guide.pdf")
    #expect(Messages.staffLine(.notFound, subject: "/srv/house/guide.pdf") == "not-found · guide.pdf")
  }
}
