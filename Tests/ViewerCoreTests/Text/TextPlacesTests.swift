import Testing

@testable import ViewerCore

struct TextPlacesTests {
  private static func box(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) -> PageText.Box {
    PageText.Box(left: left, top: top, right: right, bottom: bottom)
  }

  /// The word about the n-th character of a line.
  private static func word(_ line: String, _ index: Int) -> String? {
    let page = TypeCase.line(line)
    return page.word(at: page.boxes[index].middle, reach: 4).map { range in
      var view = String.UnicodeScalarView()
      view.append(contentsOf: Array(line.unicodeScalars)[range])
      return String(view)
    }
  }

  @Test(
    "A long press takes the word there",
    arguments: [
      ("The word, here", 5, "word"), ("The word, here", 8, ","), ("don't stop", 1, "don't"),
      ("don’t stop", 4, "don’t"), ("'quoted'", 3, "quoted"), ("l'été", 2, "l'été"),
      ("pi is 3.14159.", 8, "3.14159"),
      ("end. Next", 2, "end"), ("1,000,000 men", 0, "1,000,000"), ("a_name(x)", 3, "a_name"),
      ("A4-size", 1, "A4"),
      ("cafe\u{301} noir", 1, "cafe\u{301}"), ("soft\u{AD}hyphen x", 7, "soft\u{AD}hyphen"),
      ("日本語です。", 1, "日本語"), ("日本語です。", 3, "です"), ("カタカナーの", 2, "カタカナー"), ("대한민국 만세", 1, "대한민국"),
      ("यह हिन्दी है", 4, "हिन्दी"), ("يا حَبيبي", 4, "حَبيبي"), ("אמר שָׁלוֹם לו", 5, "שָׁלוֹם"),
      ("می\u{200C}خواهم", 1, "می\u{200C}خواهم"),
      ("צה״ל", 0, "צה״ל"), ("👍🏽 ok", 0, "👍🏽"),
    ])
  func word(_ line: String, _ index: Int, _ word: String) {
    #expect(Self.word(line, index).map { Array($0.unicodeScalars) } == Array(word.unicodeScalars))
  }

  @Test(
    "A word that is broken at a line's end is taken whole from either line, and copied without its hyphen")
  func brokenWord() {
    var type = TypeCase()
    type.set("the docu-", x: 20, y: 20)
    type.set("mentation is", x: 20, y: 32)
    let page = type.page
    for place in [Point(x: 50, y: 25), Point(x: 40, y: 37), Point(x: 71, y: 25)] {
      let range = page.word(at: place, reach: 4)
      #expect(range == 4..<19)
      #expect(range.map(page.string) == "documentation")
    }
  }

  @Test("A capital letter behind a hyphen at a line's end begins a word of its own")
  func name() {
    var type = TypeCase()
    type.set("Baden-", x: 20, y: 20)
    type.set("Baden", x: 20, y: 32)
    #expect(type.page.word(at: Point(x: 25, y: 25), reach: 4) == 0..<5)
    #expect(type.page.string(in: 0..<12) == "Baden-\nBaden")
  }

  @Test("Beside the words the nearest within reach counts, a blank never")
  func reach() {
    let page = TypeCase.line("a bc")
    #expect(page.word(at: Point(x: 18, y: 25), reach: 4) == 0..<1)
    #expect(page.word(at: Point(x: 10, y: 25), reach: 4) == nil)
    #expect(page.word(at: Point(x: 31, y: 25), reach: 4) == 2..<4)
    #expect(PageText.empty.word(at: .zero, reach: 100) == nil)
  }

  @Test(
    "The boundary nearest to a place is on the side of the character where the place is",
    arguments: [(21.0, 0), (24.0, 1), (27.0, 1), (100, 3), (-50, 0)])
  func boundary(_ x: Double, _ boundary: Int) {
    #expect(TypeCase.line("abc").boundary(nearest: Point(x: x, y: 25)) == boundary)
  }

  @Test(
    "In a line from right to left the beginning is at the right",
    arguments: [(79.0, 0), (75.0, 1), (100, 0), (0, 4), (63, 3)])
  func boundaryRightToLeft(_ x: Double, _ boundary: Int) {
    let page = TypeCase.line("שלום", x: 80, isRightToLeft: true)
    #expect(page.boundary(nearest: Point(x: x, y: 25)) == boundary)
  }

  @Test("Digits within Hebrew run to the right")
  func boundaryMixed() {
    // א 12 ב: the digits stand in their own order between the letters.
    let page = PageText(
      text: "א12ב",
      boxes: [
        Self.box(60, 20, 66, 30), Self.box(48, 20, 54, 30), Self.box(54, 20, 60, 30),
        Self.box(42, 20, 48, 30),
      ])
    #expect(page.boundary(nearest: Point(x: 49, y: 25)) == 1)
    #expect(page.boundary(nearest: Point(x: 53, y: 25)) == 2)
    #expect(page.boundary(nearest: Point(x: 59, y: 25)) == 3)
    #expect(page.boundary(nearest: Point(x: 43, y: 25)) == 4)
  }

