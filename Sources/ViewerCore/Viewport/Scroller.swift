/// Moves the viewport: by the finger, by momentum, back from beyond the edges, between two zooms.
///
/// | state | what moves the page |
/// |---|---|
/// | rest | nothing |
/// | held | fingers: pans are damped beyond the edges, a pinch keeps the point under it in its place |
/// | coasting | a fling, or the spring back from beyond an edge, an axis each |
/// | gliding | a decelerating change of zoom and offset over 250 ms |
///
/// Positions depend on start and time alone, never on how often they are looked at.
package struct Scroller: Sendable {
  private enum Activity: Sendable {
    case rest
    case held(Grip)
    case coasting(x: AxisMotion, y: AxisMotion, since: Timestamp)
    case gliding(Glide)
  }

  package private(set) var viewport: Viewport
  package let limits: ZoomLimits
  private let settings: GestureSettings
  private let band: ZoomBand
  /// Content at zoom 1, px.
  private var extent: PixelSize = .zero
  private let pixelsPerDP: Double
  private var activity: Activity = .rest
  /// +1 reading on, −1 reading back: the last way the page went.
  package private(set) var direction = 1

  package init(panel: Panel, limits: ZoomLimits, settings: GestureSettings) {
    viewport = Viewport(size: panel.size)
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

  package var isHeld: Bool {
    if case .held = activity { true } else { false }
  }

  package var bounds: OffsetBounds { viewport.bounds(of: extent, zoom: viewport.zoom) }

  /// The zoomed content's size, px.
  package var contentSize: Size {
    Size(width: Double(extent.width) * viewport.zoom, height: Double(extent.height) * viewport.zoom)
  }

  // MARK: Content

  /// The content has another extent; the viewport stays where it is, inside the new bounds.
  package mutating func setExtent(_ extent: PixelSize) {
    self.extent = extent
    if !isMoving && !isHeld { viewport.show(offset: bounds.clamp(viewport.offset)) }
  }

  /// Shows a place at once; whatever moves stops.
  package mutating func jump(to offset: Point, zoom: Double) {
    activity = .rest
    let zoom = limits.clamp(Viewport.quantised(zoom: zoom))
    let direction = self.direction
    show(viewport.bounds(of: extent, zoom: zoom).clamp(offset), zoom: zoom)
    self.direction = direction
  }

  // MARK: Fingers

  /// Fingers take hold: whatever moves stops where it is.
  package mutating func hold() {
    guard !isHeld else { return }
    activity = .held(Grip(viewport, in: bounds, band: band, give: settings.rubberBand))
  }

  package mutating func pan(by distance: Point) {
    guard var grip = takeGrip() else { return }
    let offset = grip.pan(by: distance, in: bounds)
    activity = .held(grip)
    show(offset, zoom: viewport.zoom)
  }

  /// The content point under `focus` stays under it exactly, edges or not; the edges have their say on release.
  package mutating func pinch(focus: Point, by distance: Point, scale: Double) {
    guard var grip = takeGrip() else { return }
    let view = grip.pinch(focus: focus, by: distance, scale: scale, shown: viewport.zoom)
    show(view.offset, zoom: view.zoom)
    grip.loosen(in: bounds)
    activity = .held(grip)
  }

  /// The fingers have lifted; the page goes on with `velocity` (px/s on the glass), or back inside its bounds.
  package mutating func release(velocity: Point, at now: Timestamp) {
    guard case .held(let grip) = activity else { return }
    activity = .rest
    let zoom = limits.clamp(viewport.zoom)
    if zoom != viewport.zoom {
      let focus = grip.focus ?? centre
      start(ZoomAnimation(springingFrom: viewport.zoom, to: zoom, focus: focus, settings: settings), at: now)
      return
    }
    let bounds = bounds
    let pace = Point(x: bounds.scrollsSideways ? -velocity.x : 0, y: -velocity.y)
    let x = AxisMotion(
      from: viewport.offset.x, velocity: pace.x, speed: pace.length, in: bounds.x, pixelsPerDP: pixelsPerDP,
      settings: settings)
    let y = AxisMotion(
      from: viewport.offset.y, velocity: pace.y, speed: pace.length, in: bounds.y, pixelsPerDP: pixelsPerDP,
      settings: settings)
    if x.isAtRest(at: .zero) && y.isAtRest(at: .zero) { return }
    activity = .coasting(x: x, y: y, since: now)
  }

  // MARK: Keys and taps

  /// Glides by a distance (px of content upwards and leftwards), from wherever a glide under way is bound for.
  package mutating func glide(by distance: Point, at now: Timestamp) {
    let (origin, zoom) = destination
    let target = viewport.bounds(of: extent, zoom: zoom).clamp(origin + distance)
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

  private var destination: (offset: Point, zoom: Double) {
    if case .gliding(let glide) = activity { return (glide.to, glide.zoom.to) }
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
    let target = viewport.bounds(of: extent, zoom: animation.to).clamp(offset)
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

  private mutating func takeGrip() -> Grip? {
    hold()
    guard case .held(let grip) = activity else { return nil }
    return grip
  }

  private mutating func show(_ offset: Point, zoom: Double) {
    let before = viewport.offset.y / viewport.zoom
    viewport.show(offset: offset, zoom: zoom)
    let after = viewport.offset.y / viewport.zoom
    if after != before { direction = after > before ? 1 : -1 }
  }
}
