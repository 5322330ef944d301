import Testing

@testable import ViewerCore

@Suite("From one document to another") struct SessionChangeTests {
  static func reading() -> Reader {
    Reader.reading(options: SessionOptions(budget: 256 << 20, sources: 3))
  }

  static func opened(_ reader: Reader) -> [Int] {
    reader.effects.compactMap { if case .open(_, let source) = $0 { source } else { nil } }
  }

  @Test("The same source again changes nothing; a reload opens it anew")
  func same() {
    var reader = Self.reading()
    reader.forget()
    reader.handle(.command(.open(source: 0)))
    #expect(reader.effects.isEmpty && reader.session.isSharp)
    reader.handle(.command(.reload))
    #expect(Self.opened(reader) == [0] && reader.effects.contains(.close(document: 1)))
    reader.handle(.command(.open(source: 2)))
    #expect(Self.opened(reader) == [0, 2])
  }

  @Test("A source that failed is tried again when it is asked for again")
  func failed() {
    var reader = Self.reading()
    reader.handle(.command(.open(source: 1)))
    reader.handle(.openFailed(document: reader.document, Failure(.damagedDocument, "", "")))
    reader.forget()
    reader.handle(.command(.open(source: 1)))
    #expect(Self.opened(reader) == [1])
  }

  @Test("A document that was opened beside the list lies behind its end")
  func beside() {
    var reader = Self.reading()
    reader.forget()
    reader.handle(.command(.open(source: 7)))
    reader.handle(.command(.next))
    reader.handle(.command(.open(source: 7)))
    reader.handle(.command(.previous))
    reader.handle(.command(.next))
    #expect(Self.opened(reader) == [7, 0, 7, 2, 0])
  }

  @Test("The old pixels stay on the screen, out of reach of fingers, until the new document has some")
  func frozen() {
    var reader = Self.reading()
    let before = reader.scene.pages
    #expect(before.allSatisfy { $0.base != nil })
    reader.handle(.command(.next))
    #expect(reader.scene.pages == before)
    let kept = Set(before.compactMap(\.base))
    #expect(reader.freed.isDisjoint(with: kept) && !reader.freed.isEmpty, "what is not seen goes at once")
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 300))
    reader.tap(Point(x: 500, y: 500))
    reader.wait(milliseconds: 400)
    reader.open()
    #expect(reader.scene.pages == before, "the new document has no pixels yet")
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 300))
    #expect(reader.viewport.offset == .zero)
    for work in reader.take(1) { reader.answer(work) }
    #expect(reader.scene.pages.first?.base != before.first?.base)
    #expect(reader.freed.isSuperset(of: kept))
    reader.workAll()
    #expect(reader.lost.isEmpty && reader.session.isSharp)
  }

  @Test(
    "The old picture goes when the new document cannot be shown",
    arguments: [true, false])
  func failing(whileOpening: Bool) {
    var reader = Self.reading()
    reader.handle(.command(.next))
    if whileOpening {
      reader.handle(.openFailed(document: 2, Failure(.damagedDocument, "", "")))
      #expect(reader.scene.pages.isEmpty && !reader.scene.furniture.isEmpty)
    } else {
      reader.open()
      for work in reader.take(1) { reader.answer(work, failing: (.timeout, .deadline)) }
      #expect(reader.scene.pages.first?.quality == .failed)
    }
    reader.underWay = []
    #expect(reader.session.frozen == nil)
  }

  @Test("A finger that is down when the new document appears does nothing to it")
  func finger() {
    var reader = Self.reading()
    reader.handle(.command(.next))
    reader.touch(.down, Point(x: 500, y: 900))
    reader.open()
    for work in reader.take(1) { reader.answer(work) }
    reader.touch(.move, Point(x: 500, y: 600))
    reader.touch(.move, Point(x: 500, y: 300))
    reader.touch(.up, Point(x: 500, y: 300))
    #expect(reader.viewport.offset == .zero)
    reader.wait(milliseconds: 500)
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 300))
    #expect(reader.viewport.offset.y > 0)
  }

  @Test("No screen, no old picture: it is not kept over a change of the panel", arguments: [true, false])
  func panel(detaches: Bool) {
    var reader = Self.reading()
    reader.handle(.command(.next))
    #expect(reader.session.isFrozen)
    reader.handle(.panel(detaches ? nil : Reader.panel, detaches ? .none : .quarter))
    #expect(!reader.session.isFrozen)
    reader.handle(.panel(Reader.panel, .none))
    reader.open()
    reader.workAll()
    #expect(reader.lost.isEmpty)
  }

  @Test("Through a thousand changes every bitmap comes back, and nothing of a document outlives it")
  func thousand() {
    var reader = Reader(pages: 3, options: SessionOptions(budget: 256 << 20, sources: 2))
    let link = PageLink(left: 0, top: 0, right: 1, bottom: 1, target: .page(2, x: nil, y: nil))
    reader.links = { _ in [link] }
    for number in 1...1000 {
      #expect(reader.document == number)
      reader.open()
      // Some are left before they have shown anything, some in the middle of their work.
      let work = reader.take(number % 4)
      if number % 2 == 0 { for work in work { reader.answer(work) } }
      reader.underWay = []
      let lent = work
      reader.handle(.command(.next))
      if number % 2 == 1 {
        for work in lent { reader.answer(work, failing: (.cancelled, .foreign)) }
      }
      reader.forget()
    }
    reader.open()
    reader.workAll()
    #expect(reader.lost.isEmpty)
    #expect(reader.session.stats.cache.lentBytes == 0)
    #expect(reader.session.history == LinkHistory())
  }
}
