import Testing

@testable import ViewerCore

@Suite struct RenderPlannerTests {
  private let panel = PixelSize(width: 100, height: 200)

  private func view(
    offset: Double, zoom: Double = 1, direction: Int = 1, settled: Bool = false, pages: Int = 10
  ) -> RenderPlanner.View {
    let sizes = PageSizes(count: pages, first: Size(width: 100, height: 140))
    var viewport = Viewport(size: panel)
    viewport.show(offset: Point(x: 0, y: offset), zoom: zoom)
    return RenderPlanner.View(
      layout: PageLayout(sizes: sizes, viewport: panel, spacing: 10), viewport: viewport,
      direction: direction,
      isSettled: settled, document: 1, epoch: 3, rotation: .none)
  }

  private func plan(_ view: RenderPlanner.View, base: (Int) -> PixelSize?) -> [RenderKey] {
    RenderPlanner.plan(for: view, base: base).keys
  }

  private func pages(_ keys: [RenderKey]) -> [Int] { keys.map { Int($0.page) } }

  @Test(
    "Visible pages come first, the nearest to the centre before the others, then two ahead and one behind")
  func order() {
    // Page 3 lies at 450-590, page 4 at 600-740: the centre of 520-720 is on page 4.
    let plan = self.plan(view(offset: 520)) { _ in nil }
    #expect(pages(plan) == [4, 3, 5, 6, 2])
  }

  @Test("Reading back turns ahead and behind round")
  func back() {
    #expect(pages(plan(view(offset: 520, direction: -1)) { _ in nil }) == [4, 3, 2, 1, 5])
  }

  @Test(
    "At rest up to eight pages on and four back follow, outwards; none where only the page itself is wanted")
  func far() {
    var settled = view(offset: 1500 + 20, settled: true, pages: 30)
    let planned = RenderPlanner.plan(for: settled) { _ in nil }
    #expect(pages(planned.keys) == [10, 11, 12, 13, 9, 14, 15, 8, 16, 17, 7, 18, 19, 6])
    #expect(planned.firstExtra == 5)
    settled.looksAhead = false
    #expect(pages(RenderPlanner.plan(for: settled) { _ in nil }.keys) == [10, 11])
  }

  @Test("A tile that shows all that is seen, to the pixel, stays wanted when the view moves inside it")
  func coveringTile() throws {
    let base = PixelSize(width: 100, height: 140)
    let held = try #require(view(offset: 0, zoom: 2, settled: true).tileKey(0))
    let moved = view(offset: 60, zoom: 2, settled: true)
    let plan = RenderPlanner.plan(for: moved, base: { _ in base }, tile: { $0 == 0 ? held : nil }).keys
    #expect(
      plan.contains(moved.tileKey(0) ?? held) && !plan.contains(held), "60 px of it were not to be seen")
    var whole = held
    whole.clip = PixelRect(size: whole.resolution)
    let covered = RenderPlanner.plan(for: moved, base: { _ in base }, tile: { $0 == 0 ? whole : nil }).keys
    #expect(covered.contains(whole))
    whole.epoch += 1
    let older = RenderPlanner.plan(for: moved, base: { _ in base }, tile: { $0 == 0 ? whole : nil }).keys
    #expect(!older.contains(whole))
  }

  @Test(
    "On the way pages are wanted as they will be in view, then those about the place of rest, then what goes by"
  )
  func onTheWay() {
    // Page 3 lies at 450-590, page 10 at 1500-1640, page 20 at 3000-3140.
    var fling = view(offset: 450, pages: 30)
    fling.course = [view(offset: 1500).viewport, view(offset: 1600).viewport, view(offset: 3000).viewport]
    let planned = RenderPlanner.plan(for: fling) { _ in nil }
    #expect(pages(planned.keys) == [10, 11, 20, 21, 22, 23, 19, 3, 4])
    #expect(planned.firstAhead == 4 && planned.firstExtra == planned.keys.count)
    fling.thumbnails = [7]
    #expect(pages(RenderPlanner.plan(for: fling) { _ in nil }.keys).prefix(5) == [10, 11, 20, 21, 7])
    // Short of memory nothing is drawn but what is to be seen.
    fling.looksAhead = false
    fling.thumbnails = []
    #expect(pages(RenderPlanner.plan(for: fling) { _ in nil }.keys) == [3, 4])
  }

  @Test("Thumbnails come after what is visible, tiles too, and before look-ahead")
  func thumbnails() {
    var view = view(offset: 0, zoom: 2, settled: true)
    view.thumbnails = [7, 8]
    let plan = self.plan(view) { _ in PixelSize(width: 100, height: 140) }
    #expect(plan.prefix(4).map(\.kind) == [.base, .tile, .thumbnail, .thumbnail])
    #expect(pages(plan).prefix(6) == [0, 0, 7, 8, 1, 2])
    #expect(plan[2].resolution == ThumbnailSize.of(page: PixelSize(width: 100, height: 140), viewport: panel))
  }

  @Test("At the ends of the document nothing beyond is planned")
  func ends() {
    #expect(pages(plan(view(offset: 0)) { _ in nil }) == [0, 1, 2, 3])
    #expect(pages(plan(view(offset: 1350, pages: 10)) { _ in nil }) == [9, 8])
  }

  @Test("Tiles are planned when settled, for pages whose base is there and has too few pixels")
  func tiles() {
    let base = PixelSize(width: 100, height: 140)
    let zoomed = view(offset: 0, zoom: 2, settled: true)
    let plan = self.plan(zoomed) { $0 == 0 ? base : nil }
    #expect(plan.prefix(4).map(\.kind) == [.base, .tile, .base, .base])
    #expect(plan[1].clip == PixelRect(x: 0, y: 0, width: 100, height: 200))
    #expect(plan[1].resolution == PixelSize(width: 200, height: 280))
    #expect(plan[1].epoch == 3)
    let moving = self.plan(view(offset: 0, zoom: 2)) { _ in base }
    #expect(moving.allSatisfy { $0.kind == .base })
    let almost = self.plan(view(offset: 0, zoom: 1.05, settled: true)) { _ in base }
    #expect(almost.allSatisfy { $0.kind == .base })
  }

  @Test(
    "A base has fewer pixels when zoomed out, never fewer than the screen shows",
    arguments: [
      (2.0, 101, 141), (1.0, 101, 141), (0.51, 101, 141), (0.5, 51, 71), (0.3, 51, 71), (0.25, 26, 36),
      (0.01, 26, 36),
    ])
  func baseResolution(zoom: Double, width: Int, height: Int) {
    let size = BaseResolution.size(page: PixelSize(width: 101, height: 141), zoom: zoom, viewport: panel)
    #expect(size == PixelSize(width: width, height: height))
  }

  @Test("A very tall page's base has at most two viewports of pixels")
  func tallPage() {
    let size = BaseResolution.size(page: PixelSize(width: 1000, height: 200_000), zoom: 1, viewport: panel)
    #expect(size.area <= 2 * panel.area)
    #expect(size.width >= 1 && size.height > 100 * size.width)
    let ribbon = BaseResolution.size(
      page: PixelSize(width: 1080, height: 4_000_000), zoom: 1, viewport: PixelSize(width: 3840, height: 2160)
    )
    #expect(ribbon.height <= 32_767)
  }
}
