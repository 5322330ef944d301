import ViewerCore

/// Paints the grounds that controls stand on.
enum SurfacePainter {
  /// - Returns: where no pixel shows what lies below.
  static func paint(_ surface: Surface, style: Style, on canvas: borrowing Canvas)
    throws(InterfaceError) -> PixelRect
  {
    let box = canvas.bounds
    let palette = style.palette
    switch surface {
    case .bar, .floating:
      canvas.fillRounded(radius: style.corner, color: palette.bar)
      if let edge = palette.barEdge {
        canvas.frame(box, radius: style.corner, width: max(1, 0.25 * style.unit), color: edge)
      }
      return inner(of: box, radius: style.corner)
    case .card:
      canvas.fillRounded(radius: style.corner, color: palette.sheet)
      canvas.frame(box, radius: style.corner, width: max(1, 0.25 * style.unit), color: palette.line)
      return inner(of: box, radius: style.corner)
    case .sheet:
      // The lower corners lie beyond the edge.
      let radius = min(style.corner, box.width / 2, box.height)
      try canvas.clipped(to: box) { canvas in
        canvas.fill(
          Box(x: 0, y: 0, width: box.width, height: box.height + radius), radius: radius, color: palette.sheet
        )
      }
      return Box(x: 0, y: radius, width: box.width, height: box.height - radius).pixelsInside
    case .keyboard:
      canvas.fill(box, color: palette.bar)
      return box.pixelsInside
    case .scrim:
      // Painted by one row: see `FurnitureBitmap.init(even:)`.
      canvas.fill(box, color: palette.bar, alpha: FurniturePainter.scrim)
      return .empty
    case .grip:
      canvas.fillRounded(radius: .infinity, color: palette.grip, alpha: 0.55)
      return .empty
    case .line(on: .bar):
      canvas.fill(box, color: palette.barLine)
      return box.pixelsInside
    case .line(on: .sheet):
      canvas.fill(box, color: palette.line)
      return box.pixelsInside
    }
  }

  /// The larger of the rectangles that reach from edge to edge between rounded corners.
  static func inner(of box: Box, radius: Double) -> PixelRect {
    let radius = min(radius, box.width / 2, box.height / 2)
    let across = box.inset(x: 0, y: radius).pixelsInside
    let down = box.inset(x: radius, y: 0).pixelsInside
    return across.area > down.area ? across : down
  }
}
