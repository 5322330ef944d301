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

  /// Where the page would be if it had no edges.
  private struct Grip: Sendable {
    var raw: Point
    /// What the page was beyond its edges when it was taken hold of: kept, so that nothing jumps.
    var slack: Point
    var rawZoom: Double
    var focus: Point?
  }

  /// Offsets of a zoom about a fixed point lie on a straight line over the zoom; where the zoom stays, over time.
  private struct Glide: Sendable {
    var zoom: ZoomAnimation
    var from: Point
    var to: Point
    var since: Timestamp

    func offset(zoom now: Double, at elapsed: Duration) -> Point {
      let span = zoom.to - zoom.from
      let left = 1 - min(max(elapsed.seconds / zoom.duration.seconds, 0), 1)
      let share = abs(span) > 1e-6 ? (now - zoom.from) / span : 1 - left * left * left
      return from + (to - from) * share
    }
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
    let zoom = limits.clamp(zoom)
    let direction = self.direction
    show(viewport.bounds(of: extent, zoom: zoom).clamp(offset), zoom: zoom)
    self.direction = direction
  }

  // MARK: Fingers

  /// Fingers take hold: whatever moves stops where it is.
  package mutating func hold() {
    guard !isHeld else { return }
    let inside = bounds.clamp(viewport.offset)
    activity = .held(
      Grip(
        raw: inside, slack: viewport.offset - inside, rawZoom: band.asked(shown: viewport.zoom), focus: nil))
  }

  package mutating func pan(by: Point) {
    guard var grip = takeGrip() else { return }
    grip.raw = grip.raw - by
    let bounds = bounds
    if !bounds.scrollsSideways { grip.raw.x = bounds.x.lowerBound }
    activity = .held(grip)
    let shown = Point(
      x: rubber(viewport.size.width).shown(grip.raw.x, in: bounds.x),
      y: rubber(viewport.size.height).shown(grip.raw.y, in: bounds.y))
    show(shown + grip.slack, zoom: viewport.zoom)
  }

  /// The content point under `focus` stays under it exactly, edges or not; the edges have their say on release.
  package mutating func pinch(focus: Point, by: Point, scale: Double) {
    guard var grip = takeGrip() else { return }
    grip.rawZoom *= scale
    grip.focus = focus
    let zoom = band.shown(grip.rawZoom)
    let offset = Viewport.offset(viewport.offset - by, scaledBy: zoom / viewport.zoom, about: focus)
    show(offset, zoom: zoom)
    let inside = bounds.clamp(viewport.offset)
    grip.raw = inside
    grip.slack = viewport.offset - inside
    activity = .held(grip)
  }

  /// The fingers have lifted; the page goes on with `velocity` (px/s on the glass), or back inside its bounds.
  package mutating func release(velocity: Point, at now: Timestamp) {
    guard case .held(let grip) = activity else { return }
    activity = .rest
    if limits.clamp(viewport.zoom) != viewport.zoom {
      let centre = Point(x: Double(viewport.size.width) / 2, y: Double(viewport.size.height) / 2)
      let focus = grip.focus ?? centre
      let zoom = limits.clamp(viewport.zoom)
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
    let zoom = destinationZoom
    var origin = viewport.offset
    if case .gliding(let glide) = activity { origin = glide.to }
    let target = viewport.bounds(of: extent, zoom: zoom).clamp(origin + distance)
    let animation = ZoomAnimation(from: viewport.zoom, to: zoom, focus: .zero, settings: settings)
    begin(Glide(zoom: animation, from: viewport.offset, to: target, since: now))
  }

  /// Glides to another zoom; the content point under `focus` stays as near as the bounds let it.
  package mutating func glide(toZoom zoom: Double, about focus: Point, at now: Timestamp) {
    start(
      ZoomAnimation(from: viewport.zoom, to: limits.clamp(zoom), focus: focus, settings: settings), at: now)
  }

  /// The zoom that a glide under way will end at.
  package var destinationZoom: Double {
    if case .gliding(let glide) = activity { glide.zoom.to } else { viewport.zoom }
  }

  private mutating func start(_ animation: ZoomAnimation, at now: Timestamp) {
    let offset = Viewport.offset(
      viewport.offset, scaledBy: animation.to / viewport.zoom, about: animation.focus)
    let target = viewport.bounds(of: extent, zoom: animation.to).clamp(offset)
    begin(Glide(zoom: animation, from: viewport.offset, to: target, since: now))
  }

  private mutating func begin(_ glide: Glide) {
    guard glide.to != viewport.offset || glide.zoom.to != viewport.zoom else { return }
    activity = .gliding(glide)
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
      let elapsed = now - glide.since
      let zoom = glide.zoom.zoom(at: elapsed)
      show(glide.offset(zoom: zoom, at: elapsed), zoom: zoom)
      if glide.zoom.isAtRest(at: elapsed) {
        activity = .rest
        show(bounds.clamp(glide.to), zoom: glide.zoom.to)
      }
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

  private func rubber(_ length: Int) -> RubberBand {
    RubberBand(size: Double(length), give: settings.rubberBand)
  }
}
