/// Going through pages: by a control, a tap, a key or a link.
extension Session {
  /// Shows a place at once. Sizes of the pages before it that are not known yet are asked for first, so that it is
  /// there right at once; a document that is still opening shows it as soon as it is open.
  /// - Parameter zoom: nil for the zoom as it is.
  mutating func show(_ place: PagePlace, zoom: Double? = nil, at now: Timestamp) {
    guard !document.isOpening else {
      document.landing = place
      return
    }
    guard document.isOpen, (0..<document.sizes.count).contains(place.page) else { return }
    guard document.knowsWay(to: place.page) else {
      document.landing = place
      planIsOld = true
      return
    }
    settle(on: place, zoom: zoom ?? scroller.viewport.zoom, at: now)
  }

  /// Shows a point of a page, in points from its top left; reading of the page begins where there is none.
  mutating func show(page: Int, point: Point?, at now: Timestamp) {
    show(PagePlace(page: page, x: point?.x, y: point?.y), at: now)
  }

  /// What was to be gone to when sizes are known.
  mutating func land(at now: Timestamp) {
    guard let place = document.landing else { return }
    document.landing = nil
    if document.isOpening {
      document.phase = .open
      relayout()
      scroller.jump(to: .zero, zoom: 1)
      showBar(at: now)
    }
    settle(on: place, zoom: scroller.viewport.zoom, at: now)
    if let back = document.returning {
      document.returning = nil
      if back.page == place.page { show(back, at: now) }
    }
    heldOffset = scroller.viewport.offset
    viewChanged(at: now)
  }

  private mutating func settle(on place: PagePlace, zoom: Double, at now: Timestamp) {
    showOnly(place.page, at: now)
    let offset = offset(for: place, zoom: zoom)
    move(at: now) { $0.jump(to: offset, zoom: zoom, page: place.page) }
    document.landing = nil
    document.goal = place
  }

  /// Turns so many pages on or back, in the order of reading.
  mutating func stepPage(by count: Int, at now: Timestamp) {
    guard document.isOpen, document.layout.count > 0, count != 0 else { return }
    let (origin, zoom) = scroller.destination
    var page = page(readIn: origin, zoom: zoom) + count
    page = min(max(page, 0), document.sizes.count - 1)
    if document.layout.solePage != nil || !document.knowsWay(to: page) {
      show(PagePlace(page: page), at: now)
      return
    }
    // Near the ends several pages lie in the same view.
    while (0..<document.sizes.count).contains(page) {
      let target = offset(for: PagePlace(page: page), zoom: zoom)
      move(at: now) { $0.glide(to: target, page: page, at: now) }
      if scroller.destination.offset != origin { return }
      page += count.signum()
    }
  }

  /// The page that a view begins with, or else shows most of.
  private func page(readIn offset: Point, zoom: Double) -> Int {
    let layout = document.layout
    var view = scroller.viewport
    view.show(offset: offset, zoom: zoom)
    let first =
      scroller.snaps(at: zoom) ? PageAnchor(layout, view, onSlot: true).page : layout.leadingPage(view)
    let isAtStart = abs(layout.leading(first, zoom: zoom) - offset[layout.axis]) < 2
    return isAtStart || scroller.snaps(at: zoom) ? first : mostVisiblePage(in: view) ?? first
  }

  /// Scrolls by a distance (px of content upwards and leftwards); at the edge of a slot to the next one.
  mutating func scroll(by distance: Point, at now: Timestamp) {
    let before = scroller.destination
    move(at: now) { $0.glide(by: distance, at: now) }
    let axis = document.layout.axis
    guard let page = document.layout.solePage, distance[axis] != 0, scroller.destination == before else {
      return
    }
    let step = (distance[axis] > 0) != document.layout.style.isRightToLeft ? 1 : -1
    guard (0..<document.layout.count).contains(page + step) else { return }
    show(PagePlace(page: page + step), at: now)
  }

  /// Where the document begins or ends.
  mutating func showEnd(_ last: Bool, at now: Timestamp) {
    guard document.isOpen, document.layout.count > 0 else { return }
    let page = last ? document.layout.count - 1 : 0
    showOnly(page, at: now)
    let axis = document.layout.axis
    let goesFar = last != document.layout.style.isRightToLeft
    move(at: now) {
      var offset = $0.viewport.offset
      offset[axis] = goesFar ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
      $0.jump(to: offset, zoom: $0.viewport.zoom, page: page)
    }
  }

  /// One step larger (+1) or smaller (−1), about the centre.
  mutating func stepZoom(by steps: Int, at now: Timestamp) {
    press(steps > 0 ? .plus : .minus, at: now)
  }

  /// So much of the panel's lower edge is covered by the keyboard, px: the view of the pages is shorter, and what is
  /// seen above it stays in its place.
  mutating func setObscured(bottom: Int, at now: Timestamp) {
    let covered = min(max(0, bottom), panel.size.height - 1)
    guard covered != arrangement.covered else { return }
    move(at: now) { $0.finish() }
    keepingPlace(at: now) {
      $0.arrangement.covered = covered
      $0.renewScroller()
      $0.relayout()
    }
  }
}
