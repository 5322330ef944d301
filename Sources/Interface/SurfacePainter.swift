import ViewerCore

/// Paints the grounds that controls stand on.
enum SurfacePainter {
  /// How dark the page under a sheet becomes.
  private static let scrim = 0.5

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
      // The lower corners lie beyond the edge, in what is even.
      let radius = min(style.corner, box.width / 2, box.height)
      try canvas.clipped(to: box) { canvas in
        canvas.fill(
          Box(x: 0, y: 0, width: box.width, height: box.height + radius), radius: radius, color: palette.sheet
        )
      }
      return Box(x: 0, y: radius, width: box.width, height: box.height - radius).pixelsInside
    case .keyboard, .sheetBody, .scrim:
      // Painted by one row: see `even`.
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

  /// The pixel of a surface that is the same everywhere, premultiplied; nil for others.
  static func even(_ surface: Surface, _ palette: Palette) -> UInt32? {
    switch surface {
    case .keyboard: 0xFF00_0000 | palette.bar
    case .sheetBody: 0xFF00_0000 | palette.sheet
    case .scrim: premultiplied(palette.bar, alpha: scrim)
    default: nil
    }
  }

  private static func premultiplied(_ color: UInt32, alpha: Double) -> UInt32 {
    let opacity = (alpha * 255).rounded()
    return [16, 8, 0].reduce(UInt32(opacity) << 24) { result, shift in
      let channel = Double(color >> UInt32(shift) & 0xFF) * opacity / 255
      return result | UInt32(channel.rounded()) << UInt32(shift)
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
