import Testing

@testable import ViewerCore

@Suite struct SheetTests {
  static func outline(_ count: Int) -> [OutlineItem] {
    (0..<count).map { OutlineItem(title: "Chapter \($0)", depth: $0 % 3, page: $0) }
  }

  static func contents(_ panel: Panel, count: Int = 100_000, offset: Int = 0) -> SheetFacts {
    var facts = SheetFacts(panel: panel, content: .contents(outline(count)))
    facts.offset = offset
    return facts
  }

  @Test(
    "A sheet covers at most 70 % of the panel; its rows and its way out are as large as fingers need",
    arguments: Panels.all)
  func sizes(panel: Panel) throws {
    let small = panel == Panels.small
    let least = panel.pixels(millimetres: small ? 11 : 15)
    for facts in [
      Self.contents(panel), SheetFacts(panel: panel, content: .languages(Look.Language.allCases)),
      SheetFacts(
        panel: panel,
        content: .pages(50, sizes: Array(repeating: Size(width: 3, height: 4), count: 6), first: 0)),
    ] {
      let layer = SheetLayout.layer(facts)
      #expect(Double(layer.ground.height) <= 0.7 * Double(panel.size.height))
      #expect(
        PixelRect(size: panel.size).contains(layer.ground) && layer.ground.maxY == panel.size.height
      )
      let frame = SheetLayout.frame(facts)
      #expect(frame.close.width >= least && frame.close.height >= least)
      #expect(frame.body.height >= least && frame.ground.contains(frame.body))
      for control in layer.controls { #expect(layer.ground.contains(control.frame)) }
      let rows = layer.controls.filter { $0.action != .close && $0.frame.maxY < frame.body.maxY }
      for row in rows { #expect(row.frame.height >= least && row.frame.width >= least) }
      for item in layer.furniture {
        #expect(layer.ground.contains(item.clip.map { item.frame.intersection($0) } ?? item.frame))
      }
    }
  }

  @Test(
    "Of 100,000 lines only those on the panel are laid out, wherever the list is scrolled to",
    arguments: [0, 1, 777, 123_456, 4_000_000])
  func manyRows(offset: Int) {
    let facts = Self.contents(Panels.tall, offset: offset)
    let layer = SheetLayout.layer(facts)
    #expect(layer.furniture.count < 100 && layer.controls.count > 10)
    let frame = SheetLayout.frame(facts)
    let height = frame.metrics.rowHeight
    let rows = layer.furniture.filter { if case .row = $0.content { true } else { false } }
    #expect(rows.first.map { $0.frame.y <= frame.body.y } == true)
    #expect(rows.last.map { $0.frame.maxY >= frame.body.maxY } == true)
    #expect(rows.allSatisfy { $0.frame.height == height && $0.clip == frame.body })
  }

  @Test("Empty, unknown and broken outlines are shown as what they are")
  func oddOutlines() {
    func texts(_ items: [OutlineItem]?) -> [Furniture.Content] {
      SheetLayout.layer(SheetFacts(panel: Panels.tall, content: .contents(items))).furniture.map(
        \.content)
    }
    let none = Furniture.Content.text(TextFace(.phrase(.noContents), role: .secondary))
    #expect(texts([]).contains(none) && !texts(nil).contains(none))
    let broken = [
      OutlineItem(title: "", depth: -4, page: 3),
      OutlineItem(title: "Nowhere", depth: .max, page: nil),
    ]
    let layer = SheetLayout.layer(SheetFacts(panel: Panels.tall, content: .contents(broken)))
    let rows = layer.furniture.compactMap {
      if case .row(let face) = $0.content { face } else { nil }
    }
    #expect(rows.map(\.depth) == [0, 8])
    #expect(rows.first?.title == .phrase(.page("4")))
    #expect(layer.controls.map(\.action) == [.outlineRow(0), .close])
  }

  @Test("The current chapter is the last that begins on the page or before it")
  func chapter() {
    let items = [
      OutlineItem(title: "a", depth: 0, page: 0), OutlineItem(title: "b", depth: 0, page: 5),
      OutlineItem(title: "b1", depth: 1, page: 5), OutlineItem(title: "?", depth: 1, page: nil),
      OutlineItem(title: "c", depth: 0, page: 9), OutlineItem(title: "back", depth: 0, page: 2),
    ]
    let expected: [(Int, Int?)] = [
      (0, 0), (1, 0), (2, 5), (4, 5), (5, 2), (8, 2), (9, 4), (400, 4),
    ]
    for (page, index) in expected { #expect(CurrentChapter.index(in: items, page: page) == index) }
    #expect(CurrentChapter.index(in: [], page: 3) == nil)
    #expect(
      CurrentChapter.index(in: [OutlineItem(title: "late", depth: 0, page: 7)], page: 3) == nil)
  }

  @Test("A page is gone to by its name first, then by its number")
  func names() {
    let labels = ["i", "ii", "iii", "1", "2", "A-3"]
    let expected: [(String, Int?)] = [
      ("ii", 1), ("II", 1), ("1", 3), (" 2 ", 4), ("a-3", 5), ("5", 4), ("6", 5), ("7", nil),
      ("0", nil),
      ("-1", nil), ("", nil), ("x", nil), ("99999999999999999999", nil),
    ]
    for (name, page) in expected {
      #expect(PageNames.page(named: name, labels: labels, count: 6) == page, "\(name)")
    }
    #expect(PageNames.page(named: "1", labels: [], count: 0) == nil)
    #expect(PageNames.haveLetters(labels) && !PageNames.haveLetters(["1", "2"]))
  }

  @Test(
    "Tiles of the page grid stand in rows, apart, each page's paper in its own shape within its tile",
    arguments: Panels.all)
  func grid(panel: Panel) {
    let frame = SheetLayout.frame(
      SheetFacts(panel: panel, content: .pages(40, sizes: [], first: 0)))
    let grid = PageGrid(frame, count: 40)
    for page in 0..<40 {
      let tile = grid.tile(page)
      #expect(tile.x >= frame.body.x && tile.maxX <= frame.body.maxX)
      for other in 0..<page { #expect(!tile.intersects(grid.tile(other))) }
      for size in [
        Size(width: 595, height: 842), Size(width: 842, height: 595),
        Size(width: 1, height: 14_400), Size.zero,
      ] {
        let paper = grid.paper(size)
        #expect(PixelRect(size: tile.size).contains(paper) && !paper.isEmpty)
        guard size.height > 0, size.height < 10_000 else { continue }
        let shape = Double(paper.width) / Double(paper.height)
        #expect(abs(shape - size.width / size.height) < 0.05)
      }
    }
    let first = grid.visible(offset: 0)
    #expect(first.lowerBound == 0 && first.count <= 40)
    #expect(grid.visible(offset: -5000).lowerBound == 0)
    #expect(grid.visible(offset: 9_999_999).isEmpty)
  }

  @Test(
    "A list follows the finger, is damped beyond its ends, flings on and comes to rest within them")
  func scrolling() {
    let settings = GestureSettings()
    var list = ListScroll()
    list.fit(content: 5000, room: 1000)
    list.hold(settings: settings)
    list.pan(by: -300, settings: settings)
    #expect(list.offset == 300)
    list.pan(by: 500, settings: settings)
    #expect(list.offset < 0 && list.offset > -200)
    list.release(velocity: 0, pixelsPerDP: 1, settings: settings, at: .zero)
    #expect(list.isMoving)
    list.advance(to: .milliseconds(360))
    #expect(list.offset == 0 && !list.isMoving)
    list.hold(settings: settings)
    list.release(velocity: -3000, pixelsPerDP: 1, settings: settings, at: .milliseconds(1000))
    list.advance(to: .milliseconds(1200))
    #expect(list.offset > 200 && list.isMoving)
    list.advance(to: .milliseconds(9000))
    #expect(!list.isMoving && list.range.contains(list.offset))
    list.jump(to: .infinity)
    #expect(list.offset == 4000)
    list.fit(content: 900, room: 1000)
    #expect(list.offset == 0)
  }
}
