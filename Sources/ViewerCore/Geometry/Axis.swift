/// One of the plane's two directions: what holds along the one way of reading holds along the other.
package enum Axis: String, Hashable, Sendable, CaseIterable {
  case vertical
  case horizontal

  package var other: Axis { self == .vertical ? .horizontal : .vertical }
}

extension Point {
  package init(along axis: Axis, _ main: Double, across: Double) {
    self = axis == .vertical ? Point(x: across, y: main) : Point(x: main, y: across)
  }

  package subscript(axis: Axis) -> Double {
    get { axis == .vertical ? y : x }
    set { if axis == .vertical { y = newValue } else { x = newValue } }
  }
}

extension Size {
  package subscript(axis: Axis) -> Double { axis == .vertical ? height : width }
}

extension PixelSize {
  package init(along axis: Axis, _ main: Int, across: Int) {
    self = axis == .vertical ? PixelSize(width: across, height: main) : PixelSize(width: main, height: across)
  }

  package subscript(axis: Axis) -> Int { axis == .vertical ? height : width }
}

extension PixelRect {
  package init(along axis: Axis, _ start: Int, length: Int, across: Int, breadth: Int) {
    self =
      axis == .vertical
      ? PixelRect(x: across, y: start, width: breadth, height: length)
      : PixelRect(x: start, y: across, width: length, height: breadth)
  }

  /// Where it begins along an axis.
  package func start(_ axis: Axis) -> Int { axis == .vertical ? y : x }
  /// Where it ends along an axis.
  package func end(_ axis: Axis) -> Int { axis == .vertical ? maxY : maxX }
  /// How long it is along an axis.
  package func length(_ axis: Axis) -> Int { axis == .vertical ? height : width }
}
