import Testing

@testable import ViewerCore

@Suite struct SessionSizesTests {
  /// Pages of many shapes, 100 to 1400 px high.
  @Sendable static func mixed(_ page: Int) -> Size {
    page == 0 ? Size(width: 500, height: 700) : Size(width: 500, height: Double(50 + page * 37 % 650))
  }

  @Test(
    "Sizes that arrive late keep the page point at the panel's top in its place",
    arguments: [1.0, 1.7, 3, 8], [0, 300, 4321])
  func anchored(zoom: Double, place: Int) throws {
    var reader = Reader(pages: 50, size: Self.mixed)
    reader.open()
    reader.session.move(at: reader.now) { $0.jump(to: Point(x: 10, y: Double(place) * zoom), zoom: zoom) }
    let layout = reader.session.document.layout
    let top = reader.viewport.content(at: .zero).y
    let page = layout.page(at: top)
    let share = (top - Double(layout.frame(of: page).y)) / Double(layout.frame(of: page).height)
    let sizes = try #require(reader.take().first { $0.key == nil })
    reader.answer(sizes)
    let frame = reader.session.document.layout.frame(of: page)
    #expect(frame.height != 1400 || page == 0)
    let expected = Double(frame.y) + share * Double(frame.height)
    #expect(abs(reader.viewport.content(at: .zero).y - expected) < 0.01)
    #expect(
      reader.viewport.zoom == Viewport.quantised(zoom: zoom)
        && reader.viewport.offset.x == (zoom == 1 ? 0 : 10))
    reader.workAll()
    #expect(reader.session.isSharp || zoom > 1)
    #expect(reader.lost.isEmpty)
  }

  @Test("While the page moves or is held sizes wait; then they come in at once")
  func deferred() throws {
    var reader = Reader(pages: 50, size: Self.mixed)
    reader.open()
    let sizes = try #require(reader.take().first { $0.key == nil })
    reader.touch(.down, Point(x: 500, y: 1000))
    reader.answer(sizes)
    reader.wait(milliseconds: 50)
    #expect(reader.session.document.layout.frame(of: 1).height == 1400)
    for step in 1...10 {
      reader.wait(milliseconds: 8)
      reader.touch(.move, Point(x: 500, y: 1000 - Double(step) * 40))
    }
    reader.touch(.up, Point(x: 500, y: 600))
    reader.wait(milliseconds: 50)
    #expect(reader.session.scroller.isMoving)
    #expect(reader.session.document.layout.frame(of: 1).height == 1400)
    #expect(reader.take().allSatisfy { $0.key != nil }, "no other batch while one waits")
    reader.rest()
    #expect(reader.session.document.layout.frame(of: 1).height == 2 * (50 + 37))
  }

  @Test("A page that was gone to stays at the top while sizes above it come in, until the reader moves on")
  func goal() throws {
    var reader = Reader(pages: 1500, size: Self.mixed)
    reader.open()
    reader.handle(.command(.goTo(page: 1500)))
    reader.workAll()
    let layout = reader.session.document.layout
    #expect(reader.session.document.sizes.allKnown)
    #expect(reader.viewport.offset.y == Double(min(layout.frame(of: 1499).y, layout.extent.height - 1500)))
    reader.handle(.command(.goTo(page: 1200)))
    #expect(reader.viewport.offset.y == Double(layout.frame(of: 1199).y))
    var first = Reader(
      pages: 1500, options: SessionOptions(firstPage: 1234, budget: 256 << 20), size: Self.mixed)
    first.open()
    first.workAll()
    #expect(first.viewport.offset.y == Double(first.session.document.layout.frame(of: 1234).y))
    #expect(first.session.pageNumber != 0)
  }

  @Test("A page whose size is a guess is not drawn")
  func guesses() {
    var reader = Reader(pages: 50, size: Self.mixed)
    reader.open()
    #expect(reader.take().compactMap(\.page) == [0])
    #expect(reader.take().isEmpty)
    #expect(reader.scene.pages.map(\.quality) == [.placeholder, .placeholder])
    #expect(!reader.session.isSharp)
  }

  @Test("A visible page that waits for its size comes before look-ahead")
  func urgentSizes() {
    var reader = Reader(pages: 1500)
    reader.open()
    reader.handle(.command(.goTo(page: 1001)))
    let first = reader.take()
    #expect(first[0] == .sizes(document: 1, first: 1, count: 1000))
    #expect(first.dropFirst().map(\.page) == [0], "what is seen meanwhile is drawn, nothing else")
    #expect(reader.session.pageNumber == 1)
    reader.answer(first[0])
    // Page 1001 is known now and page 1002, which shows below it, is not.
    let next = reader.take()
    #expect(next.map(\.page) == [1000, nil, 999])
  }

  @Test("Around a page whose size cannot be had the others' sizes come; its estimate stands and it is drawn")
  func oneBadPage() {
    var reader = Reader(pages: 2345, size: Self.mixed)
    reader.open()
    var batches = 0
    while let work = reader.session.nextWork() {
      guard case .sizes(_, let first, let count) = work else {
        reader.underWay.append(work)
        reader.answer(work)
        continue
      }
      batches += 1
      let fails = (first..<first + count).contains(777)
      reader.answer(work, failing: fails ? (.timeout, .deadline) : nil)
      reader.wait(milliseconds: 20)
    }
    #expect(reader.session.document.sizes.allKnown)
    #expect(batches < 60)
    #expect(reader.session.document.sizes[777] == Size(width: 500, height: 700))
    #expect(reader.session.document.sizes[778] == Self.mixed(778))
  }

  @Test("A worker that can tell no sizes is asked a dozen times, then every page is drawn by its estimate")
  func noSizes() {
    var reader = Reader(pages: 40_000)
    reader.open()
    var asked = 0
    for _ in 0..<200 {
      guard let work = reader.take(1).first else { break }
      if work.key == nil { asked += 1 }
      reader.answer(work, failing: work.key == nil ? (.pageRenderFailed, .death) : nil)
      reader.wait(milliseconds: 20)
    }
    #expect(asked <= 12)
    #expect(reader.scene.pages.map(\.quality) == [.sharp, .sharp])
    reader.handle(.command(.goTo(page: 30_000)))
    reader.workAll()
    #expect(reader.session.isSharp)
  }

  @Test("An answer that brings nothing, or another batch, is a failed one and asks no endless questions")
  func emptyAnswers() {
    var reader = Reader(pages: 40)
    reader.open()
    var asked = 0
    for _ in 0..<100 {
      guard let work = reader.take(1).first else { break }
      guard case .sizes(let document, let first, _) = work else {
        reader.answer(work)
        continue
      }
      asked += 1
      reader.underWay = []
      let wrong = asked.isMultiple(of: 2) ? [] : [Size(width: 1, height: 1)]
      reader.handle(.sizes(document: document, first: first + 7, wrong))
      reader.wait(milliseconds: 20)
    }
    #expect(asked <= 12)
    #expect(reader.session.isSharp)
  }

  @Test("Sizes that no page has are taken as Letter")
  func absurd() {
    for size in [
      Size(width: 1e300, height: 1e300), Size(width: 1e-300, height: 1), Size(width: 0, height: 0),
    ] {
      let sizes = PageSizes(count: 1, first: size)
      #expect(sizes[0] == Size(width: 612, height: 792) && sizes.allKnown)
    }
    let ribbon = PageLayout(
      sizes: PageSizes(count: 2, first: Size(width: 1e-30, height: 1e30)),
      viewport: PixelSize(width: 1000, height: 1000), spacing: 8)
    #expect(ribbon.frame(of: 1).y > 0)
  }
}
