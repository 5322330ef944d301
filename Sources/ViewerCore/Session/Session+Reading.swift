/// What fingers and keys do to the page.
extension Session {
  mutating func apply(_ event: GestureEvent, at now: Timestamp) {
    if controlsTake(event, at: now) || frozenTakes(event) || selectionTakes(event, at: now) {
      controls.pressedOnPage = nil
      return
    }
    pressOnPage(event)
    guard let event = switches.filter(event) else { return }
    if arrangement.style.mode == .single, event.movesPage { return }
    switch event {
    case .touched:
      forms.forgetTap()
      move(at: now) { $0.hold() }
      heldOffset = scroller.viewport.offset
    case .pan(let by):
      move(at: now) { $0.pan(by: by) }
    case .pinch(let focus, let by, let scale):
      move(at: now) { $0.pinch(focus: focus, by: by, scale: scale) }
    case .takeBack:
      let offset = heldOffset
      move(at: now) { $0.jump(to: offset, zoom: $0.viewport.zoom) }
      move(at: now) { $0.hold() }
    case .released(let velocity):
      release(velocity: velocity, at: now)
    case .cancelled:
      move(at: now) { $0.release(velocity: .zero, at: now) }
    case .tapped(let place):
      if let control = controlOnPage(at: place) {
        perform(control.action, at: now)
      } else if !takeField(near: place, at: now), !followLink(near: place, at: now) {
        noteEarlyTap(at: place, now)
        tapped(at: place)
        pageTapped(at: now)
      }
    case .doubleTapped(let place):
      let zoom = options.limits.doubleTapTarget(from: scroller.destinationZoom)
      move(at: now) { $0.glide(toZoom: zoom, about: place, at: now) }
    case .pressed, .longPressed, .longPressMoved, .longPressTakenBack:
      // Controls and selection answer to these.
      break
    case .finished(let summary):
      emit(.trace(.gesture(summary)))
    }
  }

  private mutating func release(velocity: Point, at now: Timestamp) {
    if let step = documentStep(for: velocity) {
      move(at: now) { $0.release(velocity: .zero, at: now) }
      step > 0 ? openNext(at: now) : openPrevious(at: now)
      return
    }
    move(at: now) { $0.release(velocity: velocity, at: now) }
  }

  /// A sideways swipe over pages that cannot be panned sideways turns to the next or previous document.
  private func documentStep(for velocity: Point) -> Int? {
    guard sourceCount > 1, switches.has(.documentSwipe),
      scroller.travel.content.width <= Double(scroller.viewport.size.width),
      abs(velocity.x) > 2 * abs(velocity.y), abs(velocity.x) > panel.pixels(dp: 400)
    else { return nil }
    return velocity.x < 0 ? 1 : -1
  }

  mutating func press(_ key: Key, at now: Timestamp) {
    let gestures = options.gestures
    let step = panel.pixels(dp: gestures.arrowStep)
    let axis = document.layout.axis
    let screen = gestures.pageStep * Double(scroller.viewport.size[axis]) * readingSign
    switch key {
    case .up: scroll(by: Point(x: 0, y: -step), at: now)
    case .down: scroll(by: Point(x: 0, y: step), at: now)
    case .left: scroll(by: Point(x: -step, y: 0), at: now)
    case .right: scroll(by: Point(x: step, y: 0), at: now)
    case .pageUp: scroll(by: Point(along: axis, -screen, across: 0), at: now)
    case .pageDown: scroll(by: Point(along: axis, screen, across: 0), at: now)
    case .home: showEnd(false, at: now)
    case .end: showEnd(true, at: now)
    case .plus: zoom(to: scroller.destinationZoom * gestures.zoomStep, at: now)
    case .minus: zoom(to: scroller.destinationZoom / gestures.zoomStep, at: now)
    }
  }

  /// +1 where reading goes on towards larger offsets, −1 where it goes from the right to the left.
  var readingSign: Double { arrangement.style.isRightToLeft ? -1 : 1 }

  /// Glides to a zoom about the middle of the view.
  private mutating func zoom(to zoom: Double, at now: Timestamp) {
    let size = scroller.viewport.size
    let centre = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    move(at: now) { $0.glide(toZoom: zoom, about: centre, at: now) }
  }

