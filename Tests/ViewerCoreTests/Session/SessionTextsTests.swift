import Testing

@testable import ViewerCore

@Suite struct SessionTextsTests {
  static func text(_ work: [Work]) -> [Int] {
    work.compactMap { if case .text(_, let page) = $0 { page } else { nil } }
  }

  @Test("Without a client nothing is read out, and no words come with the pixels")
  func noClient() {
    let reader = Reader.reading()
    #expect((0..<4).allSatisfy { reader.session.text(of: $0) == nil })
    #expect(!reader.session.harvestsText)
  }

  @Test("A screen reader's words come with the pixels of pages that are drawn for it")
  func harvested() {
    var reader = Reader()
    reader.words = { PageText(text: "page \($0)", boxes: []) }
    reader.handle(.clients(screenReader: true, pagesAsked: []))
    reader.open()
    reader.workAll()
    #expect((0..<4).map { reader.session.text(of: $0)?.text } == (0..<4).map { "page \($0)" })
  }

  @Test("A screen reader that comes later gets the words of visible pages before any look-ahead")
  func lateScreenReader() {
    var reader = Reader.reading()
    reader.words = { PageText(text: "page \($0)", boxes: []) }
    reader.handle(.command(.goTo(page: 10)))
    reader.handle(.clients(screenReader: true, pagesAsked: []))
    // Pixels of what is visible first: they bring the words along.
    let first = reader.take(2)
    #expect(first.compactMap(\.page) == [9, 10])
    for work in first { reader.answer(work) }
    #expect(reader.session.text(of: 9)?.text == "page 9")

    var other = Reader.reading()
    other.words = reader.words
    other.handle(.command(.goTo(page: 10)))
    for work in other.take(2) { other.answer(work) }
    other.handle(.clients(screenReader: true, pagesAsked: []))
    let next = other.take(3)
    #expect(Self.text(next) == [9, 10] && next.last?.page == 11)
  }

  @Test("A page that a client asked for is read after the look-ahead, and once")
  func automation() {
    var reader = Reader.reading()
    reader.words = { PageText(text: "page \($0)", boxes: []) }
    reader.handle(.command(.goTo(page: 10)))
    reader.handle(.clients(screenReader: false, pagesAsked: [15, 15, 200]))
    let work = reader.take()
    #expect(work.last == .text(document: 1, page: 15) && Self.text(work) == [15])
    for work in work { reader.answer(work) }
    #expect(reader.session.text(of: 15)?.text == "page 15")
    reader.workAll()
    #expect(reader.take().isEmpty, "words that are here are served without a worker")
  }

  @Test("Outline and facts are read once, after the first page is there")
  func outlineAndInfo() {
    var reader = Reader()
    reader.readsAlong = false
    reader.outline = [OutlineItem(title: "One", depth: 0, page: 2)]
    reader.info.title = "A title"
    reader.info.labels = ["i"]
    reader.open()
    let first = reader.take()
    #expect(!first.contains(.outline(document: 1)) && !first.contains(.info(document: 1)))
    #expect(reader.session.document.outline == nil && reader.session.document.info == nil)
    reader.workAll()
    #expect(reader.session.document.outline == reader.outline)
    #expect(reader.session.document.title == "A title" && reader.session.document.labels == ["i"])
    reader.handle(.command(.goTo(page: 10)))
    reader.workAll()
    #expect(reader.take().isEmpty)
  }

  @Test("An outline on which the engine hangs is none, and is reported once")
  func hangingOutline() throws {
    var reader = Reader()
    reader.readsAlong = false
    reader.open()
    while let work = reader.take(1).first {
      let isOutline = work == .outline(document: 1)
      reader.answer(work, failing: isOutline ? (.timeout, .deadline) : nil)
    }
    #expect(reader.session.document.outline == [])
    #expect(reader.errors.map(\.code) == [.timeout] && reader.errors.first?.page == nil)
    #expect(reader.session.documentFailure == nil)
  }

  @Test("Links come with a page's first base; those that did not are read after the look-ahead")
  func links() throws {
    var reader = Reader()
    let link = PageLink(left: 0, top: 0, right: 10, bottom: 10, target: .uri("https://a.example"))
    reader.links = { _ in [link] }
    reader.open()
    let first = try #require(reader.take(1).first)
    let key = try #require(first.key)
    #expect(reader.session.harvest(of: key) == .links)
    reader.underWay = []
    guard case .render(_, let bitmap) = first else { return }
    reader.handle(.rendered(key, bitmap, RenderYield()))
    #expect(reader.session.reading.links(of: 0) == nil)
    reader.workAll()
    #expect((0..<4).allSatisfy { reader.session.reading.links(of: $0) == [link] })
  }

  @Test("A render that had to give way is no failure, and is asked for again")
  func givingWay() throws {
    var reader = Reader()
    reader.open()
    for _ in 0..<10 {
      let work = try #require(reader.take(1).first)
      #expect(work.page == 0)
      reader.answer(work, failing: (.cancelled, .foreign))
    }
    #expect(reader.session.stats.counters.rendersFailed == 0)
    #expect(reader.session.stats.counters.rendersCancelled == 10)
    reader.workAll()
    #expect(reader.session.isSharp && reader.errors.isEmpty && reader.lost.isEmpty)
  }

  @Test("Answers about an earlier document are dropped")
  func earlier() {
    var reader = Reader(options: SessionOptions(budget: 256 << 20, sources: 2))
    reader.open()
    reader.workAll()
    reader.handle(.command(.next))
    reader.open()
    reader.handle(.text(document: 1, page: 0, PageText(text: "old", boxes: [])))
    reader.handle(.links(document: 1, page: 9, []))
    reader.handle(.outline(document: 1, [OutlineItem(title: "old", depth: 0, page: 0)]))
    reader.handle(.readFailed(.text(document: 1, page: 0), .timeout, .deadline))
    #expect(reader.session.text(of: 0) == nil && reader.session.reading.links(of: 9) == nil)
    #expect(reader.session.document.outline == nil)
  }
}
