import Testing

@testable import ViewerCore

@Suite struct SessionReadingTests {
  @Test(
    "A drag moves the page as far as the finger went, and the view is reported 100 ms after it came to rest")
  func drag() {
    var reader = Reader.reading()
    reader.forget()
    reader.drag(from: Point(x: 500, y: 1000), to: Point(x: 500, y: 700))
    #expect(reader.viewport.offset.y == 300)
    reader.rest()
    #expect(reader.settledViews == 1)
    #expect(
      reader.trace.contains(
        .viewport(page: 1, point: Point(x: 0, y: 150), zoom: 1, visible: [1, 2], atEnd: false)))
    #expect(reader.trace.contains { if case .gesture(let it) = $0 { it.kind == .drag } else { false } })
  }

  @Test("The current page is the one with the largest visible area, the earlier on a tie, said once")
  func currentPage() {
    // A page is 1400 px, the gap 8: at 654 both show 746 px.
    var reader = Reader.reading()
    reader.forget()
    for (offset, page) in [(600, 1), (653, 1), (654, 1), (655, 2), (700, 2), (654, 1)] {
      reader.session.move(at: reader.now) { $0.jump(to: Point(x: 0, y: Double(offset)), zoom: 1) }
      reader.collect()
      #expect(reader.session.pageNumber == page, "at \(offset)")
    }
    #expect(reader.pagesReported == [2, 1])
  }

  @Test("The point that is reported lies on the page that is reported with it")
  func reportedPoint() {
    var reader = Reader.reading()
    reader.session.move(at: reader.now) { $0.jump(to: Point(x: 0, y: 1000), zoom: 1) }
    reader.rest()
    #expect(
      reader.trace.contains(
        .viewport(page: 2, point: Point(x: 0, y: -204), zoom: 1, visible: [1, 2], atEnd: false)))
  }

  @Test("At the end the view says so, at any zoom", arguments: [1.0, 1.1, 1.37, 2.7, 8])
  func atEnd(zoom: Double) {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(zoom)))
    reader.rest()
    reader.handle(.key(.end))
    reader.forget()
    reader.rest()
    reader.handle(.key(.up))
    reader.rest()
    let ends = reader.trace.compactMap { if case .viewport(_, _, _, _, let end) = $0 { end } else { nil } }
    #expect(ends == [true, false])
  }

  @Test(
    "A double tap enlarges and another one goes back, at the very end of the document as anywhere",
    arguments: [false, true])
  func doubleTap(atEnd: Bool) {
    var reader = Reader.reading(options: SessionOptions(limits: ZoomLimits(minimum: 0.7), budget: 256 << 20))
    if atEnd { reader.handle(.key(.end)) }
    reader.rest()
    for zoom in [ZoomLimits(minimum: 0.7).minimum, 2] {
      reader.tap(Point(x: 400, y: 900))
      reader.wait(milliseconds: 120)
      reader.tap(Point(x: 400, y: 900))
      reader.rest()
      #expect(reader.viewport.zoom == zoom)
    }
  }

  @Test("When the touches are over, a tap that waits for a second one is a tap; a finger that is down is not")
  func touchesEnded() {
    var reader = Reader.reading()
    reader.tap(Point(x: 100, y: 500))
    reader.handle(.touchesEnded)
    reader.wait(milliseconds: 400)
    #expect(reader.trace.contains { if case .tap = $0 { true } else { false } })
    reader.forget()
    reader.touch(.down, Point(x: 100, y: 500))
    reader.handle(.touchesEnded)
    reader.wait(milliseconds: 400)
    #expect(!reader.trace.contains { if case .tap = $0 { true } else { false } })
  }

  @Test("A tap says where on the page it was")
  func tap() {
    var reader = Reader.reading()
    reader.session.move(at: reader.now) { $0.jump(to: Point(x: 0, y: 1000), zoom: 1) }
    reader.tap(Point(x: 100, y: 500))
    reader.rest()
    reader.tap(Point(x: 100, y: 404))
    reader.rest()
    let taps = reader.trace.compactMap {
      if case .tap(_, let page, let point) = $0 { (page, point) } else { nil }
    }
    #expect(taps.map(\.0) == [2, nil])
    #expect(taps.first?.1 == Point(x: 50, y: 46))
  }

  @Test("A wheel turned towards the reader reads on")
  func wheel() {
    var reader = Reader.reading()
    reader.handle(.wheel(notches: 2, at: .zero))
    reader.rest()
    #expect(reader.viewport.offset.y == 96)
  }

  @Test("Keys and commands go where they say", arguments: [1.0, 3.0])
  func goTo(zoom: Double) {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(zoom)))
    reader.rest()
    reader.handle(.command(.goTo(page: 8)))
    #expect(reader.viewport.offset.y == 7 * 1408 * zoom && reader.session.pageNumber == 8)
    reader.handle(.command(.goTo(page: 21)))
    reader.handle(.command(.goTo(page: 0)))
    #expect(reader.errors.map(\.page) == [21, 0])
    #expect(reader.session.pageNumber == 8)
    reader.handle(.command(.home))
    #expect(reader.viewport.offset == .zero && reader.viewport.zoom == 1)
    reader.handle(.key(.pageDown))
    reader.handle(.key(.pageDown))
    reader.rest()
    #expect(reader.viewport.offset.y == 2 * 0.9 * 1500)
  }

  @Test("A first page beyond the end fails; one inside is shown at its top, whatever the smallest zoom")
  func firstPage() {
    var reader = Reader(
      options: SessionOptions(limits: ZoomLimits(minimum: 1.5), firstPage: 4, budget: 256 << 20))
    reader.open()
    #expect(reader.scene.pages.isEmpty, "page 1 is not shown on the way")
    let sizes = reader.take()
    #expect(sizes == [.sizes(document: 1, first: 1, count: 19)])
    reader.answer(sizes[0])
    #expect(reader.pagesReported == [5] && reader.session.pageNumber == 5)
    #expect(reader.viewport.content(at: .zero).y == 4 * 1408)
    var short = Reader(pages: 3, options: SessionOptions(firstPage: 3, budget: 256 << 20))
    short.open()
    #expect(short.session.documentFailure?.code == .pageOutOfRange)
    #expect(short.errors.map(\.page) == [4])
    #expect(short.take().isEmpty)
    #expect(short.scene.furniture.count == 1)
  }

  @Test("A swipe sideways turns to the next document and back, from one that does not open, too")
  func documents() {
    var reader = Reader.reading(options: SessionOptions(budget: 256 << 20, sources: 3))
    reader.handle(.command(.zoom(2)))
    reader.rest()
    reader.handle(.command(.next))
    reader.handle(.openFailed(document: 2, Failure(.damagedDocument, "a.pdf", "is damaged")))
    #expect(reader.scene.furniture.count == 1)
    reader.drag(from: Point(x: 800, y: 700), to: Point(x: 200, y: 700), milliseconds: 100, resting: false)
    #expect(
      reader.effects.last { if case .open = $0 { true } else { false } } == .open(document: 3, source: 2))
    reader.open()
    reader.wait(milliseconds: 400)
    reader.drag(from: Point(x: 200, y: 700), to: Point(x: 800, y: 700), milliseconds: 100, resting: false)
    #expect(
      reader.effects.last { if case .open = $0 { true } else { false } } == .open(document: 4, source: 1))
    #expect(reader.viewport.zoom == 1)
    #expect(reader.session.scroller.direction == 1)
  }

  @Test("A single document has no next one and stays open")
  func single() {
    var reader = Reader.reading()
    reader.forget()
    reader.handle(.command(.next))
    reader.handle(.command(.previous))
    #expect(reader.effects.isEmpty && reader.document == 1)
  }

  @Test("A document without pages is an empty one, not a crash")
  func empty() {
    var reader = Reader(pages: 0)
    reader.open()
    #expect(reader.session.documentFailure?.code == .emptyDocument)
    #expect(reader.scene.pages.isEmpty && reader.take().isEmpty)
  }

  @Test("Documents of one page and of forty thousand open, plan and end", arguments: [1, 40_000])
  func extremes(pages: Int) {
    var reader = Reader.reading(pages: pages)
    reader.handle(.key(.end))
    reader.rest()
    reader.workAll()
    #expect(reader.session.pageNumber == pages)
    #expect(reader.lastPlan.count <= 14 && reader.session.isSharp)
    #expect(reader.session.document.sizes.allKnown)
  }
}
