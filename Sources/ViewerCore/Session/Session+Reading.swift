/// What fingers and keys do to the page.
extension Session {
  mutating func apply(_ event: GestureEvent, at now: Timestamp) {
    if controlsTake(event, at: now) || selectionTakes(event, at: now) { return }
    switch event {
    case .touched:
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
      if !followLink(near: place, at: now) { tapped(at: place) }
    case .doubleTapped(let place):
      let zoom = options.limits.doubleTapTarget(from: scroller.destinationZoom)
      move(at: now) { $0.glide(toZoom: zoom, about: place, at: now) }
    case .pressed, .longPressed, .longPressMoved, .longPressTakenBack:
      // Controls and selection answer to these; there are none yet that a finger could hold.
      break
    case .finished(let summary):
      emit(.trace(.gesture(summary)))
    }
  }

  private mutating func release(velocity: Point, at now: Timestamp) {
    if let step = documentStep(for: velocity) {
      move(at: now) { $0.release(velocity: .zero, at: now) }
      step > 0 ? openNext() : openPrevious()
      return
    }
    move(at: now) { $0.release(velocity: velocity, at: now) }
  }

  /// A sideways swipe over a page that cannot be panned sideways turns to the next or previous document.
  private func documentStep(for velocity: Point) -> Int? {
    guard options.sources > 1, !scroller.bounds.scrollsSideways,
      abs(velocity.x) > 2 * abs(velocity.y), abs(velocity.x) > panel.pixels(dp: 400)
    else { return nil }
    return velocity.x < 0 ? 1 : -1
  }

  mutating func press(_ key: Key, at now: Timestamp) {
    let gestures = options.gestures
    let step = panel.pixels(dp: gestures.arrowStep)
    let screen = gestures.pageStep * Double(panel.size.height)
    let centre = Point(x: Double(panel.size.width) / 2, y: Double(panel.size.height) / 2)
    move(at: now) {
      switch key {
      case .up: $0.glide(by: Point(x: 0, y: -step), at: now)
      case .down: $0.glide(by: Point(x: 0, y: step), at: now)
      case .left: $0.glide(by: Point(x: -step, y: 0), at: now)
      case .right: $0.glide(by: Point(x: step, y: 0), at: now)
      case .pageUp: $0.glide(by: Point(x: 0, y: -screen), at: now)
      case .pageDown: $0.glide(by: Point(x: 0, y: screen), at: now)
      case .home:
        $0.jump(to: Point(x: $0.viewport.offset.x, y: $0.bounds.y.lowerBound), zoom: $0.viewport.zoom)
      case .end:
        $0.jump(to: Point(x: $0.viewport.offset.x, y: $0.bounds.y.upperBound), zoom: $0.viewport.zoom)
      case .plus: $0.glide(toZoom: $0.destinationZoom * gestures.zoomStep, about: centre, at: now)
      case .minus: $0.glide(toZoom: $0.destinationZoom / gestures.zoomStep, about: centre, at: now)
      }
    }
  }

  mutating func obey(_ command: SessionEvent.Command, at now: Timestamp) {
    switch command {
    case .next: openNext()
    case .previous: openPrevious()
    case .search, .nextMatch, .previousMatch, .selectAll, .copy: obeyReading(command, at: now)
    case .home: show(page: 0, zoom: 1, at: now)
    case .zoom(let zoom):
      let centre = Point(x: Double(panel.size.width) / 2, y: Double(panel.size.height) / 2)
      move(at: now) { $0.glide(toZoom: zoom, about: centre, at: now) }
    case .goTo(let page):
      guard (1...max(1, document.sizes.count)).contains(page) else {
        emit(.trace(.error(code: .pageOutOfRange, page: page)))
        return
      }
      show(page: page - 1, zoom: scroller.viewport.zoom, at: now)
    }
  }

  /// Shows the top of a page at once.
  private mutating func show(page: Int, zoom: Double, at now: Timestamp) {
    guard document.isOpen else { return }
    let top = top(of: page, zoom: zoom)
    move(at: now) { $0.jump(to: Point(x: $0.viewport.offset.x, y: top.y), zoom: zoom) }
    document.goal = page
  }

  private mutating func tapped(at place: Point) {
    let content = scroller.viewport.content(at: place)
    let page = document.layout.count > 0 ? document.layout.page(at: content.y) : nil
    let inside = page.flatMap { page -> Point? in
      let frame = document.layout.frame(of: page)
      guard content.y >= Double(frame.y), content.y < Double(frame.maxY), content.x >= 0,
        content.x < Double(frame.width)
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
    let screen = PixelRect(size: panel.size)
    let visible = visiblePages
    if visible != pagesInView {
      for page in visible where !pagesInView.contains(page) {
        if desk.cache.base(page) != nil { counters.cacheHits += 1 } else { counters.cacheMisses += 1 }
      }
      pagesInView = visible
    }
    var best = (page: -1, area: 0)
    for page in visible {
      let area = scroller.viewport.frame(of: document.layout.frame(of: page)).intersection(screen).area
      if area > best.area { best = (page, area) }
    }
    guard best.page >= 0, best.page != currentPage else { return }
    currentPage = best.page
    furniture.pageChanged(at: now)
    emit(.trace(.page(currentPage + 1)))
  }

  mutating func reportViewport() {
    guard document.isOpen, currentPage >= 0 else { return }
    let viewport = scroller.viewport
    emit(
      .trace(
        .viewport(
          page: currentPage + 1, point: pagePoint(viewport.content(at: .zero), on: currentPage),
          zoom: viewport.zoom, visible: visiblePages.map { $0 + 1 },
          atEnd: viewport.offset.y >= scroller.bounds.y.upperBound)))
  }

  var visiblePages: Range<Int> {
    document.layout.pages(in: scroller.viewport.visibleHeights)
  }
}
