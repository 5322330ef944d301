/// Fingers that hold the page: how far they have pulled it, and what of that is shown.
///
/// Pans are damped beyond the edges by a function of the whole pull, so the way back is the way out. A pinch is not
/// damped; what it has pushed beyond an edge stays there as slack until a pan has brought the page inside.
struct Grip: Sendable {
  /// One axis: where the page would be if it had no edges, and what is shown beyond that.
  private struct Pull: Sendable {
    var raw: Double
    var slack: Double

    /// Takes hold of a page at rest, or stretched by an earlier pull.
    init(stretched place: Double, in range: ClosedRange<Double>, _ band: RubberBand) {
      raw = band.unstretched(place, in: range)
      slack = place - band.shown(raw, in: range)
    }

    /// Goes on from a pinch: the page is where it is, and follows the finger from there.
    init(loose place: Double, in range: ClosedRange<Double>) {
      raw = min(max(place, range.lowerBound), range.upperBound)
      slack = place - raw
    }

    /// - Returns: where the page is shown.
    mutating func pan(by distance: Double, in range: ClosedRange<Double>, _ band: RubberBand) -> Double {
      raw -= distance
      let shown = band.shown(raw, in: range) + slack
      if slack != 0, range.contains(shown) {
        raw = shown
        slack = 0
      }
      return shown
    }
  }

  private var x: Pull
  private var y: Pull
  private let across: RubberBand
  private let down: RubberBand
  private let band: ZoomBand
  /// Along which the page always gives way; across it only where there is something to see.
  private let axis: Axis
  /// Where the page is shown, before it is rounded to what the viewport can show.
  private var place: Point
  /// The zoom that the fingers have asked for.
  private var rawZoom: Double
  /// Where the last pinch was, px of the panel.
  private(set) var focus: Point?

  init(
    _ viewport: Viewport, in bounds: OffsetBounds, along axis: Axis, band: ZoomBand, give: Double
  ) {
    self.band = band
    self.axis = axis
    across = RubberBand(size: Double(viewport.size.width), give: give)
    down = RubberBand(size: Double(viewport.size.height), give: give)
    place = viewport.offset
    x = Pull(stretched: place.x, in: bounds.x, across)
    y = Pull(stretched: place.y, in: bounds.y, down)
    rawZoom = band.asked(shown: viewport.zoom)
  }

  /// - Returns: the offset to show. Across nothing moves where the content is not longer than the view.
  mutating func pan(by distance: Point, in bounds: OffsetBounds) -> Point {
    if axis == .horizontal || bounds.scrolls(.horizontal) {
      place.x = x.pan(by: distance.x, in: bounds.x, across)
    }
    if axis == .vertical || bounds.scrolls(.vertical) {
      place.y = y.pan(by: distance.y, in: bounds.y, down)
    }
    return place
  }

  /// The content point under `focus` goes along with the fingers, edges or not.
  /// - Parameter shown: the zoom that is shown now.
  /// - Returns: the offset and the zoom to show.
  mutating func pinch(focus: Point, by distance: Point, scale: Double, shown: Double)
    -> (offset: Point, zoom: Double)
  {
    self.focus = focus
    // Pulled further than this nothing more is shown, and the way back would seem to do nothing.
    rawZoom = min(max(rawZoom * scale, band.limits.lowerBound / 64), band.limits.upperBound * 64)
    let zoom = Viewport.quantised(zoom: band.shown(rawZoom))
    place = Viewport.offset(place - distance, scaledBy: zoom / shown, about: focus)
    return (place, zoom)
  }

  /// A pinch has left the page in these bounds, or beyond them.
  mutating func loosen(in bounds: OffsetBounds) {
    x = Pull(loose: place.x, in: bounds.x)
    y = Pull(loose: place.y, in: bounds.y)
  }
}
