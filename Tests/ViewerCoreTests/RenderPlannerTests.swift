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

  private func pages(_ keys: [RenderKey]) -> [Int] { keys.map { Int($0.page) } }

  @Test(
    "Visible pages come first, the nearest to the centre before the others, then two ahead and one behind")
  func order() {
    // Page 3 lies at 450-590, page 4 at 600-740: the centre of 520-720 is on page 4.
    let plan = RenderPlanner.plan(for: view(offset: 520)) { _ in nil }
    #expect(pages(plan) == [4, 3, 5, 6, 2])
  }

  @Test("Reading back turns ahead and behind round")
  func back() {
    #expect(pages(RenderPlanner.plan(for: view(offset: 520, direction: -1)) { _ in nil }) == [4, 3, 2, 1, 5])
  }

  @Test("At the ends of the document nothing beyond is planned")
  func ends() {
    #expect(pages(RenderPlanner.plan(for: view(offset: 0)) { _ in nil }) == [0, 1, 2, 3])
    #expect(pages(RenderPlanner.plan(for: view(offset: 1350, pages: 10)) { _ in nil }) == [9, 8])
  }

  @Test("Tiles are planned when settled, for pages whose base is there and has too few pixels")
  func tiles() {
    let base = PixelSize(width: 100, height: 140)
    let zoomed = view(offset: 0, zoom: 2, settled: true)
    let plan = RenderPlanner.plan(for: zoomed) { $0 == 0 ? base : nil }
    #expect(plan.map(\.kind) == [.base, .tile, .base, .base])
    #expect(plan[1].clip == PixelRect(x: 0, y: 0, width: 100, height: 200))
    #expect(plan[1].resolution == PixelSize(width: 200, height: 280))
    #expect(plan[1].epoch == 3)
    let moving = RenderPlanner.plan(for: view(offset: 0, zoom: 2)) { _ in base }
    #expect(moving.allSatisfy { $0.kind == .base })
    let almost = RenderPlanner.plan(for: view(offset: 0, zoom: 1.05, settled: true)) { _ in base }
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
