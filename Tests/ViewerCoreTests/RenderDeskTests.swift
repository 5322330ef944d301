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
    #expect(!once)
    let again = try #require(take(&desk))
    #expect(again.key == first.key)
    #expect(again.bitmap != first.bitmap)
    let twice = desk.failed(again.key, again.bitmap, .death, .pageRenderFailed)
    #expect(twice)
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
    #expect(freed == [work.bitmap])
    #expect(desk.cache.usedBytes == 0)
    let again = take(&desk)
    #expect(again?.key == work.key)
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
