import Testing

@testable import ViewerCore

@Suite struct SessionSelectionTests {
  // MARK: Long press

  @Test("A long press selects the word under the finger, which is told when the finger has lifted")
  func word() {
    var stage = ReadingStage()
    let fox = stage.place(page: 0, line: 1, column: 17)
    stage.press(fox)
    #expect(stage.selected == "fox")
    #expect(stage.highlights(.selection).count == 1)
    #expect(stage.told.isEmpty)
    stage.lift(fox)
    #expect(stage.selected == "fox")
    #expect(stage.told == ["fox"])
    #expect(stage.asked == [0])
  }

  @Test("A press beside all words does nothing")
  func emptiness() {
    var stage = ReadingStage()
    let place = stage.place(page: 0, line: 10, column: 5)
    stage.select(place)
    #expect(stage.selected == nil && stage.told.isEmpty)
    #expect(stage.reader.scene.pages.allSatisfy { $0.highlights.isEmpty })
  }

  @Test("The words of the page are asked for before any render")
  func urgency() {
    var stage = ReadingStage()
    stage.reader.handle(.key(.plus))
    stage.reader.rest()
    stage.press(stage.place(page: 0, line: 1, column: 5), reads: false)
    guard case .text(_, 0) = stage.reader.take(1).first else {
      Issue.record("words come first")
      return
    }
  }

  @Test("Who lifts before the words have come has gone; so has who presses elsewhere meanwhile")
  func lateWords() {
    var stage = ReadingStage()
    let place = stage.place(page: 0, line: 1, column: 5)
    stage.press(place, reads: false)
    stage.reader.touch(.up, place)
    stage.reader.wait(milliseconds: 300)
    stage.read()
    #expect(stage.selected == nil)
    stage.select(place)
    #expect(stage.selected == "quick")
  }

  @Test("The finger of a long press that moves on selects word by word, forwards and back")
  func extending() {
    var stage = ReadingStage()
    let brown = stage.place(page: 0, line: 1, column: 12)
    let over = stage.place(page: 0, line: 2, column: 7)
    let the = stage.place(page: 0, line: 1, column: 1)
    stage.press(brown)
    stage.lead(from: brown, to: over)
    #expect(stage.selected == "brown fox\njumps over")
    stage.lead(from: over, to: the)
    #expect(stage.selected == "the quick brown")
    stage.lift(the)
    #expect(stage.told == ["the quick brown"])
  }

  @Test("A second finger pinches and takes back what the long press began")
  func takenBack() {
    var stage = ReadingStage()
    let brown = stage.place(page: 0, line: 1, column: 12)
    let over = stage.place(page: 0, line: 2, column: 7)
    stage.select(over)
    stage.press(brown)
    #expect(stage.selected == "brown")
    stage.reader.touch(.down, brown + Point(x: 0, y: 300), slot: 1)
    for step in 1...10 {
      stage.reader.wait(milliseconds: 16)
      stage.reader.touch(.move, brown + Point(x: 0, y: 300 + Double(step) * 20), slot: 1)
    }
    #expect(stage.selected == "over")
    #expect(stage.session.viewport.zoom > 1)
    stage.reader.touch(.up, brown, slot: 1)
    stage.reader.touch(.up, brown)
    stage.reader.rest()
    #expect(stage.selected == "over")
  }

  @Test("Switched off, a long press selects nothing")
  func switchedOff() {
    var stage = ReadingStage(options: SessionOptions(budget: 256 << 20, selects: false))
    stage.select(stage.place(page: 0, line: 1, column: 5))
    stage.reader.handle(.command(.selectAll))
    stage.read()
    #expect(stage.selected == nil && stage.asked.isEmpty)
  }

  // MARK: Handles

