import Testing

@testable import ViewerCore

@Suite struct RenderDeskTests {
  private let panel = PixelSize(width: 100, height: 200)

  private func view(offset: Double, settled: Bool = false, zoom: Double = 1) -> RenderPlanner.View {
    let sizes = PageSizes(count: 100, first: Size(width: 100, height: 140))
    var viewport = Viewport(size: panel)
    viewport.show(offset: Point(x: 0, y: offset), zoom: zoom)
    return RenderPlanner.View(
      layout: PageLayout(sizes: sizes, viewport: panel, spacing: 10), viewport: viewport, direction: 1,
      isSettled: settled, document: 1, epoch: 0, rotation: .none)
  }

  private func take(_ desk: inout RenderDesk) -> (key: RenderKey, bitmap: BitmapID)? {
    guard case .render(let key, let bitmap) = desk.next(isKnown: { _ in true }).work else { return nil }
    return (key, bitmap)
  }

  @Test("A key under way is never handed out twice")
  func neverTwice() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    var seen: Set<RenderKey> = []
    while let work = take(&desk) { #expect(seen.insert(work.key).inserted) }
    #expect(seen.count == 4)
  }

  @Test("What is no longer wanted never starts, and is counted once")
  func stale() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    let first = try #require(take(&desk))
    let change = desk.replan(for: view(offset: 9000))
    #expect(change.changed)
    #expect(change.dropped.map { Int($0.page) } == [1, 2, 3])
    #expect(!change.dropped.contains(first.key))
    let next = try #require(take(&desk))
    #expect(next.key.page >= 58)
    let same = desk.replan(for: view(offset: 9000))
    #expect(!same.changed)
  }

  @Test("A page that fails twice is reported once and not asked for again")
  func failures() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    let first = try #require(take(&desk))
    let once = desk.failed(first.key, first.bitmap, .answer, .pageRenderFailed)
    #expect(!once.isGivenUp)
    let again = try #require(take(&desk))
    #expect(again.key == first.key)
    #expect(again.bitmap != first.bitmap)
    let twice = desk.failed(again.key, again.bitmap, .death, .pageRenderFailed)
    #expect(twice.isGivenUp)
    let other = try #require(take(&desk))
    #expect(other.key != first.key)
    #expect(desk.failures.reason(page: Int(first.key.page), kind: .base) == .pageRenderFailed)
  }

  @Test(
    "A page that overran its time is not tried again; one whose worker was killed from outside is, five times"
  )
  func blame() {
    var failures = RenderFailures()
    let key = view(offset: 0).baseKey(0)
    let overran = failures.record(key, blame: .deadline, code: .timeout)
    #expect(overran)
    var kills = RenderFailures()
    #expect(
      (0..<5).map { _ in kills.record(key, blame: .foreign, code: .pageRenderFailed) }
        == Array(repeating: false, count: 5))
    #expect(kills.record(key, blame: .foreign, code: .pageRenderFailed) == true)
  }

  @Test("Look-ahead stays within the budget; what is visible does not wait for it")
  func budget() throws {
    // One page is 140 rows of 448 bytes.
    let page = view(offset: 0).baseKey(0).byteCount
    var desk = RenderDesk(budget: 3 * page)
    _ = desk.replan(for: view(offset: 0))
    var pages: [Int32] = []
    while let work = take(&desk) {
      pages.append(work.key.page)
      _ = desk.finished(work.key, work.bitmap, isStale: false)
    }
    #expect(pages == [0, 1, 2])
    #expect(desk.cache.usedBytes <= 3 * page)
    _ = desk.replan(for: view(offset: 5000))
    let visible = try #require(take(&desk))
    #expect(visible.key.page == 34)
    var tight = RenderDesk(budget: 1)
    _ = tight.replan(for: view(offset: 0))
    let squeezed = take(&tight)
    #expect(squeezed?.key.page == 0)
  }

  @Test("A bitmap that comes too late is handed back")
  func late() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    let work = try #require(take(&desk))
    let freed = desk.finished(work.key, work.bitmap, isStale: true)
    #expect(freed.isEmpty && desk.cache.pool.buffers.map(\.bitmap) == [work.bitmap])
    #expect(desk.cache.baseBytes == 0)
    let again = desk.next(isKnown: { _ in true })
    #expect(again.work?.key == work.key && again.reused == work.bitmap, "its memory is drawn into again")
  }

  private func fill(_ desk: inout RenderDesk, _ format: RenderYield.Format = .colour) -> [Int] {
    var pages: [Int] = []
    while let work = take(&desk) {
      pages.append(Int(work.key.page))
      _ = desk.finished(work.key, work.bitmap, format, isStale: false)
    }
    return pages
  }

  /// A page is 140 rows of 448 bytes.
  private static let page = 140 * 448

  @Test(
    "Look-ahead pushes out what is farther off, never what is nearer, and far pages only what nobody wants")
  func nearerFirst() {
    var desk = RenderDesk(budget: 6 * Self.page)
    _ = desk.replan(for: view(offset: 3000))
    // 20 and 21 are seen, then 22 and 23 on, 19 back.
    #expect(fill(&desk) == [20, 21, 22, 23, 19])
    _ = desk.replan(for: view(offset: 3150))
    #expect(fill(&desk) == [24])
    #expect((20...24).allSatisfy { desk.cache.base($0) != nil })
    #expect(desk.cache.usedBytes <= 6 * Self.page)
    // 8 MB of pool and a viewport of tiles are to be left free: nothing farther off fits.
    _ = desk.replan(for: view(offset: 3150, settled: true))
    #expect(desk.plan.count == 14 && fill(&desk).isEmpty)
  }

  @Test("Pages far ahead are drawn while the budget has room, and go first")
  func farAhead() {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 3000, settled: true))
    #expect(fill(&desk) == [20, 21, 22, 23, 19, 24, 25, 18, 26, 27, 17, 28, 29, 16])
    #expect(fill(&desk).isEmpty && desk.cache.usedBytes <= 10 << 20)
  }

  @Test(
    "What is drawn while pages are expected to be grey counts with its worker's scratch, afterwards with its bytes"
  )
  func grey() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    let first = try #require(take(&desk))
    #expect(desk.cache.usedBytes == 2 * Self.page && desk.cache.scratchBytes == Self.page)
    _ = desk.finished(first.key, first.bitmap, .grey, isStale: false)
    #expect(desk.cache.usedBytes == 140 * 128 && desk.cache.greyPages == 1)
    let second = try #require(take(&desk))
    _ = desk.finished(second.key, second.bitmap, .colour, isStale: false)
    _ = take(&desk)
    #expect(desk.cache.lentBytes == Self.page && desk.cache.scratchBytes == 0)
  }

  @Test("Tiles of earlier views give way where new ones would bring more than two viewports of pixels")
  func tiles() throws {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    _ = fill(&desk)
    // Page 0 fills the panel, then page 1, then both are seen.
    for offset in [0.0, 350, 180] {
      _ = desk.replan(for: view(offset: offset, settled: true, zoom: 2))
      while let work = take(&desk) {
        #expect(desk.cache.tilePixels <= 2 * panel.area)
        _ = desk.finished(work.key, work.bitmap, isStale: false)
      }
    }
    #expect(desk.cache.tilePixels <= 2 * panel.area && desk.cache.tileBytes > 0)
    let wanted = desk.plan.filter { $0.kind == .tile }
    #expect(wanted.count == 2 && wanted.allSatisfy(desk.cache.holds))
  }

  @Test(
    "A thumbnail waits for a second worker, takes a quarter of the budget at most, and pushes out no visible page"
  )
  func thumbnails() throws {
    var desk = RenderDesk(budget: 8 * Self.page)
    var view = view(offset: 0)
    view.thumbnails = Array(40..<80)
    _ = desk.replan(for: view)
    #expect(desk.next(mayDrawThumbnails: false, isKnown: { _ in true }).work?.key?.kind == .base)
    #expect(desk.next(mayDrawThumbnails: false, isKnown: { _ in true }).work?.key?.kind == .base)
    let small = try #require(take(&desk))
    #expect(small.key.kind == .thumbnail && small.key.page == 40)
    _ = desk.finished(small.key, small.bitmap, isStale: false)
    #expect(desk.thumbnail(40)?.bitmap == small.bitmap)
    _ = fill(&desk)
    #expect(desk.cache.thumbnailBytes <= 2 * Self.page && desk.cache.thumbnailBytes > Self.page)
    #expect(desk.thumbnail(40) != nil && desk.thumbnail(79) == nil)
    // Turning the leaf of the grid brings the others.
    view.thumbnails = Array(70..<80)
    _ = desk.replan(for: view)
    #expect(fill(&desk).filter { $0 >= 70 }.count > 3 && desk.thumbnail(70) != nil)
    _ = desk.trim(to: 0..<2)
    #expect(desk.cache.thumbnailBytes == 0 && desk.cache.pool.limit == 0)
  }

  @Test("A page whose true size is not known is not drawn")
  func unknownSize() {
    var desk = RenderDesk(budget: 10 << 20)
    _ = desk.replan(for: view(offset: 0))
    guard case .render(let key, _) = desk.next(isKnown: { $0 == 2 }).work else {
      Issue.record("page 3 is known and planned")
      return
    }
    #expect(key.page == 2)
  }
}