  @Test("In vertical lines height counts, downwards and upwards")
  func boundaryVertical() {
    var down = TypeCase()
    down.setDown("日本語", x: 50, y: 20)
    #expect([21.0, 24.5, 37, 200].map { down.page.boundary(nearest: Point(x: 55, y: $0)) } == [0, 1, 3, 3])
    var up = TypeCase()
    up.setDown("abc", x: 50, y: 80, isUpwards: true)
    #expect([79.0, 75, 63, 0].map { up.page.boundary(nearest: Point(x: 55, y: $0)) } == [0, 1, 3, 3])
  }

  @Test("On text that is upside down the beginning is at the right")
  func boundaryUpsideDown() {
    let page = TypeCase.line("abc", x: 80, isRightToLeft: true)
    #expect([79.0, 75, 10].map { page.boundary(nearest: Point(x: $0, y: 25)) } == [0, 1, 3])
  }

  @Test("Beside a short line of a column its end is meant, not the next column's line")
  func columns() {
    var type = TypeCase()
    type.set("a long line", x: 20, y: 20)
    type.set("end.", x: 20, y: 32)
    type.set("the other column", x: 110, y: 20)
    type.set("has long lines", x: 110, y: 32)
    let page = type.page
    #expect(page.boundary(nearest: Point(x: 80, y: 37)) == 16)
    #expect(page.boundary(nearest: Point(x: 112, y: 37)) == 34)
    // Below the column it is the last line's place below which the finger is.
    #expect(page.boundary(nearest: Point(x: 33, y: 44)) == 14)
  }

  @Test("A page without words has no boundary, and nothing to cover or to copy")
  func empty() {
    #expect(PageText.empty.boundary(nearest: .zero) == nil)
    #expect(PageText.empty.boxes(covering: 0..<3) == [])
    #expect(PageText.empty.string(in: 0..<3) == "")
  }

  @Test("A range is covered by a box a line, blanks between its words included")
  func boxes() {
    var type = TypeCase()
    type.set("first line", x: 20, y: 20)
    type.set("second", x: 20, y: 32)
    let page = type.page
    #expect(page.boxes(covering: 6..<17) == [Self.box(56, 20, 80, 30), Self.box(20, 32, 56, 42)])
    #expect(page.boxes(covering: 2..<4) == [Self.box(32, 20, 44, 30)])
    #expect(page.boxes(covering: 10..<11) == [])
    #expect(page.boxes(covering: 15..<99) == [Self.box(44, 32, 56, 42)])
  }

  @Test("Letters that are a little higher or lower are in the line's box")
  func uneven() {
    let page = PageText(
      text: "x²y", boxes: [Self.box(0, 10, 6, 20), Self.box(6, 6, 10, 16), Self.box(10, 10, 16, 20)])
    #expect(page.boxes(covering: 0..<3) == [Self.box(0, 6, 16, 20)])
  }

  @Test("Right to left, and up and down, a stretch is one box too")
  func otherWays() {
    let hebrew = TypeCase.line("של ום", x: 80, isRightToLeft: true)
    #expect(hebrew.boxes(covering: 0..<5) == [Self.box(50, 20, 80, 30)])
    #expect(hebrew.boxes(covering: 0..<2) == [Self.box(68, 20, 80, 30)])
    var down = TypeCase()
    down.setDown("日本語", x: 50, y: 20)
    down.setDown("日本", x: 30, y: 20)
    #expect(down.page.boxes(covering: 0..<6) == [Self.box(50, 20, 60, 38), Self.box(30, 20, 40, 32)])
    // Two lines from right to left whose ends are near each other stay two.
    #expect(down.page.boxes(covering: 2..<5) == [Self.box(50, 32, 60, 38), Self.box(30, 20, 40, 26)])
  }

  @Test(
    "Copied text has no ligatures, no soft hyphens and no broken words",
    arguments: [
      ("o\u{FB03}ce", "office"), ("soft\u{AD}hyphen", "softhyphen"), ("docu-\nmentation", "documentation"),
      ("docu\u{AD}\nmentation", "documentation"), ("Baden-\nBaden", "Baden-\nBaden"),
      ("well-known", "well-known"),
      ("a -\nb", "a -\nb"), ("ﻟﻌﺮﺑﻴﺔ", "لعربية"), ("\u{202B}שלום\u{202C}", "שלום"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"),
      ("a\u{1}b", "ab"), ("one\ntwo", "one\ntwo"), ("⽇本", "日本"), ("2010-\n2020", "2010-\n2020"),
    ])
  func copied(_ text: String, _ plain: String) {
    let page = PageText(text: text, boxes: [])
    #expect(Array(page.string(in: 0..<page.count).unicodeScalars) == Array(plain.unicodeScalars))
  }
}
