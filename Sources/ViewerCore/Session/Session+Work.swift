/// Handing out work and taking results in.
extension Session {
  /// Pages whose thumbnails are on the screen, counted from 0, most wanted first.
  var thumbnailsWanted: [Int] { Array(pagesOnSheet) }

  /// The next thing for an idle worker to do, with memory set aside for it; nil when there is nothing.
  /// - Parameter hands: how many workers could take it.
  package mutating func nextWork(_ hands: WorkerHands = .enough) -> Work? {
    guard isVisible else { return nil }
    // Where reading is to go to a page whose place is not known, that is found out first.
    if document.landing != nil, let work = nextSizes() { return work }
    guard document.isOpen else { return nil }
    replan()
    if let work = urgentReading() { return work }
    if let work = nextRender(hands, onlyVisible: true) { return work }
    // Where a page on the screen waits for its size, that comes before pages out of sight.
    if visiblePages.contains(where: { !document.mayDraw($0) }), let work = nextSizes() { return work }
    if let work = earlyReading(hands) { return work }
    return nextRender(hands, onlyVisible: false) ?? nextSizes() ?? lateReading(hands)
  }

  private mutating func nextRender(_ hands: WorkerHands, onlyVisible: Bool) -> Work? {
    let next = desk.next(
      onlyVisible: onlyVisible, mayDrawThumbnails: hands.mayServeOthers, at: moment,
      isKnown: { [document] in document.canDraw($0) })
    free(next.freed)
    if case .render(let key, let bitmap) = next.work {
      // Of a document that is still coming pixels are not to wait for what else a page may need.
      if document.coming == nil { reading.beganRender(key, wantsText: harvestsText(of: Int(key.page))) }
      if let reused = next.reused { emit(.reuse(reused, as: bitmap)) }
    }
    return next.work
  }

  private mutating func nextSizes() -> Work? {
    if let page = document.nextSize(of: desk.plan.lazy.map { Int($0.page) }) {
      document.sizing.began(page..<page + 1)
      return .sizes(document: document.number, first: page, count: 1)
    }
    guard let batch = document.nextBatch else { return nil }
    document.sizing.began(batch.first..<batch.first + batch.count)
    return .sizes(document: document.number, first: batch.first, count: batch.count)
  }

  /// Plans anew if the view has changed since.
  package mutating func replan() {
    guard planIsOld, document.isOpen, isVisible else { return }
    planIsOld = false
    let view = view
    reading.look(at: view.visible)
    let outcome = desk.replan(for: view)
    free(outcome.freed)
    guard outcome.changed else { return }
    emit(.trace(.plan(desk.plan)))
    for key in outcome.dropped { cancelled(key) }
  }

  /// No visible page waits for pixels that are still to come.
  package var isSharp: Bool {
    guard document.isOpen else { return true }
    return visiblePages.allSatisfy { page in
      switch shownPage(page)?.quality {
      case nil, .sharp, .failed: true
      case .base: desk.failures.reason(page: page, kind: .tile) != nil
      case .placeholder: false
      }
    }
  }

  /// Pages on the screen, counted from 0.
  package var pagesOnScreen: Range<Int> { document.isOpen ? visiblePages : 0..<0 }

  /// Whether somebody waits for what only the whole of a document that is still coming can tell.
  package var wantsWhole: Bool {
    document.coming != nil
      && (searchStatus.map { !$0.isOver } ?? false || document.wantedLabel != nil || forms.isWanted)
  }

  package var stats: (counters: Counters, cache: BitmapCache) { (counters, desk.cache) }

  private var view: RenderPlanner.View {
    var view = RenderPlanner.View(
      layout: document.layout, viewport: scroller.viewport, direction: scroller.direction,
      isSettled: settling.isSettled, document: document.number, epoch: document.epoch, rotation: rotation,
      looksAhead: !isSparing, thumbnails: thumbnailsWanted)
    view.screen = panel.size
    view.isSparing = isSparing
    view.course = course
    view.editions = forms.changedPages
    return view
  }

  /// Where the page goes while renders are drawn: by momentum, or along with a finger that goes on as fast.
  private var course: [Viewport] {
    let pace = desk.pace.estimate
    if let coast = scroller.coast {
      return Course.views(pace: pace, rest: coast.end - moment) { coast.viewport(at: moment + $0) }
    }
    guard scroller.isHeld else { return [] }
    let velocity = recogniser.pace(at: moment)
    guard velocity != .zero else { return [] }
    return Course.views(pace: pace, rest: pace * 3) { scroller.dragged(for: $0, at: velocity) }
  }

  mutating func rendered(_ key: RenderKey, _ bitmap: BitmapID, _ yield: RenderYield, at now: Timestamp) {
    guard key.document == document.number else {
      desk.takeBack(key, bitmap)
      free([bitmap])
      emit(.trace(.render(key, result: .stale)))
      return
    }
    let isStale = isStale(key)
    let freed = desk.finished(key, bitmap, yield.format, isStale: isStale, at: now)
    free(freed)
    counters.rendersDone += 1
    planIsOld = true
    emit(.trace(.render(key, result: isStale ? .stale : .ok)))
    harvested(key, yield, at: now)
  }

  mutating func renderFailed(
    _ key: RenderKey, _ bitmap: BitmapID, _ code: ErrorCode, _ blame: DeathBlame, at now: Timestamp
  ) {
    guard key.document == document.number else {
      desk.takeBack(key, bitmap)
      free([bitmap])
      return
    }
    planIsOld = true
    reading.endedRender(key)
    guard code != .cancelled else {
      // It had to give way; the page is not to blame.
      desk.takeBack(key, bitmap)
      free([bitmap])
      cancelled(key)
      return
    }
    // Who kills workers from outside says nothing about pages.
    if blame != .foreign { counters.rendersFailed += 1 }
    let outcome = desk.failed(key, bitmap, blame, code)
    free(outcome.freed)
    emit(.trace(.render(key, result: .failed(code))))
    if outcome.isGivenUp { emit(.trace(.error(code: code, page: Int(key.page) + 1))) }
    if code == .outOfMemory { spare(at: now) }
  }

  /// A page that was given up is asked for once more, at once; one that was not is left alone.
  mutating func retry(page: Int) {
    desk.forgetFailures(of: page)
    planIsOld = true
  }

  /// Whether the layout, the panel or what is looked at has moved on since the work began.
  private func isStale(_ key: RenderKey) -> Bool {
    if isDetached || key.rotation != rotation || key.edition != forms.edition(of: Int(key.page)) {
      return true
    }
    if key.kind == .tile { return key.epoch != document.epoch || !visiblePages.contains(Int(key.page)) }
    return isHidden && (key.kind == .thumbnail || !visiblePages.contains(Int(key.page)))
  }
}
