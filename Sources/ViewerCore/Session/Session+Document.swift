/// Opening, laying out, and what becomes of the panel.
extension Session {
  mutating func open(source: Int) {
    if document.number > 0 { emit(.close(document: document.number)) }
    document = DocumentState(number: document.number + 1, source: source)
    // Nothing is left of the old document that fingers could still move.
    scroller = Scroller(panel: panel, limits: options.limits, settings: options.gestures)
    selecting = SelectionState()
    searching = SearchState()
    currentPage = -1
    pagesInView = 0..<0
    planIsOld = true
    free(desk.startOver())
    emit(.open(document: document.number, source: source))
  }

  /// Goes on through the documents, in a circle; a single one stays open.
  mutating func openNext() {
    step(by: 1)
  }

  mutating func openPrevious() {
    step(by: options.sources - 1)
  }

  private mutating func step(by count: Int) {
    guard options.sources > 1 else { return }
    open(source: (document.source + count) % options.sources)
  }

  mutating func fail(_ failure: Failure, page: Int?) {
    document.phase = .failed(failure)
    emit(.trace(.error(code: failure.code, page: page)))
  }

  mutating func opened(pages: Int, first: Size, encrypted: Bool, at now: Timestamp) {
    guard pages > 0 else {
      fail(Failure(.emptyDocument, "", "the document has no pages"), page: nil)
      return
    }
    document.sizes = PageSizes(count: pages, first: first)
    counters.documents += 1
    emit(.trace(.load(pages: pages, size: document.sizes[0], encrypted: encrypted)))
    let target = document.source == 0 ? options.firstPage : 0
    guard target < pages else {
      fail(
        Failure(
          .pageOutOfRange, "page \(target + 1)",
          "the document has \(pages == 1 ? "one page" : "\(pages) pages")"), page: target + 1)
      return
    }
    document.phase = .open
    relayout()
    scroller.jump(to: top(of: target, zoom: 1), zoom: 1)
    document.goal = target
    viewChanged(at: now)
  }

  /// Where a page's top lies in the content, at the nearest zoom that is allowed.
  func top(of page: Int, zoom: Double) -> Point {
    Point(x: 0, y: Double(document.layout.frame(of: page).y) * scroller.limits.clamp(zoom))
  }

  /// A batch of sizes has come to nothing; the estimate of a page that is to blame for it stands.
  mutating func sizesFailed(at now: Timestamp) {
    guard let page = document.sizing.failed() else { return }
    document.waitingSizes.append((page, [document.sizes[page]]))
    planIsOld = true
    takeWaitingSizes(at: now)
  }

  /// Sizes that came in: the page at the panel's top stays where it is. While the page moves or is held they wait.
  mutating func takeWaitingSizes(at now: Timestamp) {
    guard !document.waitingSizes.isEmpty, !scroller.isMoving, !scroller.isHeld else { return }
    var differs = false
    for batch in document.waitingSizes where document.sizes.record(batch.sizes, from: batch.first) {
      differs = true
    }
    document.waitingSizes = []
    planIsOld = true
    guard differs else { return }
    keepingPlace(at: now) { $0.relayout() }
  }

  /// Changes the layout and keeps the page point at the panel's top left (the top of a page that was gone to), and
  /// the zoom.
  private mutating func keepingPlace(at now: Timestamp, _ change: (inout Session) -> Void) {
    guard document.isOpen, document.layout.count > 0 else {
      change(&self)
      return
    }
    let top = scroller.viewport.content(at: .zero)
    let page = document.layout.page(at: top.y)
    let before = document.layout.frame(of: page)
    let share = (top.y - Double(before.y)) / Double(before.height)
    let across = top.x / Double(max(1, before.width))
    let zoom = scroller.viewport.zoom
    let goal = document.goal
    let offset = scroller.viewport.offset
    change(&self)
    let frame = document.layout.frame(of: page)
    // Above the page lies a gap, whose height does not grow with the page.
    let inside =
      share < 0 ? top.y - Double(before.y) : share * Double(frame.height)
    var place = Point(x: across * Double(frame.width) * zoom, y: (Double(frame.y) + inside) * zoom)
    if let goal { place.y = self.top(of: goal, zoom: zoom).y }
    move(at: now) { $0.jump(to: place, zoom: zoom) }
    heldOffset = heldOffset + (scroller.viewport.offset - offset)
    document.goal = goal
    // Even where the offset is the same, other pages may be in view.
    viewChanged(at: now)
  }

  private mutating func relayout() {
    document.layout = PageLayout(
      sizes: document.sizes, viewport: panel.size,
      spacing: options.spacing ?? Int(panel.pixels(dp: 8).rounded()))
    document.epoch += 1
    scroller.setExtent(document.layout.extent)
    free(desk.dropTiles())
    planIsOld = true
  }

  mutating func setPanel(_ panel: Panel?, _ rotation: Rotation, at now: Timestamp) {
    cancelTouches(at: now)
    guard let panel else {
      guard !isDetached else { return }
      isDetached = true
      move(at: now) { $0.finish() }
      trim(.detached)
      pagesInView = 0..<0
      return
    }
    if isDetached {
      isDetached = false
      planIsOld = true
      notePagesInView(at: now)
    }
    guard panel != self.panel || rotation != self.rotation else { return }
    move(at: now) { $0.finish() }
    // Bitmaps are turned as the panel hangs: those of another turn cannot be shown.
    if rotation != self.rotation { free(desk.dropAll()) }
    self.panel = panel
    self.rotation = rotation
    recogniser = GestureRecognizer(settings: options.gestures, panel: panel)
    keepingPlace(at: now) {
      let zoom = $0.scroller.viewport.zoom
      $0.scroller = Scroller(
        panel: panel, limits: $0.options.limits, settings: $0.options.gestures)
      $0.scroller.jump(to: .zero, zoom: zoom)
      $0.relayout()
    }
  }

  mutating func setHidden(_ hidden: Bool, at now: Timestamp) {
    guard hidden != isHidden else { return }
    isHidden = hidden
    planIsOld = true
    guard hidden else { return }
    cancelTouches(at: now)
    move(at: now) { $0.finish() }
    trim(.hidden)
  }

  /// Memory is short: only visible pages are kept, and drawn, for the next 30 seconds.
  mutating func spare(at now: Timestamp) {
    sparingUntil = now + .seconds(30)
    trim(.pressure)
  }

  /// Gives memory back: all but the visible pages, or everything when there is no screen.
  mutating func trim(_ reason: TraceEvent.TrimReason) {
    let before = desk.cache.baseBytes + desk.cache.tileBytes
    free(reason == .detached ? desk.dropAll() : desk.trim(to: visiblePages))
    planIsOld = true
    emit(.trace(.trim(reason: reason, before: before, after: desk.cache.baseBytes + desk.cache.tileBytes)))
  }

  mutating func free(_ bitmaps: [BitmapID]) {
    for bitmap in bitmaps { emit(.free(bitmap)) }
  }
}
