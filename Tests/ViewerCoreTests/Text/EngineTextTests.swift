import Testing

@testable import ViewerCore

/// Words as poppler's selection writes them: letters 6 points wide, those from right to left turned round within
/// marks.
private struct EngineLine {
  var text = ""
  var boxes: [PageText.Box] = []

  /// - Parameters:
  ///   - letters: from left to right as they stand.
  ///   - marked: the same as the engine tells them; nil for those of a left-to-right page.
  mutating func word(_ letters: String, x: Float, marked: String? = nil, y: Float = 20, width: Float = 6) {
    let isTurned = letters.unicodeScalars.contains { WritingDirection($0, CharacterKind($0)) == .rightToLeft }
    var turned = String.UnicodeScalarView()
    turned.append(contentsOf: letters.unicodeScalars.reversed())
    text += marked ?? (isTurned ? "\u{202B}\(turned)\u{202C}" : letters)
    for index in letters.unicodeScalars.indices.enumerated() {
      let left = x + Float(index.offset) * width
      boxes.append(PageText.Box(left: left, top: y, right: left + width, bottom: y + 10))
    }
  }

  /// A blank or a line's end, as the engine counts them.
  mutating func separator(_ text: String) {
    self.text += text
    boxes.append(PageText.Box(left: 0, top: 0, right: 0, bottom: 0))
  }

  var page: PageText { EngineText.page(text, boxes) }
}

struct EngineTextTests {
  @Test("Words from left to right pass as they are")
  func plain() {
    var line = EngineLine()
    line.word("one", x: 20)
    #expect(line.page == PageText(text: "one", boxes: line.boxes))
  }

  @Test("The boxes of a Hebrew word follow its letters in the order in which they are spoken")
  func hebrew() {
    var line = EngineLine()
    line.word("םולש", x: 20)
    #expect(line.page.text == "שלום")
    #expect(line.page.boxes.map(\.left) == [38, 32, 26, 20])
  }

  @Test("Words from right to left get the blanks that stand between them, whichever the engine tells")
  func blanks() {
    var line = EngineLine()
    line.word("אב", x: 80)
    line.word("דג", x: 60)
    line.separator(" ")
    line.word("וה", x: 40)
    #expect(line.page.text == "בא גד הו")
    #expect(line.page.boxes[2] == PageText.Box(left: 72, top: 20, right: 80, bottom: 30))
  }

  @Test(
    "A Hebrew phrase in an English line is read from its right, English and numbers in Hebrew from their left"
  )
  func mixed() {
    var english = EngineLine()
    english.word("say", x: 20)
    english.separator(" ")
    english.word("בר", x: 44)
    english.separator(" ")
    english.word("םולש", x: 62)
    english.separator(" ")
    english.word("now", x: 92)
    #expect(english.page.text == "say שלום רב now")
    var hebrew = EngineLine()
    hebrew.word("םולש", x: 92)
    hebrew.word("PDF", x: 68, marked: "\u{202B}\u{202A}PDF\u{202C}\u{202C}")
    hebrew.word("17", x: 50, marked: "\u{202B}\u{202A}17\u{202C}\u{202C}")
    hebrew.word("בר", x: 32)
    #expect(hebrew.page.text == "שלום PDF 17 רב" || hebrew.page.text == "שלום 17 PDF רב")
    #expect(hebrew.page.string(in: 0..<4) == "שלום")
  }

  @Test("A word of both kinds is taken apart where its letters turn")
  func word() {
    var line = EngineLine()
    // As it stands: abc, then the Hebrew letters from left to right.
    line.word("abcםולש", x: 20, marked: "\u{202B}שלום\u{202A}abc\u{202C}\u{202C}")
    #expect(line.page.text == "שלוםabc")
    #expect(line.page.boxes.map(\.left) == [56, 50, 44, 38, 20, 26, 32])
  }

  @Test("Letters that one sign stands for are spoken in the order of its slices")
  func slices() {
    var lamAlef = EngineLine()
    lamAlef.word("لاس", x: 20, marked: "\u{202B}سال\u{202C}", width: 3)
    #expect(lamAlef.page.text == "سلا")
    var cluster = EngineLine()
    cluster.word("حَبيبي", x: 20, width: 1)
    #expect(Array(cluster.page.text.unicodeScalars) == Array("حَبيبي".unicodeScalars))
  }

  @Test("A vowel point that stands before its letter goes behind it")
  func marks() {
    // Bet with a point drawn at the same place, then alef to the left of both.
    let page = EngineText.page(
      "\u{202B}\u{5B8}בא\u{202C}",
      [
        PageText.Box(left: 20, top: 20, right: 26, bottom: 30),
        PageText.Box(left: 26, top: 20, right: 32, bottom: 30),
        PageText.Box(left: 28, top: 20, right: 30, bottom: 30),
      ])
    #expect(Array(page.text.unicodeScalars) == Array("ב\u{5B8}א".unicodeScalars))
  }

  @Test("Lines stay lines, and as many boxes as characters come out, whatever the marks say")
  func lines() {
    var line = EngineLine()
    line.word("בא", x: 80)
    line.separator("\n")
    line.word("דג", x: 80, y: 32)
    #expect(line.page.text == "אב\nגד")
    for torn in ["\u{202B}אב", "אב\u{202C}", "\u{202B}\u{202B}\u{202A}a\u{202C}", "\u{202B}\u{202C}"] {
      let page = EngineText.page(torn, line.boxes)
      #expect(page.boxes.count == page.text.unicodeScalars.count)
    }
    #expect(EngineText.page("\u{202B}אבגד\u{202C}", []).count == 0)
  }

  @Test("The blank in a line that is turned lies between its words")
  func turned() {
    var boxes = [0, 1].map {
      PageText.Box(left: 50, top: Float($0) * 6, right: 60, bottom: Float($0) * 6 + 6)
    }
    boxes.insert(PageText.Box(left: 60, top: 0, right: 50, bottom: 6), at: 1)
    boxes[2].top = 10
    boxes[2].bottom = 16
    let page = EngineText.page("a b", boxes)
    #expect(page.boxes[1] == PageText.Box(left: 50, top: 6, right: 60, bottom: 10))
  }
}
