/// Where work is handed out: what is wanted, what is under way, what has failed, what is here.
///
/// Workers pull: each time one is idle the next request is looked up in a plan made for the view as it is now.
/// A key that is under way is never handed out twice, and nothing planned for an earlier view ever starts.
///
/// Room for a render is made by what is wanted less: a visible page pushes out anything that is not visible, another
/// page only what stands behind it in the plan or is not in it at all.
package struct RenderDesk: Sendable {
  /// A render to begin, and what becomes of memory for it.
  package struct Handout: Sendable {
    package var work: Work?
    /// The free buffer that the render's bitmap is made from; nil for new memory.
    package var reused: BitmapID?
    /// Bitmaps that had to go to make room.
    package var freed: [BitmapID] = []
  }

  package private(set) var cache: BitmapCache
  package private(set) var failures = RenderFailures()
  /// Wanted keys, most wanted first.
  package private(set) var plan: [RenderKey] = []
  /// What pages are expected to be: it says what a worker needs beside the buffer, and how large the pool is.
  private var formats = FormatGuess()
  private struct Errand {
    var bitmap: BitmapID
    var begun: Timestamp
  }
  private var underWay: [RenderKey: Errand] = [:]
  /// How long bases take.
  package private(set) var pace = RenderPace()
  private var visible: Range<Int> = 0..<0
  private var viewport = PixelSize.zero
  /// Places of pages (their first keys) and of thumbnails in the plan.
  private var ranks: [Int32: Int] = [:]
  private var thumbnailRanks: [Int32: Int] = [:]
  /// From this place on the plan holds nothing that the screen waits for, or will when it is drawn.
  private var firstAhead = 0
  /// From this place on the plan holds pages that are drawn only where there is room for them.
  private var firstExtra = 0
  private var nextBitmap: UInt32 = 1

  package init(budget: Int) {
    cache = BitmapCache(budget: budget)
  }

  // MARK: Planning

  /// Plans for a view.
  /// - Returns: whether the plan is another one now, what was wanted before, had not begun, and is not wanted any
  ///   more, and bitmaps that go.
  package mutating func replan(for view: RenderPlanner.View) -> (
    changed: Bool, dropped: [RenderKey], freed: [BitmapID]
  ) {
    visible = view.visible
    viewport = view.screen
    let before = plan
    let planned = RenderPlanner.plan(
      for: view, base: { [cache] in cache.base($0)?.key.resolution }, tile: { [cache] in cache.tile($0)?.key }
    )
    plan = planned.keys
    firstAhead = planned.firstAhead
    firstExtra = planned.firstExtra
    cache.touch(plan)
    var freed = cache.removeTiles(except: visible.contains)
    // What was on the screen and went beyond the budget is no longer.
    freed += cache.makeRoom(for: 0) { [self] in isOnScreen($0) }.freed
    freed += cache.setPoolLimit(view.isSparing ? 0 : BufferPool.limit(for: poolNeeds(of: view)))
    guard plan != before else { return (false, [], freed) }
    rank()
    return (true, unbegun(before), freed)
  }

  private mutating func rank() {
    ranks.removeAll(keepingCapacity: true)
    thumbnailRanks.removeAll(keepingCapacity: true)
    for (place, key) in plan.enumerated() {
      if key.kind == .thumbnail {
        thumbnailRanks[key.page] = place
      } else if ranks[key.page] == nil {
        ranks[key.page] = place
      }
    }
  }

  /// What of an earlier plan will never be drawn.
  private func unbegun(_ before: [RenderKey]) -> [RenderKey] {
    let now = Set(plan)
    return before.filter {
      !now.contains($0) && !cache.holds($0) && underWay[$0] == nil && !failures.isGivenUp($0)
    }
  }

  private func poolNeeds(of view: RenderPlanner.View) -> BufferPool.Needs {
    let pages = visible.prefix(16)
    return BufferPool.Needs(
      viewport: viewport, largestBase: plan.reduce(0) { $1.kind == .base ? max($0, $1.byteCount) : $0 },
      tilesAtZoomOne: pages.contains(where: view.needsTileAtZoomOne),
      isGrey: cache.greyPages > 0 && plan.first.map { formats.expected(for: $0) == .grey } ?? false,
      budget: cache.budget)
  }

  // MARK: Handing out

  /// The next render worth starting, with memory set aside for it.
  /// - Parameters:
  ///   - onlyVisible: look-ahead waits.
  ///   - mayDrawThumbnails: whether a worker would be left for pages that come into view.
  ///   - isKnown: whether a page's true size is known; a guess is never drawn.
  package mutating func next(
    onlyVisible: Bool = false, mayDrawThumbnails: Bool = true, at now: Timestamp = .zero,
    isKnown: (Int) -> Bool
  ) -> Handout {
    var freed: [BitmapID] = []
    for (place, key) in plan.enumerated() {
      let page = Int(key.page)
      if cache.holds(key) || underWay[key] != nil || failures.isGivenUp(key) || !isKnown(page) { continue }
      let isVisible = key.kind != .thumbnail && visible.contains(page)
      if onlyVisible, place >= firstAhead { break }
      if key.kind == .thumbnail {
        guard mayDrawThumbnails, hasRoomForThumbnail(key, at: place, &freed) else { continue }
      }
      if key.kind == .tile, !hasRoomForTile(key, at: place, &freed) { continue }
      let scratch = formats.expected(for: key) == .grey ? MemoryBudget.scratch(for: key.byteCount) : 0
      let spare = place >= firstExtra ? reserve : 0
      // Nothing goes for a page out of sight that would not fit all the same.
      guard
        isVisible
          || cache.canMakeRoom(
            for: key.byteCount + scratch + spare, protecting: { isWanted($0, before: place) })
      else { continue }
      let memory = cache.acquire(key.byteCount, scratch: scratch) { [self] in
        isVisible ? isOnScreen($0) : isWanted($0, before: place)
      }
      let bitmap = BitmapID(number: nextBitmap)
      nextBitmap += 1
      cache.lend(bitmap, for: key, capacity: memory.capacity, scratch: scratch)
      underWay[key] = Errand(bitmap: bitmap, begun: now)
      return Handout(work: .render(key, into: bitmap), reused: memory.reused, freed: freed + memory.freed)
    }
    return Handout(freed: freed)
  }

  /// What pages far ahead leave free: the pool, and a viewport of tiles.
  private var reserve: Int { max(0, cache.pool.limit - cache.pool.byteCount) + 4 * viewport.area }

  private func isOnScreen(_ key: RenderKey) -> Bool {
    key.kind != .thumbnail && visible.contains(Int(key.page))
  }

  /// Whether something is on the screen or stands before a place in the plan.
  private func isWanted(_ key: RenderKey, before place: Int = .max) -> Bool {
    if isOnScreen(key) { return true }
    let rank = key.kind == .thumbnail ? thumbnailRanks[key.page] : ranks[key.page]
    return rank.map { $0 < place } ?? false
  }

  /// Tiles together have at most two viewports of pixels, those nearest the centre: the others give way, at last the
  /// page's own tile of an earlier view. Where workers have too many pixels already this one waits.
  private mutating func hasRoomForTile(_ key: RenderKey, at place: Int, _ freed: inout [BitmapID]) -> Bool {
    let room = 2 * viewport.area - key.clip.area
    if cache.tilePixels <= room { return true }
    let wanted = Set(plan[..<place].filter { $0.kind == .tile })
    let farther = cache.limitTiles(toPixels: room) { wanted.contains($0) || $0.page == key.page }
    freed += farther.freed
    if farther.fits { return true }
    let all = cache.limitTiles(toPixels: room, protecting: wanted.contains)
    freed += all.freed
    return all.fits
  }

  /// Thumbnails have a quarter of the budget at most.
  private mutating func hasRoomForThumbnail(
    _ key: RenderKey, at place: Int, _ freed: inout [BitmapID]
  ) -> Bool {
    let lent = underWay.keys.reduce(0) { $1.kind == .thumbnail ? $0 + $1.byteCount : $0 }
    let room = cache.limitThumbnails(to: cache.budget / 4 - lent - key.byteCount) { [self] in
      isWanted($0, before: place)
    }
    freed += room.freed
    return room.fits
  }

  // MARK: Taking in

  /// A worker has drawn a bitmap.
  /// - Returns: bitmaps nobody needs any more: the one it replaces, or itself when it has come too late.
  package mutating func finished(
    _ key: RenderKey, _ bitmap: BitmapID, _ format: RenderYield.Format = .colour, isStale: Bool,
    at now: Timestamp = .zero
  ) -> [BitmapID] {
    if let errand = underWay.removeValue(forKey: key), key.kind == .base { pace.record(now - errand.begun) }
    let capacity = cache.takeBack(bitmap) ?? key.byteCount
    formats.record(format, for: key)
    let bytes = format == .grey ? key.greyByteCount : capacity
    guard !isStale else { return cache.putAway(bitmap, capacity: capacity, byteCount: bytes) }
    failures.recordSuccess(key)
    // It was overtaken: the one that is wanted now has come before it.
    let held = cache.entry(Int(key.page), key.kind)
    if let held, plan.contains(held.key), !plan.contains(key) {
      return cache.putAway(bitmap, capacity: capacity, byteCount: bytes)
    }
    let room = cache.makeRoom(for: bytes) { [self] in isWanted($0) }
    guard room.fits || isOnScreen(key) else { return room.freed + [bitmap] }
    return room.freed + cache.insert(key, bitmap, format, capacity: capacity)
  }

  /// A render has failed; its memory is free again.
  /// - Returns: whether it is to be reported, for it will not be tried again, and bitmaps that go.
  package mutating func failed(
    _ key: RenderKey, _ bitmap: BitmapID, _ blame: DeathBlame, _ code: ErrorCode
  ) -> (isGivenUp: Bool, freed: [BitmapID]) {
    underWay[key] = nil
    let capacity = cache.takeBack(bitmap) ?? key.byteCount
    return (
      failures.record(key, blame: blame, code: code),
      cache.putAway(bitmap, capacity: capacity, byteCount: capacity)
    )
  }

  /// A buffer lent for an earlier document is back: nothing of this one is drawn into it.
  package mutating func takeBack(_ key: RenderKey, _ bitmap: BitmapID) {
    underWay[key] = nil
    cache.takeBack(bitmap)
  }

  /// The small picture of a page for the grid; nil until it has been drawn.
  package func thumbnail(_ page: Int) -> BitmapCache.Entry? { cache.thumbnail(page) }

  /// Whoever looks at a page that would not draw wants it tried once more.
  package mutating func forgetFailures(of page: Int) { failures.forget(page) }

  /// Whether pixels of a visible page are wanted that no worker draws.
  /// - Parameter canDraw: of other pages nothing is wanted.
  package func visibleWaits(where canDraw: (Int) -> Bool = { _ in true }) -> Bool {
    plan.contains { key in
      canDraw(Int(key.page)) && key.kind != .thumbnail && visible.contains(Int(key.page))
        && underWay[key] == nil && !cache.holds(key)
        && !failures.isGivenUp(key)
    }
  }

  // MARK: Letting go

  /// The layout has changed under the tiles.
  package mutating func dropTiles() -> [BitmapID] {
    cache.removeTiles()
  }

  /// Everything goes but what workers still hold.
  package mutating func dropAll() -> [BitmapID] {
    forgetPlan()
    return cache.removeAll()
  }

  /// All but the visible pages go, and nothing is planned any more.
  /// - Returns: also what will not be drawn now.
  package mutating func trim(to visible: Range<Int>) -> (freed: [BitmapID], dropped: [RenderKey]) {
    let before = plan
    forgetPlan()
    return (cache.removeAll(except: visible.contains), unbegun(before))
  }

  /// Another document: nothing of the old one is kept, not even what is known to fail.
  package mutating func startOver() -> [BitmapID] {
    failures = RenderFailures()
    formats = FormatGuess()
    pace = RenderPace()
    return dropAll()
  }

  private mutating func forgetPlan() {
    plan = []
    firstAhead = 0
    firstExtra = 0
    rank()
  }
}
