import Testing

@testable import ViewerCore

@Suite struct SessionLayoutTests {
  private static let wide = Panel(size: PixelSize(width: 1500, height: 1000), dotsPerInch: 160)

  private func reading(
    _ style: LayoutStyle, pages: Int = 20, first: Int = 0, sources: Int = 1, limits: ZoomLimits = ZoomLimits()
  ) -> Reader {
    let options = SessionOptions(
      limits: limits, layout: style, firstPage: first, budget: 256 << 20, sources: sources)
    return Reader.reading(pages: pages, options: options, size: SessionSizesTests.mixed)
  }

  @Test(
    "Next and previous go through every page and stop at the ends", arguments: ReadingPropertyTests.styles)
  func steps(style: LayoutStyle) {
    var reader = reading(style)
    func go(_ count: Int) -> [Viewport] {
      var seen: [Viewport] = []
      for _ in 0..<24 {
        reader.session.stepPage(by: count, at: reader.now)
        reader.rest()
        reader.workAll()
        #expect(reader.session.isSharp)
        if seen.last != reader.viewport { seen.append(reader.viewport) }
      }
      return seen
    }
    reader.forget()
    let on = go(1)
    if style.mode != .continuous, style.fit == .page { #expect(reader.session.scroller.isAtEnd) }
    let reported = reader.pagesReported
    #expect(reported == reported.sorted(), "no page is passed twice")
    if style.mode != .continuous {
      #expect(reported == Array(2...20) && on.count == 19)
    } else {
      #expect(reader.session.visiblePages.contains(19))
    }
    let back = go(-1)
    #expect(reader.session.pageNumber == 1 && back.count >= (style.mode == .continuous ? 1 : 19))
  }

  @Test(
    "Every page that is gone to is in view at once, and nothing else is said",
    arguments: ReadingPropertyTests.styles)
  func goTo(style: LayoutStyle) {
    var reader = reading(style)
    for page in [7, 20, 1, 13] {
      reader.forget()
      reader.handle(.command(.goTo(page: page)))
      #expect(reader.session.visiblePages.contains(page - 1))
      if style.mode != .continuous { #expect(reader.pagesReported == [page]) }
      let layout = reader.session.document.layout
      let leading = layout.leading(page - 1, zoom: 1)
      let bounds = reader.session.scroller.bounds[style.axis]
      let expected = min(max(leading, bounds.lowerBound), bounds.upperBound)
      #expect(abs(reader.viewport.offset[style.axis] - expected) < 0.01)
    }
  }

  @Test(
    "Home and End are the ends in the order of reading, and the end is said",
    arguments: ReadingPropertyTests.styles)
  func ends(style: LayoutStyle) {
    var reader = reading(style)
    reader.handle(.key(.end))
    reader.rest()
    let ends = reader.trace.compactMap { if case .viewport(_, _, _, _, let end) = $0 { end } else { nil } }
    #expect(ends.last == true && reader.session.visiblePages.upperBound == 20)
    reader.handle(.key(.home))
    reader.rest()
    #expect(reader.session.visiblePages.lowerBound == 0 && !reader.session.scroller.isAtEnd)
  }

  @Test(
    "Page Down, Page Up and the wheel read on and back, whichever way that is",
    arguments: ReadingPropertyTests.styles)
  func readingKeys(style: LayoutStyle) {
    var reader = reading(style)
    let layout = reader.session.document.layout
    func progress() -> Double { reader.viewport.offset[style.axis] * (style.isRightToLeft ? -1 : 1) }
    var last = progress()
    for event in [SessionEvent.key(.pageDown), .wheel(notches: 1, at: .zero)] {
      let before = reader.session.currentPage
      for _ in 0..<3 {
        reader.handle(event)
        reader.rest()
      }
      #expect(progress() > last || reader.session.currentPage > before)
      last = progress()
    }
    for _ in 0..<40 {
      reader.handle(.key(.pageUp))
      reader.rest()
    }
    #expect(reader.session.currentPage == 0 && layout.count == 20)
  }

  @Test(
    "Another panel, the keyboard and another arrangement keep page and zoom",
    arguments: ReadingPropertyTests.styles)
  func kept(style: LayoutStyle) {
    var reader = reading(style, limits: ZoomLimits(minimum: 0.5))
    reader.handle(.command(.goTo(page: 12)))
    reader.workAll()
    for zoom in [1.0, 2.5] {
      reader.handle(.command(.zoom(zoom)))
      reader.rest()
      reader.handle(.command(.goTo(page: 12)))
      reader.rest()
      reader.forget()
      reader.handle(.panel(Self.wide, .none))
      #expect(reader.session.visiblePages.contains(11) && reader.viewport.zoom == zoom)
      reader.session.setObscured(bottom: 400, at: reader.now)
      reader.collect()
      #expect(reader.viewport.size == PixelSize(width: 1500, height: 600))
      #expect(reader.session.visiblePages.contains(11) && reader.viewport.zoom == zoom)
      reader.session.arrange(LayoutStyle(mode: .paged, axis: .horizontal, fit: .page), at: reader.now)
      #expect(reader.session.visiblePages.contains(11))
      reader.session.arrange(style, at: reader.now)
      reader.session.setObscured(bottom: 0, at: reader.now)
      reader.handle(.panel(Reader.panel, .none))
      #expect(reader.session.visiblePages.contains(11) && reader.viewport.zoom == zoom)
      if style.mode != .continuous { #expect(reader.pagesReported.allSatisfy { $0 == 12 }) }
      reader.rest()
      reader.workAll()
      #expect(reader.lost.isEmpty && reader.session.isSharp)
    }
  }

  @Test("Where the keyboard covers the lower edge, what is above it stays, and there is more to scroll")
  func keyboard() {
    var reader = reading(LayoutStyle())
    reader.handle(.key(.end))
    reader.rest()
    let before = reader.viewport.offset
    let frame = reader.scene.pages.first?.frame
    reader.session.setObscured(bottom: 600, at: reader.now)
    #expect(reader.viewport.offset == before && reader.scene.pages.first?.frame == frame)
    #expect(reader.scene.size == Reader.panel.size)
    #expect(!reader.session.scroller.isAtEnd)
    reader.handle(.key(.end))
    #expect(reader.viewport.offset.y == before.y + 600)
    let seen = PixelRect(size: reader.viewport.size)
    #expect(reader.scene.pages.allSatisfy { $0.frame.intersects(seen) })
    #expect(reader.scene.furniture.allSatisfy { seen.contains($0.frame) })
    reader.session.setObscured(bottom: 0, at: reader.now)
    #expect(reader.viewport.offset == before)
  }

  @Test("In a single layout no finger moves the page, touches are told, and no other page is drawn")
  func single() {
    var reader = reading(LayoutStyle(mode: .single, fit: .page), first: 4)
    let before = reader.viewport
    #expect(Set(reader.lastPlan.map(\.page)) == [4])
    reader.forget()
    reader.drag(from: Point(x: 500, y: 1200), to: Point(x: 500, y: 300), milliseconds: 80, resting: false)
    reader.rest()
    reader.tap(Point(x: 500, y: 700))
    reader.wait(milliseconds: 400)
    reader.tap(Point(x: 500, y: 700))
    reader.wait(milliseconds: 120)
    reader.tap(Point(x: 500, y: 700))
    reader.rest()
    #expect(reader.viewport == before)
    let kinds = reader.trace.compactMap { if case .gesture(let it) = $0 { it.kind } else { nil } }
    #expect(kinds == [.fling, .tap, .doubleTap])
    #expect(reader.trace.contains { if case .tap(_, let page, _) = $0 { page == 5 } else { false } })
    reader.handle(.key(.pageDown))
    #expect(reader.session.pageNumber == 6)
    reader.workAll()
    #expect(Set(reader.lastPlan.map(\.page)) == [5] && reader.scene.pages.map(\.page) == [5])
  }

  @Test("A place on a page is shown where it is asked for", arguments: ReadingPropertyTests.styles)
  func places(style: LayoutStyle) {
    var reader = reading(style)
    reader.handle(.command(.zoom(3)))
    reader.rest()
    let size = SessionSizesTests.mixed(9)
    for share in [0, 0.3] {
      let place = PagePlace(page: 9, x: size.width * 0.4, y: size.height * 0.5, share: share)
      reader.session.show(place, at: reader.now)
      let point = Point(x: size.width * 0.4, y: size.height * 0.5)
      let frame = reader.session.document.layout.frame(of: 9)
      let shown = Point(
        x: (Double(frame.x) + point.x / size.width * Double(frame.width)) * 3,
        y: (Double(frame.y) + point.y / size.height * Double(frame.height)) * 3)
      let seen = shown - reader.viewport.offset
      #expect(seen.x >= -1 && seen.y >= -1 && seen.x <= 1001 && seen.y <= 1501)
    }
    for bad in [Double.nan, .infinity, -1e300, 1e300] {
      reader.session.show(PagePlace(page: 9, x: bad, y: bad), at: reader.now)
      #expect(reader.session.visiblePages.contains(9))
    }
  }

  @Test("A page that is asked for while the document opens is shown when it is open, alone")
  func goToWhileOpening() {
    var reader = Reader(pages: 3000, size: SessionSizesTests.mixed)
    reader.handle(.command(.goTo(page: 2500)))
    reader.open()
    reader.workAll()
    reader.rest()
    #expect(reader.pagesReported.count == 1 && reader.errors.isEmpty)
    let layout = reader.session.document.layout
    #expect(reader.viewport.offset.y == Double(layout.frame(of: 2499).y))
    var short = Reader(pages: 3)
    short.handle(.command(.goTo(page: 4)))
    short.open()
    #expect(short.errors.map(\.page) == [4] && short.session.pageNumber == 1)
  }

  @Test("A finger that is down before the document is there turns the page that it opens with")
  func touchedWhileOpening() throws {
    let style = LayoutStyle(mode: .paged, axis: .horizontal, fit: .page)
    var reader = Reader(options: SessionOptions(layout: style, firstPage: 5, budget: 256 << 20))
    reader.open()
    let sizes = try #require(reader.take().first)
    reader.touch(.down, Point(x: 900, y: 700))
    reader.answer(sizes)
    #expect(reader.session.pageNumber == 6)
    for step in 1...10 {
      reader.wait(milliseconds: 16)
      reader.touch(.move, Point(x: 900 - Double(step) * 60, y: 700))
    }
    reader.touch(.up, Point(x: 300, y: 700))
    reader.rest()
    #expect(reader.session.pageNumber == 7)
  }

  @Test("Where sizes on the way cannot be had the page is gone to all the same")
  func goToWithoutSizes() {
    var reader = Reader(pages: 3000, options: SessionOptions(firstPage: 2000, budget: 256 << 20))
    reader.open()
    let work = reader.take()
    #expect(work.count == 1 && work[0].key == nil)
    reader.answer(work[0], failing: (.timeout, .deadline))
    #expect(reader.session.pageNumber == 2001)
  }

  @Test("Whoever moves the page has changed their mind about where to go")
  func changedMind() {
    var reader = Reader(pages: 3000, size: SessionSizesTests.mixed)
    reader.open()
    reader.handle(.command(.goTo(page: 2500)))
    #expect(reader.session.pageNumber == 1)
    reader.handle(.key(.down))
    reader.rest()
    reader.workAll()
    #expect(reader.session.pageNumber == 1 && reader.viewport.offset.y > 0)
  }

  @Test("On the horizontal axis a sideways swipe turns pages, not documents; elsewhere it turns documents")
  func documents() {
    for axis in Axis.allCases {
      var reader = reading(LayoutStyle(mode: .paged, axis: axis, fit: .page), sources: 3)
      reader.drag(from: Point(x: 800, y: 700), to: Point(x: 200, y: 700), milliseconds: 100, resting: false)
      reader.rest()
      #expect(reader.document == (axis == .vertical ? 2 : 1))
      if axis == .horizontal { #expect(reader.session.pageNumber == 2) }
    }
  }

  @Test("Scroll indicators show the axis there is to scroll, and where", arguments: [false, true])
  func indicators(rtl: Bool) {
    var reader = reading(LayoutStyle(mode: .paged, axis: .horizontal, fit: .page, isRightToLeft: rtl))
    reader.session.stepPage(by: 1, at: reader.now)
    reader.wait(milliseconds: 300)
    let thumbs = reader.scene.furniture.filter { $0.content == .scrollThumb }
    #expect(thumbs.count == 1)
    guard let frame = thumbs.first?.frame else { return }
    #expect(frame.width > frame.height)
    #expect(rtl ? frame.x > 800 : frame.x < 200)
  }

  @Test(
    "Forty thousand pages open, jump to the middle and scroll to the end",
    arguments: ReadingPropertyTests.styles)
  func manyPages(style: LayoutStyle) {
    guard style.fit == .page else { return }
    var reader = Reader.reading(
      pages: 40_000, options: SessionOptions(layout: style, budget: 256 << 20))
    reader.handle(.command(.goTo(page: 20_000)))
    #expect(reader.session.pageNumber == 20_000)
    reader.handle(.key(.end))
    reader.rest()
    reader.workAll()
    #expect(reader.session.pageNumber == 40_000 && reader.session.isSharp && reader.session.scroller.isAtEnd)
  }
}
