/// Where work is handed out: what is wanted, what is under way, what has failed, what is here.
///
/// Workers pull: each time one is idle the next request is looked up in a plan made for the view as it is now.
/// A key that is under way is never handed out twice, and nothing planned for an earlier view ever starts.
package struct RenderDesk: Sendable {
  package private(set) var cache: BitmapCache
  package private(set) var failures = RenderFailures()
  /// Wanted keys, most wanted first.
  package private(set) var plan: [RenderKey] = []
  private var underWay: [RenderKey: BitmapID] = [:]
  private var visible: Range<Int> = 0..<0
  private var wanted: Range<Int> = 0..<0
  private var nextBitmap: UInt32 = 1

  package init(budget: Int) {
    cache = BitmapCache(budget: budget)
  }

  /// Plans for a view.
  /// - Returns: whether the plan is another one now, and what was wanted before, had not begun, and is not wanted
  ///   any more.
  package mutating func replan(for view: RenderPlanner.View) -> (changed: Bool, dropped: [RenderKey]) {
    visible = view.visible
    let neighbours = RenderPlanner.neighbours(view)
    let pages = Array(visible) + neighbours
    wanted = (pages.min() ?? 0)..<((pages.max() ?? -1) + 1)
    cache.touch(pages)
    let before = plan
    plan = RenderPlanner.plan(for: view) { [cache] in cache.base($0)?.key.resolution }
    guard plan != before else { return (false, []) }
    let now = Set(plan)
    let dropped = before.filter { !now.contains($0) && !cache.holds($0) && underWay[$0] == nil }
    return (true, dropped.filter { !failures.isGivenUp($0) })
  }

  /// The next render worth starting, with memory set aside for it.
  /// - Parameters:
  ///   - onlyVisible: look-ahead waits.
  ///   - mayDrawThumbnails: whether a worker would be left for pages that come into view.
  ///   - isKnown: whether a page's true size is known; a guess is never drawn.
  /// - Returns: the work, and the bitmaps that had to go to make room for it.
  package mutating func next(
    onlyVisible: Bool = false, mayDrawThumbnails: Bool = true, isKnown: (Int) -> Bool
  ) -> (work: Work?, freed: [BitmapID]) {
    var freed: [BitmapID] = []
    for key in plan {
      let page = Int(key.page)
      if cache.holds(key) || underWay[key] != nil || failures.isGivenUp(key) || !isKnown(page) { continue }
      let isVisible = visible.contains(page)
      if onlyVisible && !isVisible { continue }
      if key.kind == .thumbnail, onlyVisible || !mayDrawThumbnails { continue }
      let keep = isVisible ? visible : wanted
      // Nothing goes for a page out of sight that would not fit all the same.
      guard isVisible || cache.canMakeRoom(for: key.byteCount, protecting: keep.contains) else { continue }
      freed += cache.makeRoom(for: key.byteCount, protecting: keep.contains).freed
      let bitmap = BitmapID(number: nextBitmap)
      nextBitmap += 1
      cache.lend(bitmap, bytes: key.byteCount)
      underWay[key] = bitmap
      return (.render(key, into: bitmap), freed)
    }
    return (nil, freed)
  }

  /// A worker has drawn a bitmap.
  /// - Returns: bitmaps nobody needs any more: the one it replaces, or itself when it has come too late.
  package mutating func finished(
    _ key: RenderKey, _ bitmap: BitmapID, _ format: RenderYield.Format = .colour, isStale: Bool
  ) -> [BitmapID] {
    underWay[key] = nil
    cache.takeBack(bitmap)
    guard !isStale else { return [bitmap] }
    failures.recordSuccess(key)
    // It was overtaken: the one that is wanted now has come before it.
    let held = cache.entry(Int(key.page), key.kind)
    if let held, plan.contains(held.key), !plan.contains(key) { return [bitmap] }
    let room = cache.makeRoom(for: key.byteCount(format), protecting: wanted.contains)
    guard room.fits || visible.contains(Int(key.page)) else { return room.freed + [bitmap] }
    return room.freed + (cache.insert(key, bitmap, format).map { [$0] } ?? [])
  }

  /// A render has failed; its memory is free again.
  /// - Returns: whether it is to be reported: it will not be tried again.
  package mutating func failed(_ key: RenderKey, _ bitmap: BitmapID, _ blame: DeathBlame, _ code: ErrorCode)
    -> Bool
  {
    underWay[key] = nil
    cache.takeBack(bitmap)
    return failures.record(key, blame: blame, code: code)
  }

  /// The small picture of a page for the grid; nil until it has been drawn.
  package func thumbnail(_ page: Int) -> BitmapCache.Entry? { cache.thumbnail(page) }

  /// Whoever looks at a page that would not draw wants it tried once more.
  package mutating func forgetFailures(of page: Int) { failures.forget(page) }

  /// The layout has changed under the tiles.
  package mutating func dropTiles() -> [BitmapID] {
    cache.removeTiles()
  }

  package mutating func dropTiles(outside pages: Range<Int>) -> [BitmapID] {
    cache.removeTiles(except: pages.contains)
  }

  /// Everything goes but what workers still hold.
  package mutating func dropAll() -> [BitmapID] {
    plan = []
    return cache.removeAll()
  }

  /// All but the visible pages go.
  package mutating func trim(to visible: Range<Int>) -> [BitmapID] {
    plan = []
    return cache.removeAll(except: visible.contains)
  }

  /// Another document: nothing of the old one is kept, not even what is known to fail.
  package mutating func startOver() -> [BitmapID] {
    failures = RenderFailures()
    return dropAll()
  }

  /// A buffer lent for an earlier document is back.
  package mutating func takeBack(_ key: RenderKey, _ bitmap: BitmapID) {
    underWay[key] = nil
    cache.takeBack(bitmap)
  }
}
