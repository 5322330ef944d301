import CCairo

/// A cairo context with the few strokes that the guide is drawn with; lengths in pt from the page's top left.
struct Canvas: ~Copyable {
  /// Not to be kept beyond the canvas.
  let context: OpaquePointer

  /// Keeps `surface` alive for as long as it is drawn on.
  init(on surface: OpaquePointer) throws(SampleError) {
    guard let context = cairo_create(surface) else { throw .drawing("no memory") }
    self.context = context
  }

  deinit {
    cairo_destroy(context)
  }

  func check() throws(SampleError) {
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
  }

  func color(_ color: UInt32, alpha: Double = 1) {
    let channel = { (shift: UInt32) in Double(color >> shift & 0xFF) / 255 }
    if alpha == 1 {
      cairo_set_source_rgb(context, channel(16), channel(8), channel(0))
    } else {
      cairo_set_source_rgba(context, channel(16), channel(8), channel(0), alpha)
    }
  }

  func fill(_ fillColor: UInt32, alpha: Double = 1) {
    color(fillColor, alpha: alpha)
    cairo_fill(context)
  }

  func stroke(_ strokeColor: UInt32, width: Double, alpha: Double = 1, dash: [Double] = []) {
    color(strokeColor, alpha: alpha)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_dash(context, dash, Int32(dash.count), 0)
    cairo_stroke(context)
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_rectangle(context, x, y, width, height)
  }

  func roundedRect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
    cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
    cairo_arc(context, x + radius, y + radius, radius, .pi, .pi * 3 / 2)
    cairo_close_path(context)
  }

  func circle(_ x: Double, _ y: Double, radius: Double) {
    cairo_new_sub_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    cairo_close_path(context)
  }

  func line(_ points: (Double, Double)..., closed: Bool = false) {
    polygon(points, closed: closed)
  }

  func polygon(_ points: [(Double, Double)], closed: Bool = true) {
    cairo_new_sub_path(context)
    for point in points { cairo_line_to(context, point.0, point.1) }
    if closed { cairo_close_path(context) }
  }

  /// A smooth line through all points (Catmull-Rom as Bézier curves).
  func curve(_ points: [(Double, Double)], continues: Bool = false) {
    guard let first = points.first else { return }
    if continues {
      cairo_line_to(context, first.0, first.1)
    } else {
      cairo_move_to(context, first.0, first.1)
    }
    for index in 0..<points.count - 1 {
      let before = points[max(0, index - 1)]
      let (from, to) = (points[index], points[index + 1])
      let after = points[min(points.count - 1, index + 2)]
      cairo_curve_to(
        context, from.0 + (to.0 - before.0) / 6, from.1 + (to.1 - before.1) / 6,
        to.0 - (after.0 - from.0) / 6, to.1 - (after.1 - from.1) / 6, to.0, to.1)
    }
  }

  /// Fills a rectangle from the first colour at its top to the last at its bottom.
  func gradient(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ stops: [(Double, UInt32)]) {
    let pattern = cairo_pattern_create_linear(0, y, 0, y + height)
    for (offset, color) in stops {
      let channel = { (shift: UInt32) in Double(color >> shift & 0xFF) / 255 }
      cairo_pattern_add_color_stop_rgb(pattern, offset, channel(16), channel(8), channel(0))
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
    rect(x, y, width, height)
    cairo_fill(context)
  }

  /// A picture over a rectangle.
  func image(_ picture: borrowing PixelImage, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_save(context)
    cairo_translate(context, x, y)
    cairo_scale(context, width / Double(picture.width), height / Double(picture.height))
    cairo_set_source_surface(context, picture.surface, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
  }
}

extension Canvas {
  /// Closes the current curve by straight lines through some points.
  func polygonTail(_ points: [(Double, Double)]) {
    for point in points { cairo_line_to(context, point.0, point.1) }
    cairo_close_path(context)
  }
}
