import Testing

@testable import ViewerCore

struct FoldedTextTests {
  /// What a query finds in a text, as it stands there.
  private static func found(_ query: String, in text: String) -> [String] {
    guard let query = FoldedQuery(query) else { return [] }
    let scalars = Array(text.unicodeScalars)
    return FoldedText(PageText(text: text, boxes: [])).matches(query).map { range in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
  }

  @Test(
    "A word is found in spite of case, accents, ligatures, vowel points and widths",
    arguments: [
      ("eleve", "un élève", "élève"), ("ÉLÈVE", "un eleve", "eleve"),
      ("e\u{301}le\u{300}ve", "élève", "élève"),
      ("strasse", "Die Straße", "Straße"), ("STRASSE", "straße", "straße"), ("straße", "STRASSE", "STRASSE"),
      ("ẞ", "ss", "ss"), ("istanbul", "İstanbul", "İstanbul"), ("ısı", "ISI", "ISI"),
      ("λογος", "ὁ ΛΌΓΟΣ", "ΛΌΓΟΣ"), ("ΛΟΓΟΣ", "λόγος", "λόγος"), ("еще", "Ещё", "Ещё"),
      ("office", "the o\u{FB03}ce", "o\u{FB03}ce"), ("fi", "\u{FB01}", "\u{FB01}"),
      ("ffl", "\u{FB04}", "\u{FB04}"),
      ("O\u{FB03}CE", "office", "office"), ("oeuvre", "l'Œuvre", "Œuvre"),
      ("smorrebrod", "Smørrebrød", "Smørrebrød"),
      ("حبيبي", "يا حَبيبي", "حَبيبي"), ("العربية", "\u{FE8D}ﻟﻌﺮﺑﻴﺔ", "\u{FE8D}ﻟﻌﺮﺑﻴﺔ"),
      ("احمد", "أحمد", "أحمد"), ("محمد", "محـــمد", "محـــمد"), ("שלום", "שָׁלוֹם", "שָׁלוֹ\u{5DD}"),
      ("123", "١٢٣", "١٢٣"), ("abc", "ＡＢＣ", "ＡＢＣ"), ("x2", "x²", "x²"), ("1/2", "½", "½"),
      ("don't", "Don’t", "Don’t"), ("語", "日本語", "語"), ("⽇", "日", "日"), ("हिन्दी", "यह हिन्दी है", "हिन्दी"),
    ])
  func folds(_ query: String, _ text: String, _ match: String) {
    #expect(Self.found(query, in: text).map { Array($0.unicodeScalars) } == [Array(match.unicodeScalars)])
  }

  @Test(
    "What makes another word of it is no match",
    arguments: [
      ("か", "が"), ("हद", "हिद"), ("well-known", "wellknown"), ("ก", "ข"), ("cat", "c a t"), ("a b", "ab"),
      ("hin und", "hin-\nund"), ("10-20", "1020"), ("1020", "10-20"), ("ab", "a\nb"), ("ab", "a - b"),
    ])
  func differs(_ query: String, _ text: String) {
    #expect(Self.found(query, in: text) == [])
  }

  @Test(
    "A broken word is found joined and as it stands, over the lines' end",
    arguments: [
      ("documentation", "The docu-\nmentation is", "docu-\nmentation"),
      ("docu-mentation", "The docu-\nmentation is", "docu-\nmentation"),
      ("well-known", "a well-\nknown one", "well-\nknown"), ("well-known", "a well-known one", "well-known"),
      ("wellknown", "a well-known one", "well-known"), ("well-", "a well-known one", "well"),
      ("Hin- und", "Hin- und Rück", "Hin- und"), ("Hin- und", "Hin-\nund Rück", "Hin-\nund"),
      ("softhyphen", "soft\u{AD}hyphen", "soft\u{AD}hyphen"),
      ("softhyphen", "soft\u{AD} \nhyphen", "soft\u{AD} \nhyphen"),
      ("soft\u{AD}hyphen", "softhyphen", "softhyphen"), ("2010-2020", "2010-\n2020", "2010-\n2020"),
      ("Baden-Württemberg", "Baden-\nWürttemberg", "Baden-\nWürttemberg"),
      ("日本語", "日本\n語", "日本\n語"), ("two words", "two\n  words", "two\n  words"),
      (" two   words ", "two words", "two words"), ("a - b", "a - b", "a - b"), ("-5", "= -5", "-5"),
    ])
  func broken(_ query: String, _ text: String, _ match: String) {
    #expect(Self.found(query, in: text) == [match])
  }

  @Test("Matches do not overlap, and each is where it stands", arguments: [("aa", "aaaaa"), ("ab", "abxab")])
  func several(_ query: String, _ text: String) throws {
    let folded = FoldedText(PageText(text: text, boxes: []))
    let matches = folded.matches(try #require(FoldedQuery(query)))
    #expect(matches.count == 2)
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test(
    "A match far behind is where it stands, also behind more blanks than fit a byte",
    arguments: [0, 300, 70_000])
  func far(_ blanks: Int) throws {
    let text = String(repeating: "é", count: 1000) + String(repeating: " ", count: blanks) + "needle"
    let matches = FoldedText(PageText(text: text, boxes: [])).matches(try #require(FoldedQuery("NEEDLE")))
    #expect(matches == [1000 + blanks..<1006 + blanks])
  }

  @Test(
    "Nothing is left to look for in blanks and marks alone",
    arguments: ["", "  ", "\n", "\u{301}", "\u{AD}", "\u{200F}"])
  func nothing(_ text: String) {
    #expect(FoldedQuery(text) == nil)
  }

  @Test("Two bytes hold a letter of a folded page, and little more")
  func compact() {
    let folded = FoldedText(PageText(text: String(repeating: "word ", count: 1000), boxes: []))
    #expect(folded.byteCount < 11_000)
  }
}
