/// Where an offset may come to rest on each axis, zoomed content px.
package struct OffsetBounds: Hashable, Sendable {
  package var x: ClosedRange<Double>
  package var y: ClosedRange<Double>

  package init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.x = x
    self.y = y
  }

  /// Content smaller than the view is centred, larger content covers it.
  package init(content: PixelSize, zoom: Double, view: PixelSize) {
    guard !content.isEmpty else {
      self.init(x: 0...0, y: 0...0)
      return
    }
    self.init(
      x: Self.range(from: 0, length: Double(content.width) * zoom, view: view.width),
      y: Self.range(from: 0, length: Double(content.height) * zoom, view: view.height))
  }

  package subscript(axis: Axis) -> ClosedRange<Double> {
    get { axis == .vertical ? y : x }
    set { if axis == .vertical { y = newValue } else { x = newValue } }
  }

  package func clamp(_ offset: Point) -> Point {
    Point(
      x: min(max(offset.x, x.lowerBound), x.upperBound), y: min(max(offset.y, y.lowerBound), y.upperBound))
  }

  /// Whether content is longer than the view along an axis, so that there is something to pan to.
  package func scrolls(_ axis: Axis) -> Bool {
    self[axis].upperBound > self[axis].lowerBound
  }

  /// Where the view covers a stretch of the content, or has it in its middle where it is the longer one. Both ends
  /// are offsets that can be shown, so that a page at an edge is inside.
  package static func range(from start: Double, length: Double, view: Int) -> ClosedRange<Double> {
    let view = Double(view)
    let first = (start * 256).rounded() / 256
    guard length > view else {
      let centred = ((start * 2 + length - view) * 128).rounded() / 256
      return centred...centred
    }
    return first...max(first, ((start + length - view) * 256).rounded(.down) / 256)
  }
}
