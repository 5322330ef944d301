/// Laying out, and what stays in place meanwhile.
extension Session {
  mutating func relayout() {
    let page = document.layout.solePage
    document.layout = arrangement.layout(
      document.sizes, on: panel, spacing: options.spacing ?? Int(panel.pixels(dp: 8).rounded()))
    if let page { document.layout.showOnly(page) }
    document.epoch += 1
    scroller.setLayout(document.layout)
    free(desk.dropTiles())
    planIsOld = true
  }

  /// Another part of the panel shows pages: the scroller starts anew at the same zoom.
  mutating func renewScroller() {
    let zoom = scroller.viewport.zoom
    scroller = Scroller(
      panel: panel, view: arrangement.view(of: panel), limits: options.limits, settings: options.gestures)
    scroller.jump(to: .zero, zoom: zoom)
  }

  /// Changes the layout and keeps the page point where reading begins in the view (or what was gone to), and the zoom.
  /// Pages passed on the way are not reported.
  mutating func keepingPlace(at now: Timestamp, _ change: (inout Session) -> Void) {
    guard document.isOpen, document.layout.count > 0 else {
      change(&self)
      return
    }
    let (offset, zoom) = (scroller.viewport.offset, scroller.viewport.zoom)
    let anchor = PageAnchor(document.layout, scroller.viewport, onSlot: scroller.snaps(at: zoom))
    let (goal, landing) = (document.goal, document.landing)
    change(&self)
    showOnly(anchor.page, at: now)
    var place = anchor.offset(in: document.layout, zoom: zoom)
    if let goal {
      let axis = document.layout.axis
      place[axis] = self.offset(for: goal, zoom: zoom)[axis]
    }
    move(at: now) { $0.jump(to: place, zoom: zoom, page: goal?.page ?? anchor.page) }
    heldOffset = heldOffset + (scroller.viewport.offset - offset)
    (document.goal, document.landing) = (goal, landing)
    // Even where the offset is the same, other pages may be in view.
    viewChanged(at: now)
  }

  /// In a single layout another page is the one that is there.
  mutating func showOnly(_ page: Int, at now: Timestamp) {
    guard let sole = document.layout.solePage, sole != page else { return }
    document.layout.showOnly(page)
    scroller.finish()
    scroller.setLayout(document.layout)
    document.goal = nil
    viewChanged(at: now)
  }

  /// Arranges pages another way; the page and the place on it stay.
  package mutating func arrange(_ style: LayoutStyle, at now: Timestamp) {
    guard style != arrangement.style else { return }
    move(at: now) { $0.finish() }
    keepingPlace(at: now) {
      $0.arrangement.style = style
      $0.relayout()
    }
  }

  /// The offset that shows a place at the nearest zoom that is allowed, before the edges have their say.
  func offset(for place: PagePlace, zoom: Double) -> Point {
    let (layout, zoom) = (document.layout, scroller.limits.clamp(zoom))
    let (axis, frame) = (layout.axis, layout.frame(of: place.page))
    let size = document.sizes[place.page]
    /// Zoomed content px.
    func position(_ axis: Axis) -> Double? {
      guard let point = place[axis], point.isFinite else { return nil }
      let share = min(max(point / size[axis], 0), 1)
      return (Double(frame.start(axis)) + share * Double(frame.length(axis))) * zoom
    }
    var offset = Point(along: axis, layout.leading(place.page, zoom: zoom), across: 0)
    let share = layout.style.isRightToLeft ? 1 - place.share : place.share
    if let main = position(axis) {
      // At a page's very end something of the page is to be seen all the same.
      let rim = min(Double(frame.length(axis)) * zoom, Double(layout.viewport[axis])) / 4
      let inside =
        layout.style.isRightToLeft
        ? max(main, Double(frame.start(axis)) * zoom + rim) : min(main, Double(frame.end(axis)) * zoom - rim)
      offset[axis] = inside - share * Double(layout.viewport[axis])
    }
    let range = layout.across(place.page, zoom: zoom)
    var across = scroller.viewport.offset[axis.other]
    if let wanted = position(axis.other) {
      let view = Double(layout.viewport[axis.other])
      let isSeen = wanted >= across && wanted <= across + view * 0.9
      if place.share == 0 || !isSeen { across = wanted - place.share * view }
    }
    offset[axis.other] = min(max(across, range.lowerBound), range.upperBound)
    return offset
  }
}
