import Testing

@testable import ViewerCore

/// Documents that are read while they come from a server.
@Suite struct ComingDocumentTests {
  private static func coming(
    pages: Int = 200, hasLayout: Bool = true, options: SessionOptions = SessionOptions(budget: 256 << 20)
  ) -> Reader {
    var reader = Reader(pages: pages, options: options)
    reader.readsAlong = false
    reader.handle(
      .opened(
        document: 1, pages: pages, first: reader.size(0), encrypted: false, linearised: hasLayout,
        isComing: true))
    return reader
  }

  private static func sizes(_ work: [Work]) -> [Int] {
    work.compactMap { work in
      guard case .sizes(_, let first, let count) = work, count == 1 else { return nil }
      return first
    }
  }

  @Test("Sizes are asked for one by one, of pages that are about to be seen")
  func sizes() {
    var reader = Self.coming()
    var asked: Set<Int> = []
    while true {
      let work = reader.take()
      if work.isEmpty { break }
      asked.formUnion(Self.sizes(work))
      for work in work { reader.answer(work) }
    }
    #expect(asked == [1, 2, 3])
    reader.rest()
    reader.workAll()
    #expect(reader.session.isSharp)
    #expect(reader.session.document.sizes.firstUnknown < 20)
  }

  @Test("A page far away is shown at once, before anybody knows where it lies")
  func goTo() {
    var reader = Self.coming()
    for work in reader.take() { reader.answer(work) }
    reader.handle(.command(.goTo(page: 150)))
    #expect(reader.session.pageNumber == 150)
    let work = reader.take(1)
    #expect(work == [.sizes(document: 1, first: 149, count: 1)])
    reader.answer(work[0])
    #expect(reader.take(1).first?.page == 149 && reader.session.pageNumber == 150)
  }

  @Test("Where all pages are as large as the first, none is asked for its size")
  func uniform() {
    var options = SessionOptions(budget: 256 << 20)
    options.uniformPages = true
    var reader = Self.coming(options: options)
    let work = reader.take()
    #expect(Self.sizes(work).isEmpty && work.compactMap(\.page).contains(1))
  }

  @Test("Outline, labels and a search wait for the whole document", arguments: [true, false])
  func waiting(hasLayout: Bool) {
    var reader = Self.coming(hasLayout: hasLayout)
    reader.workAll()
    reader.rest()
    reader.workAll()
    #expect(!reader.session.wantsWhole)
    reader.handle(.command(.search("word")))
    #expect(reader.session.wantsWhole)
    let early = reader.take()
    #expect(
      early.allSatisfy { work in
        if case .links = work { return hasLayout }
        return false
      })
    for work in early { reader.answer(work) }
    reader.handle(.whole(document: 1))
    #expect(!reader.session.wantsWhole)
    let work = reader.take()
    #expect(work.contains(.outline(document: 1)) && work.contains(.info(document: 1)))
    #expect(work.contains { if case .words = $0 { true } else { false } })
    #expect(work.contains { if case .sizes(_, _, let count) = $0 { count > 1 } else { false } })
  }

  @Test("A starving page is given to no worker until it is fed, and is not urgent meanwhile")
  func starving() throws {
    var reader = Self.coming()
    let first = try #require(reader.take(1).first)
    guard case .render(let key, let bitmap) = first else {
      Issue.record("the first page is drawn first")
      return
    }
    reader.underWay = []
    reader.handle(.starved(document: 1, page: 0))
    reader.handle(.renderFailed(key, bitmap, .cancelled, .foreign))
    #expect(!reader.take().contains { $0.page == 0 })
    #expect(reader.session.document.isStarving(0))
    for work in reader.underWay { reader.answer(work) }
    _ = reader.take()
    #expect(reader.session.urgency == nil)
    reader.handle(.fed(document: 1, page: 0))
    #expect(reader.session.urgency?.pixels == true)
    #expect(reader.take(1).first?.page == 0)
  }

  @Test("A size that had to give way is asked for again, and counts as no failure")
  func sizeGaveWay() {
    var reader = Self.coming()
    for _ in 0..<20 {
      let work = reader.take()
      reader.underWay = []
      #expect(Self.sizes(work) == [1])
      reader.handle(.sizesFailed(document: 1, gaveWay: true))
    }
    #expect(!reader.session.document.sizing.estimatesStand)
  }

  @Test("A page on the screen whose size nobody asks for is urgent")
  func urgentSize() {
    var reader = Self.coming()
    for work in reader.take() where work.page == 0 { reader.answer(work) }
    // Its size is under way.
    #expect(reader.session.urgency == nil)
    reader.handle(.command(.goTo(page: 100)))
    reader.session.replan()
    #expect(reader.session.urgency?.pixels == true)
  }

  @Test("A document that has changed on its server is opened anew, at the page that was read")
  func changed() {
    var reader = Self.coming()
    reader.workAll()
    reader.handle(.command(.goTo(page: 50)))
    reader.handle(.changed(document: 1))
    #expect(reader.effects.contains(.open(document: 2, source: 0)))
    reader.handle(
      .opened(
        document: 2, pages: 60, first: reader.size(0), encrypted: false, linearised: true, isComing: true))
    #expect(reader.session.pageNumber == 50)
  }
}