  @Test("A handle extends by characters, and crosses the other")
  func handles() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    try stage.drag(isStart: false, to: stage.place(page: 0, line: 1, column: 16.5))
    #expect(stage.selected == "brown f")
    try stage.drag(isStart: true, to: stage.place(page: 0, line: 1, column: 11.5))
    #expect(stage.selected == "own f")
    try stage.drag(isStart: true, to: stage.place(page: 0, line: 1, column: 18.5))
    #expect(stage.selected == "ox")
    #expect(stage.session.selectionHandles.handles.map(\.isStart) == [true, false])
    #expect(stage.told == ["brown", "brown f", "own f", "ox"])
  }

  @Test("Where both ends meet the selection stays as it was")
  func meeting() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    try stage.drag(isStart: false, to: stage.place(page: 0, line: 1, column: 9.5))
    #expect(stage.selected?.isEmpty == false)
  }

  @Test("A selection goes on over pages; the words between are asked for as they are needed")
  func pages() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 2, column: 7))
    stage.reader.handle(.command(.zoom(1)))
    stage.reader.drag(from: Point(x: 500, y: 1300), to: Point(x: 500, y: 1120))
    stage.reader.rest()
    stage.read()
    #expect(stage.session.selectionHandles.handles.count == 2)
    try stage.drag(isStart: false, to: stage.place(page: 1, line: 0, column: 5.5))
    #expect(stage.selected == "over the dog\nand page 0 ends\npage 1")
  }

  @Test("A finger at the panel's edge moves the page on and the selection with it, until it lifts")
  func edgeScroll() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    let from = try stage.handle(isStart: false)
    stage.reader.touch(.down, from)
    stage.lead(from: from, to: Point(x: 500, y: 1495))
    #expect(stage.session.nextFrame(after: stage.reader.now) == stage.reader.now)
    for _ in 0..<100 {
      stage.reader.wait(milliseconds: 20)
      stage.read()
    }
    #expect(stage.session.viewport.offset.y > 500)
    let end = try #require(stage.session.selecting.selection).end
    #expect(end.page >= 1)
    stage.lift(Point(x: 500, y: 1495))
    let offset = stage.session.viewport.offset
    stage.reader.wait(milliseconds: 500)
    #expect(stage.session.viewport.offset == offset)
    let told = stage.told.last ?? ""
    #expect(told.hasPrefix("brown fox\njumps over the dog\nand page 0 ends\npage 1"), "\(told)")
  }

  @Test("A second finger zooms while a handle is held, and the selection stays")
  func pinch() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    let from = try stage.handle(isStart: false)
    stage.reader.touch(.down, from)
    stage.lead(from: from, to: from + Point(x: 80, y: 0))
    let selected = stage.selected
    stage.reader.touch(.down, Point(x: 500, y: 900), slot: 1)
    for step in 1...10 {
      stage.reader.wait(milliseconds: 16)
      stage.reader.touch(.move, Point(x: 500, y: 900 + Double(step) * 20), slot: 1)
    }
    stage.reader.touch(.up, Point(x: 500, y: 1100), slot: 1)
    stage.reader.touch(.up, from + Point(x: 80, y: 0))
    stage.reader.rest()
    #expect(stage.session.viewport.zoom > 1)
    #expect(stage.selected == selected && selected == "brown fox")
  }

  @Test("A finger that bounces off a handle for a moment goes on with it")
  func bounce() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    let from = try stage.handle(isStart: false)
    stage.reader.touch(.down, from)
    let far = from + Point(x: 60, y: 200)
    stage.lead(from: from, to: far)
    stage.reader.touch(.up, far)
    stage.reader.wait(milliseconds: 30)
    stage.reader.touch(.down, far)
    stage.lead(from: far, to: from + Point(x: 80, y: 0))
    stage.lift(from + Point(x: 80, y: 0))
    #expect(stage.selected == "brown fox")
    #expect(stage.session.viewport.offset == .zero)
  }

  // MARK: What follows

  @Test("A tap beside the selection clears it and does nothing else; the next tap is a tap again")
  func clearing() {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    let beside = Point(x: 500, y: 1100)
    for isTap in [false, true] {
      stage.reader.forget()
      stage.reader.tap(beside)
      stage.reader.wait(milliseconds: 500)
      #expect(stage.selected == nil)
      #expect(stage.reader.trace.contains { if case .tap = $0 { true } else { false } } == isTap)
    }
    #expect(stage.highlights(.selection).isEmpty)
  }

  @Test("A tap on a handle keeps the selection, and so does a double tap, which zooms")
  func keeping() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    stage.reader.tap(try stage.handle(isStart: true))
    stage.reader.wait(milliseconds: 500)
    #expect(stage.selected == "brown")
    stage.reader.tap(Point(x: 500, y: 900))
    stage.reader.wait(milliseconds: 120)
    stage.reader.tap(Point(x: 500, y: 900))
    stage.reader.rest()
    #expect(stage.selected == "brown" && stage.session.viewport.zoom == 2)
  }

  @Test("It stands on the same words after zoom, scrolling, and another panel")
  func survival() {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    func isOnWord() -> Bool {
      let (start, end) = (
        stage.place(page: 0, line: 1, column: 9.6), stage.place(page: 0, line: 1, column: 14.4)
      )
      return stage.highlights(.selection).contains {
        abs(Double($0.x) - start.x) < 8 && abs(Double($0.maxX) - end.x) < 8
      }
    }
    #expect(isOnWord())
    stage.reader.handle(.command(.zoom(2)))
    stage.reader.rest()
    stage.reader.drag(from: Point(x: 500, y: 700), to: Point(x: 700, y: 1100))
    stage.reader.rest()
    stage.read()
    #expect(isOnWord())
    stage.reader.handle(.panel(Panel(size: PixelSize(width: 1500, height: 1000), dotsPerInch: 160), .quarter))
    stage.reader.handle(.command(.goTo(page: 1)))
    stage.reader.rest()
    stage.read()
    #expect(stage.selected == "brown" && isOnWord())
  }

  @Test("Marks never reach beyond the view, and far from it there are none")
  func marksInView() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    stage.reader.handle(.command(.zoom(4)))
    stage.reader.rest()
    stage.read()
    let screen = PixelRect(size: Reader.panel.size)
    #expect(stage.highlights(.selection).allSatisfy { screen.contains($0) })
    stage.reader.handle(.command(.goTo(page: 4)))
    stage.reader.rest()
    stage.read()
    #expect(stage.highlights(.selection).isEmpty && stage.session.selectionHandles.handles.isEmpty)
    #expect(stage.session.selectionButtons().isEmpty)
    #expect(stage.session.selecting.marks.isEmpty)
  }

  @Test("Another document has no selection")
  func otherDocument() {
    var stage = ReadingStage(options: SessionOptions(budget: 256 << 20, sources: 2))
    stage.select(stage.place(page: 0, line: 1, column: 12))
    stage.reader.handle(.command(.next))
    #expect(stage.selected == nil)
  }

  // MARK: The bar

  @Test("Copy hands out what is selected and says so")
  func copy() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    try stage.tap(.copy)
    #expect(stage.copied == ["brown"])
    #expect(stage.announced == [.copied])
    #expect(stage.reader.trace.allSatisfy { if case .tap = $0 { false } else { true } })
  }

  @Test("All is selected without reading a word more than shows, and copied page by page in order")
  func everything() throws {
    var stage = ReadingStage(pages: 30)
    stage.select(stage.place(page: 0, line: 1, column: 12))
    try stage.tap(.selectAll)
    #expect(stage.session.selecting.selection == TextSelection(pages: 0..<30))
    stage.reader.handle(.action(.copy))
    stage.read()
    let pages = (0..<30).map { page in
      "page \(page) begins here\nthe quick brown fox\njumps over the dog\nand page \(page) ends"
    }
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(stage.copied.count == 1)
    #expect(words(stage.copied.first ?? "") == words(pages.joined(separator: "\n")))
    #expect(stage.asked == Array(0..<30))
  }

  @Test("No more than a megabyte is copied")
  func copyLimit() {
    let line = String(repeating: "häuser ", count: 6_000)
    var stage = ReadingStage(pages: 40) { _ in [line] }
    stage.reader.handle(.command(.selectAll))
    stage.reader.handle(.command(.copy))
    stage.read()
    let bytes = stage.copied.first?.utf8.count ?? 0
    #expect(bytes <= 1 << 20 && bytes > (1 << 20) - 10)
    #expect(stage.asked.count < 30)
  }

  @Test("The bar is hidden while a finger extends the selection and while the page moves")
  func barHides() throws {
    var stage = ReadingStage()
    let brown = stage.place(page: 0, line: 1, column: 12)
    stage.press(brown)
    #expect(stage.session.selectionButtons().isEmpty)
    stage.lift(brown)
    #expect(stage.session.selectionButtons().map(\.0) == [.copy, .selectAll, .searchSelection])
    stage.reader.drag(from: Point(x: 500, y: 1300), to: Point(x: 500, y: 1200), resting: false)
    #expect(stage.session.selectionButtons().isEmpty)
    stage.reader.rest()
    #expect(stage.session.selectionButtons().count == 3)
  }

  @Test("A button darkens under the finger, acts after a long hold too, and not when the finger has left it")
  func pressing() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 12))
    let frame = try #require(stage.session.selectionButtons().first).1
    let place = Point(x: Double(frame.x + 10), y: Double(frame.y + 10))
    func isPressed() -> Bool {
      stage.reader.scene.furniture.contains {
        if case .button(let face) = $0.content { face.isPressed } else { false }
      }
    }
    stage.reader.touch(.down, place)
    stage.reader.wait(milliseconds: 100)
    #expect(isPressed())
    stage.reader.wait(milliseconds: 700)
    stage.reader.touch(.up, place)
    stage.reader.wait(milliseconds: 300)
    stage.read()
    #expect(!isPressed() && stage.copied == ["brown"])
    stage.reader.drag(from: place, to: place + Point(x: 0, y: 300))
    stage.reader.wait(milliseconds: 500)
    stage.read()
    #expect(stage.copied == ["brown"] && stage.selected == "brown")
    #expect(stage.session.viewport.offset == .zero)
  }

  @Test("Search looks for what is selected, on one line")
  func searching() throws {
    var stage = ReadingStage()
    stage.select(stage.place(page: 0, line: 1, column: 17))
    try stage.drag(isStart: false, to: stage.place(page: 0, line: 2, column: 4.5))
    #expect(stage.session.selectionQuery == "fox jumps")
  }
}
