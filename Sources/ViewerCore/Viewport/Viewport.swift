/// What part of the content the panel shows: the one place where coordinates change space.
///
/// `offset` is the panel's top left corner in zoomed content pixels; a content point p is seen at `p × zoom − offset`.
/// Both numbers are quantised, so that the same events give the same trace on every machine.
package struct Viewport: Hashable, Sendable {
  package let size: PixelSize
  /// Zoom 1 = the page fitted. In steps of 1/65536.
  package private(set) var zoom: Double
  /// Zoomed content pixels, in steps of 1/256.
  package private(set) var offset: Point

  package init(size: PixelSize) {
    self.size = size
    zoom = 1
    offset = .zero
  }

  package mutating func show(offset: Point, zoom: Double) {
    self.zoom = Self.quantised(zoom: zoom)
    self.offset = Point(x: (offset.x * 256).rounded() / 256, y: (offset.y * 256).rounded() / 256)
  }

  package mutating func show(offset: Point) {
    show(offset: offset, zoom: zoom)
  }

  /// The zoom as it can be shown.
  package static func quantised(zoom: Double) -> Double {
    max(1 / 65536, (zoom * 65536).rounded() / 65536)
  }

  /// Where the offset may rest for content of `extent` (px at zoom 1) at a zoom: content smaller than the panel is
  /// centred, larger content covers it. Both ends are offsets that can be shown, so that a page at an edge is inside.
  package func bounds(of extent: PixelSize, zoom: Double) -> OffsetBounds {
    if extent.isEmpty { return OffsetBounds(x: 0...0, y: 0...0) }
    return OffsetBounds(
      x: Self.range(content: Double(extent.width) * zoom, panel: Double(size.width)),
      y: Self.range(content: Double(extent.height) * zoom, panel: Double(size.height)))
  }

  /// The heights of the content that are on the panel, px at zoom 1.
  package var visibleHeights: ClosedRange<Double> {
    (offset.y / zoom)...((offset.y + Double(size.height)) / zoom)
  }

  /// A place on the panel, as a place in the content at zoom 1.
  package func content(at point: Point) -> Point {
    (point + offset) * (1 / zoom)
  }

  /// A page's rectangle on the panel in whole pixels. Its size does not depend on the offset, so a page that is
  /// only moved is copied, never resampled.
  package func frame(of page: PixelRect) -> PixelRect {
    PixelRect(
      x: Int((Double(page.x) * zoom - offset.x).rounded()),
      y: Int((Double(page.y) * zoom - offset.y).rounded()),
      width: max(1, Int((Double(page.width) * zoom).rounded())),
      height: max(1, Int((Double(page.height) * zoom).rounded())))
  }

  /// The offset that keeps the content point under `focus` (panel px) in its place when the zoom changes by `factor`.
  package static func offset(_ offset: Point, scaledBy factor: Double, about focus: Point) -> Point {
    (offset + focus) * factor - focus
  }

  private static func range(content: Double, panel: Double) -> ClosedRange<Double> {
    guard content > panel else {
      let centred = ((content - panel) * 128).rounded() / 256
      return centred...centred
    }
    return 0...(((content - panel) * 256).rounded(.down) / 256)
  }
}

/// Where an offset may come to rest on each axis, zoomed content px.
package struct OffsetBounds: Hashable, Sendable {
  package var x: ClosedRange<Double>
  package var y: ClosedRange<Double>

  package init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.x = x
    self.y = y
  }

  package func clamp(_ offset: Point) -> Point {
    Point(
      x: min(max(offset.x, x.lowerBound), x.upperBound), y: min(max(offset.y, y.lowerBound), y.upperBound))
  }

  /// Whether content is wider than the panel, so that there is something to pan to.
  package var scrollsSideways: Bool { x.upperBound > x.lowerBound }
}
