import Testing

@testable import ViewerCore

@Suite struct SessionWorkTests {
  @Test(
    "An opened document is planned from its first page on; the visible ones come first, then sizes, then look-ahead"
  )
  func opening() {
    var reader = Reader()
    #expect(reader.take().isEmpty)
    reader.open()
    #expect(reader.pagesReported == [1])
    let first = reader.take()
    #expect(reader.lastPlan.map(\.page) == [0, 1, 2, 3])
    #expect(
      first == [
        .render(reader.lastPlan[0], into: BitmapID(number: 1)), .sizes(document: 1, first: 1, count: 19),
      ])
    reader.answer(first[1])
    #expect(reader.take().map(\.page) == [1, 2, 3])
    #expect(reader.take().isEmpty, "nothing is handed out twice")
    for work in reader.underWay.reversed() { reader.answer(work) }
    #expect(reader.take().isEmpty)
    #expect(reader.scene.pages.map(\.quality) == [.sharp, .sharp])
    #expect(reader.session.isSharp && reader.lost.isEmpty)
    #expect(reader.session.stats.counters.rendersDone == 4)
  }

  @Test("Tiles are asked for 80 ms after the view came to rest, and only then")
  func settling() {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(2)))
    reader.wait(milliseconds: 250 + 17)
    #expect(reader.viewport.zoom == 2)
    reader.wait(milliseconds: 60)
    #expect(reader.take().isEmpty)
    reader.wait(milliseconds: 40)
    let work = reader.take()
    #expect(work.first?.key?.kind == .tile)
    #expect(work.dropFirst().allSatisfy { $0.key?.kind == .base && $0.page.map { $0 > 3 } ?? false })
    #expect(reader.scene.pages.map(\.quality) == [.base])
    #expect(!reader.session.isSharp)
    reader.workAll()
    #expect(reader.scene.pages.map(\.quality) == [.sharp])
    #expect(reader.lost.isEmpty)
  }

  @Test("A turn of direction counts from the next plan, and what was planned before never starts")
  func turning() {
    var reader = Reader.reading()
    reader.handle(.command(.goTo(page: 10)))
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 500, y: 500), resting: false)
    reader.take(1)
    #expect(reader.lastPlan.map(\.page).suffix(3) == [11, 12, 8])
    reader.forget()
    reader.drag(from: Point(x: 500, y: 500), to: Point(x: 500, y: 600), resting: false)
    let pages = reader.take().compactMap(\.page)
    #expect(reader.lastPlan.map(\.page).suffix(3) == [8, 7, 11])
    #expect(!pages.contains(12))
    #expect(reader.trace.contains { if case .cancelled(let key) = $0 { key.page == 12 } else { false } })
    #expect(reader.session.stats.counters.rendersCancelled >= 1)
  }

  @Test(
    "Results of an earlier document and tiles of an earlier layout are dropped, and their memory comes back")
  func stale() {
    var reader = Reader(options: SessionOptions(budget: 256 << 20, sources: 2))
    reader.open()
    let old = reader.take()
    reader.underWay = []
    reader.handle(.command(.next))
    #expect(
      reader.effects.contains(.close(document: 1)) && reader.effects.contains(.open(document: 2, source: 1)))
    reader.open()
    reader.workAll()
    let count = reader.session.stats.counters.rendersDone
    for work in old { reader.answer(work) }
    #expect(reader.lost.isEmpty)
    #expect(reader.session.stats.cache.lentBytes == 0)
    #expect(reader.session.stats.counters.rendersDone == count)
    #expect(reader.session.pageCount == 20)
    reader.handle(.opened(document: 1, pages: 3, first: Size(width: 1, height: 1), encrypted: false))
    reader.handle(.openFailed(document: 1, Failure(.damagedDocument, "", "")))
    reader.handle(.sizesFailed(document: 1))
    #expect(reader.session.pageCount == 20 && reader.session.documentFailure == nil)
  }

  @Test("A tile of a layout that is gone is dropped")
  func oldLayout() throws {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(2)))
    reader.rest()
    let tile = try #require(reader.take().first { $0.key?.kind == .tile })
    reader.handle(.panel(Panel(size: PixelSize(width: 900, height: 1500), dotsPerInch: 160), .none))
    reader.answer(tile)
    #expect(reader.trace.last == .render(try #require(tile.key), result: .stale))
    #expect(reader.scene.pages.allSatisfy { $0.tile == nil })
    #expect(reader.lost.isEmpty)
  }

  @Test("A page that fails twice is reported once, has the failure's sentence, and is not asked for again")
  func failures() throws {
    var reader = Reader()
    reader.open()
    for _ in 0..<2 {
      let work = try #require(reader.take().first { $0.page == 0 })
      reader.answer(work, failing: (.pageRenderFailed, .answer))
    }
    reader.workAll()
    #expect(reader.errors.map(\.page) == [1])
    #expect(reader.scene.pages.map(\.quality) == [.failed, .sharp])
    #expect(
      reader.scene.furniture.contains { $0.content == .pageFailure(number: 1, code: .pageRenderFailed) })
    #expect(reader.session.isSharp, "nothing is to come")
    #expect(reader.session.stats.counters.rendersFailed == 2 && reader.lost.isEmpty)
  }

  @Test("A tile that fails leaves the page its base, and the page is as sharp as it will be")
  func failedTile() throws {
    var reader = Reader.reading()
    reader.handle(.command(.zoom(2)))
    reader.rest()
    let work = try #require(reader.take().first { $0.key?.kind == .tile })
    reader.answer(work, failing: (.timeout, .deadline))
    #expect(reader.errors.map(\.code) == [.timeout])
    #expect(reader.take().isEmpty)
    #expect(reader.scene.pages.map(\.quality) == [.base] && reader.session.isSharp)
  }

  @Test("A render killed from outside is taken up again five times")
  func foreignKills() throws {
    var reader = Reader(pages: 1)
    reader.open()
    for _ in 0..<6 {
      let work = try #require(reader.take().first)
      reader.answer(work, failing: (.pageRenderFailed, .foreign))
    }
    #expect(reader.take().isEmpty)
    #expect(reader.errors.count == 1 && reader.lost.isEmpty)
    #expect(reader.session.stats.counters.rendersFailed == 0, "no page has failed")
    reader.session.retry(page: 0)
    reader.workAll()
    #expect(reader.scene.pages.map(\.quality) == [.sharp])
  }

  @Test("A page that has failed is asked for again when somebody wants it, and only then")
  func retry() throws {
    var reader = Reader.reading(pages: 3)
    reader.handle(.command(.zoom(2)))
    reader.rest()
    let tile = try #require(reader.take().first { $0.key?.kind == .tile })
    reader.answer(tile, failing: (.timeout, .deadline))
    #expect(reader.take().isEmpty)
    reader.session.retry(page: 0)
    #expect(reader.take().compactMap(\.key) == [tile.key])
    reader.workAll()
    #expect(reader.scene.pages.map(\.quality) == [.sharp] && reader.lost.isEmpty)
    reader.session.retry(page: 0)
    #expect(reader.take().isEmpty, "nothing to mend")
  }

  @Test("Grey pages take a quarter of the memory, so that more of them are kept")
  func greyPages() {
    var colour = Reader(pages: 60, options: SessionOptions(budget: 40 << 20))
    var grey = Reader(pages: 60, options: SessionOptions(budget: 40 << 20))
    grey.format = { _ in .grey }
    func read(_ reader: inout Reader) -> Int {
      reader.open()
      for page in 1...30 {
        reader.handle(.command(.goTo(page: page)))
        reader.workAll()
        #expect(reader.session.stats.cache.usedBytes <= 40 << 20)
      }
      return (0..<60).count { reader.session.desk.cache.base($0) != nil }
    }
    let (few, many) = (read(&colour), read(&grey))
    #expect(few >= 5 && many > 3 * few)
    #expect(grey.session.stats.cache.greyPages == many && colour.session.stats.cache.greyPages == 0)
    #expect(colour.lost.isEmpty && grey.lost.isEmpty)
  }

  @Test("Memory of pages that go is drawn into again, under another name")
  func reuse() {
    var reader = Reader(pages: 60, options: SessionOptions(budget: 40 << 20))
    reader.open()
    for page in 1...30 {
      reader.handle(.command(.goTo(page: page)))
      reader.workAll()
    }
    let reused = reader.effects.count { if case .reuse = $0 { true } else { false } }
    let freed = reader.effects.count { if case .free = $0 { true } else { false } }
    #expect(reused >= 20 && freed <= 4)
    // Nothing of it reaches the next document.
    reader.handle(.command(.home))
    reader.session.open(source: 0, at: reader.now)
    reader.collect()
    #expect(reader.lent == reader.freed && reader.session.desk.cache.usedBytes == 0)
  }

  @Test("A very long page gets tiles at zoom 1, for its base is capped")
  func longPage() {
    var reader = Reader.reading(pages: 2, size: { _ in Size(width: 500, height: 5000) })
    let work = reader.take().compactMap(\.key)
    #expect(work.first?.kind == .tile && reader.viewport.zoom == 1)
    reader.workAll()
    #expect(reader.scene.pages.map(\.quality) == [.sharp])
    let base = reader.session.desk.cache.base(0)?.key.resolution
    #expect(base.map { $0.area <= 2 * Reader.panel.size.area } == true)
    let least = 4 * (base?.area ?? 0) + 4 * Reader.panel.size.area
    #expect(reader.session.desk.cache.pool.limit >= least, "a viewport of tiles beside the base")
  }

  @Test("A base that was overtaken by the one that is wanted now does not replace it")
  func overtaken() throws {
    var reader = Reader.reading(
      options: SessionOptions(limits: ZoomLimits(minimum: 0.1), budget: 256 << 20))
    reader.handle(.panel(nil, .none))
    reader.handle(.panel(Reader.panel, .none))
    let late = try #require(reader.take(1).first)
    reader.handle(.command(.zoom(0.4)))
    reader.rest()
    let wanted = try #require(reader.take().first { $0.page == late.page })
    #expect(wanted.key?.resolution != late.key?.resolution)
    reader.answer(wanted)
    reader.answer(late)
    let page = try #require(late.page)
    #expect(reader.session.desk.cache.base(page)?.key == wanted.key)
    #expect(reader.lost.isEmpty)
  }

  @Test("A page out of sight that does not fit pushes nothing out")
  func tightBudget() {
    let base = 4032 * 1400
    var reader = Reader.reading(options: SessionOptions(budget: 2 * base + base / 2))
    reader.handle(.command(.goTo(page: 10)))
    reader.workAll()
    #expect(reader.session.stats.cache.usedBytes <= 2 * base + base / 2)
    #expect(reader.session.isSharp && reader.lost.isEmpty)
    let before = reader.session.desk.cache.base(9)?.bitmap
    reader.rest()
    reader.workAll()
    #expect(reader.session.desk.cache.base(9)?.bitmap == before)
  }

  @Test("Pages that come into view count as hits where their pixels are there, as misses where not")
  func hits() {
    var reader = Reader.reading()
    #expect(reader.session.stats.counters.cacheHits == 0 && reader.session.stats.counters.cacheMisses == 2)
    reader.handle(.key(.pageDown))
    reader.rest()
    #expect(reader.session.stats.counters.cacheHits == 1 && reader.session.stats.counters.cacheMisses == 2)
    reader.handle(.command(.goTo(page: 15)))
    #expect(reader.session.stats.counters.cacheHits == 1 && reader.session.stats.counters.cacheMisses == 4)
  }
}
