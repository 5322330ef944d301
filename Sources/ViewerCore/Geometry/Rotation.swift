/// A clockwise turn of the picture in quarter steps, as `--rotate` takes it.
package enum Rotation: Int, Hashable, Sendable, CaseIterable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Whether width and height change places.
  package var swapsAxes: Bool {
    self == .quarter || self == .threeQuarters
  }

  package func turned(_ size: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: size.height, height: size.width) : size
  }

  /// A rectangle of the upright picture, as it lies on the turned one.
  /// - Parameter size: the upright picture's size.
  package func turned(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    switch self {
    case .none:
      rect
    case .quarter:
      PixelRect(x: size.height - rect.maxY, y: rect.x, width: rect.height, height: rect.width)
    case .half:
      PixelRect(
        x: size.width - rect.maxX, y: size.height - rect.maxY, width: rect.width, height: rect.height)
    case .threeQuarters:
      PixelRect(x: rect.y, y: size.width - rect.maxX, width: rect.height, height: rect.width)
    }
  }

  /// A rectangle of the turned picture, as it lies on the upright one.
  /// - Parameter size: the upright picture's size.
  package func upright(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    let back: Rotation =
      switch self {
      case .none: .none
      case .quarter: .threeQuarters
      case .half: .half
      case .threeQuarters: .quarter
      }
    return back.turned(rect, in: turned(size))
  }

  /// A place on the turned picture, as it lies on the upright one: touch coordinates follow the picture.
  /// - Parameter size: the upright picture's size.
  package func upright(_ point: Point, in size: PixelSize) -> Point {
    let width = Double(size.width)
    let height = Double(size.height)
    return switch self {
    case .none: point
    case .quarter: Point(x: point.y, y: height - point.x)
    case .half: Point(x: width - point.x, y: height - point.y)
    case .threeQuarters: Point(x: width - point.y, y: point.x)
    }
  }
}