  mutating func obey(_ command: SessionEvent.Command, at now: Timestamp) {
    switch command {
    case .next: openNext(at: now)
    case .previous: openPrevious(at: now)
    case .search, .nextMatch, .previousMatch, .selectAll, .copy: obeyReading(command, at: now)
    case .home:
      clearForm()
      show(PagePlace(page: 0), zoom: 1, at: now)
    case .zoom(let zoom): self.zoom(to: zoom, at: now)
    case .open(let source):
      // A document that failed is tried again.
      if source != document.source || documentFailure != nil { open(source: source, at: now) }
    case .reload:
      let place = here
      open(source: document.source, at: now)
      document.returning = place
    case .blank(let blank): setBlank(blank, at: now)
    case .goToLabel(let label):
      document.wantedLabel = label
      goToWantedLabel(at: now)
    case .goTo(let page):
      document.wantedLabel = nil
      // While the document opens nobody knows how many pages it has.
      let last = document.isOpening && document.sizes.count == 0 ? .max : max(1, document.sizes.count)
      guard (1...last).contains(page) else {
        emit(.trace(.error(code: .pageOutOfRange, page: page)))
        return
      }
      show(PagePlace(page: page - 1), at: now)
    }
  }

  /// Goes to the page that was asked for by its label, once labels have been read.
  mutating func goToWantedLabel(at now: Timestamp) {
    guard let label = document.wantedLabel, document.isOpen, document.info != nil else { return }
    document.wantedLabel = nil
    guard let page = PageNames.page(named: label, labels: pageLabels, count: document.sizes.count) else {
      emit(.trace(.error(code: .pageOutOfRange, page: nil)))
      return
    }
    show(PagePlace(page: page), at: now)
  }

  private mutating func tapped(at place: Point) {
    let content = scroller.viewport.content(at: place)
    let page = document.layout.count > 0 ? document.layout.page(at: content[document.layout.axis]) : nil
    let inside = page.flatMap { page -> Point? in
      let frame = document.layout.frame(of: page)
      guard content.y >= Double(frame.y), content.y < Double(frame.maxY), content.x >= Double(frame.x),
        content.x < Double(frame.maxX)
      else { return nil }
      return pagePoint(content, on: page)
    }
    emit(.trace(.tap(at: place, page: inside == nil ? nil : page.map { $0 + 1 }, point: inside ?? .zero)))
  }

  /// A place in the content, as a place on a page in points.
  func pagePoint(_ content: Point, on page: Int) -> Point {
    let frame = document.layout.frame(of: page)
    let scale = document.sizes[page].width / Double(frame.width)
    return Point(x: (content.x - Double(frame.x)) * scale, y: (content.y - Double(frame.y)) * scale)
  }

  /// Takes note of pages that come into view, and of the current page: the one with the largest visible area, the
  /// earlier on a tie.
  mutating func notePagesInView(at now: Timestamp) {
    let visible = visiblePages
    if visible != pagesInView {
      for page in visible where !pagesInView.contains(page) {
        if desk.cache.base(page) != nil { counters.cacheHits += 1 } else { counters.cacheMisses += 1 }
      }
      pagesInView = visible
    }
    guard let page = mostVisiblePage(in: scroller.viewport), page != currentPage else { return }
    currentPage = page
    if !controls.bar.isUp(at: now) { furniture.pageChanged(at: now) }
    emit(.trace(.page(currentPage + 1)))
  }

  /// The page with the largest visible area, the earlier on a tie; nil where none is seen.
  func mostVisiblePage(in viewport: Viewport) -> Int? {
    let screen = PixelRect(size: viewport.size)
    var best: (page: Int?, area: Int) = (nil, 0)
    for page in document.layout.visiblePages(viewport) {
      let area = viewport.frame(of: document.layout.frame(of: page)).intersection(screen).area
      if area > best.area { best = (page, area) }
    }
    return best.page
  }

  mutating func reportViewport() {
    guard document.isOpen, currentPage >= 0 else { return }
    let viewport = scroller.viewport
    emit(
      .trace(
        .viewport(
          page: currentPage + 1, point: pagePoint(viewport.content(at: .zero), on: currentPage),
          zoom: viewport.zoom, visible: visiblePages.map { $0 + 1 },
          atEnd: scroller.isAtEnd)))
  }

  var visiblePages: Range<Int> {
    document.layout.visiblePages(scroller.viewport)
  }
}
