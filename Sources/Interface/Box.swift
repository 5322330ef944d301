import ViewerCore

/// A rectangle in px with fractions.
struct Box: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }

  func inset(by distance: Double) -> Box {
    inset(x: distance, y: distance)
  }

  func inset(x dx: Double, y dy: Double) -> Box {
    Box(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// The largest square amid the box.
  var square: Box {
    let side = min(width, height)
    return Box(x: midX - side / 2, y: midY - side / 2, width: side, height: side)
  }

  /// The whole pixels that lie within.
  var pixelsInside: PixelRect {
    let left = Int(x.rounded(.up))
    let top = Int(y.rounded(.up))
    return PixelRect(
      x: left, y: top, width: Int(maxX.rounded(.down)) - left, height: Int(maxY.rounded(.down)) - top)
  }
}
