/// What part of the content the panel shows: the one place where coordinates change space.
///
/// It begins at the panel's top left and is as large as the panel, or less high while a keyboard covers the rest.
/// `offset` is the top left corner in zoomed content pixels; a content point p is seen at `p × zoom − offset`.
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
}
