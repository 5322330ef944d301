/// Opening, laying out, and what becomes of the panel.
extension Session {
  mutating func open(source: Int) {
    if document.number > 0 { emit(.close(document: document.number)) }
    document = DocumentState(number: document.number + 1, source: source)
    currentPage = -1
    planIsOld = true
    free(desk.startOver())
    emit(.open(document: document.number, source: source))
  }

  mutating func openNext() {
    open(source: (document.source + 1) % options.sources)
  }

  mutating func openPrevious() {
    open(source: (document.source + options.sources - 1) % options.sources)
  }

  mutating func opened(pages: Int, first: Size, encrypted: Bool, at now: Timestamp) {
    document.sizes = PageSizes(count: pages, first: first)
    counters.documents += 1
    emit(.trace(.load(pages: pages, size: document.sizes[0], encrypted: encrypted)))
    let target = document.source == 0 ? options.firstPage : 0
    guard target < pages else {
      document.phase = .failed(
        Failure(
          .pageOutOfRange, "page \(target + 1)",
          "the document has \(pages == 1 ? "one page" : "\(pages) pages")"))
      emit(.trace(.error(code: .pageOutOfRange, page: target + 1)))
      return
    }
    document.phase = .open
    relayout()
    scroller.jump(to: Point(x: 0, y: Double(document.layout.frame(of: target).y)), zoom: 1)
    settling.changed(at: now)
    planIsOld = true
    noteCurrentPage(at: now)
  }

  /// Sizes that came in: the page at the panel's top stays where it is.
  mutating func takeWaitingSizes(at now: Timestamp) {
    guard !document.waitingSizes.isEmpty else { return }
    var differs = false
    for batch in document.waitingSizes where document.sizes.record(batch.sizes, from: batch.first) {
      differs = true
    }
    document.waitingSizes = []
    planIsOld = true
    guard differs else { return }
    keepingPlace(at: now) { $0.relayout() }
  }

  /// Changes the layout and keeps the page point at the panel's top left, and the zoom.
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
    change(&self)
    let frame = document.layout.frame(of: page)
    // Above the page lies a gap, whose height does not grow with the page.
    let inside =
      share < 0 ? top.y - Double(before.y) : share * Double(frame.height)
    move(at: now) {
      $0.jump(
        to: Point(x: across * Double(frame.width) * zoom, y: (Double(frame.y) + inside) * zoom), zoom: zoom)
    }
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
    handle(.touchesEnded, at: now)
    guard let panel else {
      isDetached = true
      trim(.detached)
      return
    }
    isDetached = false
    planIsOld = true
    guard panel != self.panel || rotation != self.rotation else { return }
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

  mutating func setHidden(_ hidden: Bool) {
    guard hidden != isHidden else { return }
    isHidden = hidden
    planIsOld = true
    if hidden { trim(.hidden) }
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
