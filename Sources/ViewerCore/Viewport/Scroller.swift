/// Moves the viewport: by the finger, by momentum, back from beyond the edges, between two zooms.
///
/// | state | what moves the page |
/// |---|---|
/// | rest | nothing |
/// | held | fingers: pans are damped beyond the edges, a pinch keeps the point under it in its place |
/// | coasting | a fling, the turn to a page, or the spring back from beyond an edge, an axis each |
/// | gliding | a decelerating change of zoom and offset over 250 ms |
///
/// Positions depend on start and time alone, never on how often they are looked at.
package struct Scroller: Sendable {
  private enum Activity: Sendable {
    case rest
    case held(Grip, from: PageTurn.Start)
    case coasting(x: AxisMotion, y: AxisMotion, since: Timestamp)
    case gliding(Glide)
  }

  package private(set) var viewport: Viewport
  package let limits: ZoomLimits
  private let settings: GestureSettings
  private let band: ZoomBand
  private var layout: PageLayout
  private let pixelsPerDP: Double
  private var activity: Activity = .rest
  /// +1 reading on, −1 reading back: the last way the page went.
  package private(set) var direction = 1

  /// - Parameter view: what of the panel shows pages, px; all of it by default.
  package init(panel: Panel, view: PixelSize? = nil, limits: ZoomLimits, settings: GestureSettings) {
    viewport = Viewport(size: view ?? panel.size)
    layout = PageLayout(
      sizes: PageSizes(count: 0, first: .zero), viewport: view ?? panel.size, spacing: 0)
    pixelsPerDP = panel.pixelsPerDP
    self.limits = limits
    self.settings = settings
    band = ZoomBand(limits: limits.minimum...limits.maximum, give: settings.rubberBand)
    viewport.show(offset: .zero, zoom: limits.clamp(1))
  }

  /// Moves by itself: the next frame will be another picture.
  package var isMoving: Bool {
    switch activity {
    case .rest, .held: false
    case .coasting, .gliding: true
    }
  }

  /// How the page goes on by momentum, or back inside; nil while it does not.
  package var coast: Coast? {
    guard case .coasting(let x, let y, let since) = activity else { return nil }
    return Coast(from: viewport, x: x, y: y, since: since)
  }

  /// Where the page would be after a time if a finger drew it along at a velocity (px/s on the glass). Where pages
  /// are turned one by one a finger takes it no further than it is.
  package func dragged(for time: Duration, at velocity: Point) -> Viewport {
    var viewport = viewport
    guard layout.count > 0, !snaps(at: viewport.zoom) else { return viewport }
    let offset = viewport.offset - velocity * time.seconds
    viewport.show(offset: layout.bounds(zoom: viewport.zoom).clamp(offset))
    return viewport
  }

  package var isHeld: Bool {
    if case .held = activity { true } else { false }
  }

  /// Where the page may rest near where it is.
  package var bounds: OffsetBounds { bounds(near: viewport.offset, zoom: viewport.zoom) }

  /// Whether a view at this zoom rests on slots; enlarged pages are panned freely.
  package func snaps(at zoom: Double) -> Bool {
    layout.style.mode != .continuous && (layout.solePage != nil || zoom <= max(1, limits.minimum))
  }

  private func bounds(near offset: Point, zoom: Double) -> OffsetBounds {
    guard layout.count > 0, snaps(at: zoom) else { return layout.bounds(zoom: zoom) }
    let middle = offset[layout.axis] + Double(viewport.size[layout.axis]) / 2
    return layout.bounds(ofSlot: layout.slot(at: middle / zoom), zoom: zoom)
  }

  /// Where the page may be for a page that is named: on its slot, where slots count.
  private func bounds(for page: Int?, near offset: Point, zoom: Double) -> OffsetBounds {
    guard let page, layout.count > 0, snaps(at: zoom) else { return bounds(near: offset, zoom: zoom) }
    return layout.bounds(ofSlot: page, zoom: zoom)
  }

  /// Where fingers may take the page: across the slots that it was taken from, along all of them.
  private func bounds(heldFrom page: Int) -> OffsetBounds {
    guard layout.count > 0, layout.solePage == nil, snaps(at: viewport.zoom) else { return bounds }
    var bounds = layout.bounds(ofSlot: page, zoom: viewport.zoom)
    bounds[layout.axis] = layout.slotRun(zoom: viewport.zoom)
    return bounds
  }

  /// What there is to scroll through and how far it is: zoomed content px; content is no longer than the view on an
  /// axis where nothing moves.
  package var travel: (offset: Point, content: Size) {
    var bounds = bounds
    if layout.count > 0, snaps(at: viewport.zoom) {
      bounds[layout.axis] = layout.slotRun(zoom: viewport.zoom)
    }
    return (
      viewport.offset - Point(x: bounds.x.lowerBound, y: bounds.y.lowerBound),
      Size(
        width: bounds.x.upperBound - bounds.x.lowerBound + Double(viewport.size.width),
        height: bounds.y.upperBound - bounds.y.lowerBound + Double(viewport.size.height))
    )
  }

  /// Whether nothing follows.
  package var isAtEnd: Bool {
    guard layout.count > 0 else { return true }
    if let page = layout.solePage, page < layout.count - 1 { return false }
    let range =
      snaps(at: viewport.zoom)
      ? layout.slotRun(zoom: viewport.zoom) : layout.bounds(zoom: viewport.zoom)[layout.axis]
    let place = viewport.offset[layout.axis]
    return layout.style.isRightToLeft ? place <= range.lowerBound : place >= range.upperBound
  }

  // MARK: Content

  /// The content lies another way; the viewport stays where it is, inside the new bounds.
  package mutating func setLayout(_ layout: PageLayout) {
    self.layout = layout
    if !isMoving && !isHeld { viewport.show(offset: bounds.clamp(viewport.offset)) }
  }

  /// Shows a place at once; whatever moves stops.
  /// - Parameter page: on whose slot it is, where slots count; else the nearest one's.
  package mutating func jump(to offset: Point, zoom: Double, page: Int? = nil) {
    activity = .rest
    let zoom = limits.clamp(Viewport.quantised(zoom: zoom))
    let direction = self.direction
    show(bounds(for: page, near: offset, zoom: zoom).clamp(offset), zoom: zoom)
    self.direction = direction
  }

  // MARK: Fingers

  /// Fingers take hold: whatever moves stops where it is.
  package mutating func hold() {
    guard !isHeld else { return }
    let (bound, zoom) = destination
    let from = PageTurn.Start(
      page: layout.count > 0 ? slot(at: bound, zoom: zoom) : 0, offset: viewport.offset[layout.axis],
      zoom: viewport.zoom)
    let grip = Grip(
      viewport, in: bounds(heldFrom: from.page), along: layout.axis, band: band, give: settings.rubberBand)
    activity = .held(grip, from: from)
  }

  package mutating func pan(by distance: Point) {
    guard let (held, from) = takeGrip() else { return }
    var grip = held
    let offset = grip.pan(by: distance, in: bounds(heldFrom: from.page))
    activity = .held(grip, from: from)
    show(offset, zoom: viewport.zoom)
  }

  /// The content point under `focus` stays under it exactly, edges or not; the edges have their say on release.
  package mutating func pinch(focus: Point, by distance: Point, scale: Double) {
    guard let (held, from) = takeGrip() else { return }
    var grip = held
    let view = grip.pinch(focus: focus, by: distance, scale: scale, shown: viewport.zoom)
    show(view.offset, zoom: view.zoom)
    grip.loosen(in: bounds(heldFrom: from.page))
    activity = .held(grip, from: from)
  }

  /// The fingers have lifted; the page goes on with `velocity` (px/s on the glass), or back inside its bounds.
  package mutating func release(velocity: Point, at now: Timestamp) {
    guard case .held(let grip, let from) = activity else { return }
    activity = .rest
    let zoom = limits.clamp(viewport.zoom)
    if zoom != viewport.zoom {
      let focus = grip.focus ?? centre
      start(ZoomAnimation(springingFrom: viewport.zoom, to: zoom, focus: focus, settings: settings), at: now)
      return
    }
    var (bounds, pace) = (self.bounds, velocity * -1)
    if layout.count > 0, snaps(at: zoom) { turn(from, &bounds, &pace) }
    if !bounds.scrolls(layout.axis.other) { pace[layout.axis.other] = 0 }
    let x = AxisMotion(
      from: viewport.offset.x, velocity: pace.x, speed: pace.length, in: bounds.x, pixelsPerDP: pixelsPerDP,
      settings: settings)
    let y = AxisMotion(
      from: viewport.offset.y, velocity: pace.y, speed: pace.length, in: bounds.y, pixelsPerDP: pixelsPerDP,
      settings: settings)
    if x.isAtRest(at: .zero) && y.isAtRest(at: .zero) { return }
    activity = .coasting(x: x, y: y, since: now)
  }

  /// Where a page that is let go comes to rest, and how fast it goes there.
  private func turn(_ from: PageTurn.Start, _ bounds: inout OffsetBounds, _ pace: inout Point) {
    let axis = layout.axis
    // A pinch turns no page.
    let change = viewport.zoom / from.zoom
    guard change < settings.panScale, change > 1 / settings.panScale else { return }
    let turn = PageTurn(
      layout: layout, zoom: viewport.zoom, start: from, threshold: PageTurn.speed * pixelsPerDP)
    let place = viewport.offset[axis]
    let page = turn.page(from: place, velocity: pace[axis])
    bounds = layout.bounds(ofSlot: page, zoom: viewport.zoom)
    bounds[axis] = turn.range(to: page, from: place)
    guard bounds[axis].lowerBound == bounds[axis].upperBound else { return }
    // Not so fast that it would overshoot the slot: no spring is softer than 5 / its time.
    let most = abs(place - bounds[axis].lowerBound) * 5000 / settings.springTime
    pace[axis] = min(max(pace[axis], -most), most)
  }

  private func slot(at offset: Point, zoom: Double) -> Int {
    layout.slot(at: (offset[layout.axis] + Double(viewport.size[layout.axis]) / 2) / zoom)
  }

  // MARK: Keys and taps

  /// Glides by a distance (px of content upwards and leftwards), from wherever a glide under way is bound for. At the
  /// edge of a slot it goes on to the next one.
  package mutating func glide(by distance: Point, at now: Timestamp) {
    let (origin, zoom) = destination
    var target = origin + distance
    var page: Int?
    if layout.count > 0, layout.solePage == nil, snaps(at: zoom) {
      let axis = layout.axis
      let from = slot(at: origin, zoom: zoom)
      let range = layout.bounds(ofSlot: from, zoom: zoom)[axis]
      let isAtEdge = distance[axis] > 0 ? origin[axis] >= range.upperBound : origin[axis] <= range.lowerBound
      page = from
      if distance[axis] != 0, isAtEdge, let next = layout.page(beside: from, by: distance[axis] > 0 ? 1 : -1)
      {
        let slot = layout.bounds(ofSlot: next, zoom: zoom)[axis]
        target[axis] = distance[axis] > 0 ? slot.lowerBound : slot.upperBound
        page = next
      }
    }
    glide(to: target, zoom: zoom, page: page, at: now)
  }

  /// Glides to a place.
  /// - Parameter page: on whose slot it is, where slots count; else the nearest one's.
  package mutating func glide(to offset: Point, page: Int?, at now: Timestamp) {
    glide(to: offset, zoom: destination.zoom, page: page, at: now)
  }

  private mutating func glide(to offset: Point, zoom: Double, page: Int?, at now: Timestamp) {
    let target = bounds(for: page, near: offset, zoom: zoom).clamp(offset)
    let animation = ZoomAnimation(from: viewport.zoom, to: zoom, focus: .zero, settings: settings)
    begin(Glide(zoom: animation, from: viewport.offset, to: target, since: now))
  }

  /// Glides to another zoom; the content point under `focus` stays as near as the bounds let it.
  package mutating func glide(toZoom zoom: Double, about focus: Point, at now: Timestamp) {
    start(
      ZoomAnimation(
        from: viewport.zoom, to: limits.clamp(Viewport.quantised(zoom: zoom)), focus: focus,
        settings: settings),
      at: now)
  }

  /// The zoom that a glide under way will end at.
  package var destinationZoom: Double { destination.zoom }

  /// Where the page will rest if nobody touches it.
  package var destination: (offset: Point, zoom: Double) {
    if case .gliding(let glide) = activity { return (glide.to, glide.zoom.to) }
    // A fling is stopped where it is, but a turn to a page is as good as done.
    if case .coasting(let x, let y, _) = activity, snaps(at: viewport.zoom) {
      return (Point(x: x.end, y: y.end), viewport.zoom)
    }
    // A key may come while fingers hold the page over a limit.
    let zoom = limits.clamp(viewport.zoom)
    return (Viewport.offset(viewport.offset, scaledBy: zoom / viewport.zoom, about: centre), zoom)
  }

  private var centre: Point {
    Point(x: Double(viewport.size.width) / 2, y: Double(viewport.size.height) / 2)
  }

  private mutating func start(_ animation: ZoomAnimation, at now: Timestamp) {
    var (origin, zoom) = (viewport.offset, viewport.zoom)
    if case .gliding(let glide) = activity { (origin, zoom) = (glide.to, glide.zoom.to) }
    let offset = Viewport.offset(origin, scaledBy: animation.to / zoom, about: animation.focus)
    let target = bounds(near: offset, zoom: animation.to).clamp(offset)
    begin(Glide(zoom: animation, from: viewport.offset, to: target, since: now))
  }

  private mutating func begin(_ glide: Glide) {
    if glide.to != viewport.offset || glide.zoom.to != viewport.zoom {
      activity = .gliding(glide)
    } else if case .gliding = activity {
      // There and back again: it is where it was to go.
      activity = .rest
    }
  }

  // MARK: Time

  /// Brings motion up to a moment.
  package mutating func advance(to now: Timestamp) {
    switch activity {
    case .rest, .held:
      return
    case .coasting(let x, let y, let since):
      let elapsed = now - since
      let done = x.isAtRest(at: elapsed) && y.isAtRest(at: elapsed)
      show(Point(x: x.position(at: elapsed), y: y.position(at: elapsed)), zoom: viewport.zoom)
      if done {
        activity = .rest
        show(bounds.clamp(viewport.offset), zoom: viewport.zoom)
      }
    case .gliding(let glide):
      if glide.isOver(at: now) {
        activity = .rest
        show(glide.to, zoom: glide.zoom.to)
      } else {
        let view = glide.view(at: now)
        show(view.offset, zoom: view.zoom)
      }
    }
  }

  /// Whatever moves by itself is at its end at once, for nobody sees the way; a stretched page is back inside.
  package mutating func finish() {
    switch activity {
    case .rest: return
    case .held: jump(to: viewport.offset, zoom: viewport.zoom)
    case .coasting(let x, let y, _): jump(to: Point(x: x.end, y: y.end), zoom: viewport.zoom)
    case .gliding(let glide): jump(to: glide.to, zoom: glide.zoom.to)
    }
  }

  private mutating func takeGrip() -> (Grip, from: PageTurn.Start)? {
    hold()
    guard case .held(let grip, let from) = activity else { return nil }
    return (grip, from)
  }

  private mutating func show(_ offset: Point, zoom: Double) {
    let before = viewport.offset[layout.axis] / viewport.zoom
    viewport.show(offset: offset, zoom: zoom)
    let after = viewport.offset[layout.axis] / viewport.zoom
    if after != before { direction = (after > before) != layout.style.isRightToLeft ? 1 : -1 }
  }
}
