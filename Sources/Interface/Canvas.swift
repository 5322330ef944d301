import CCairo
import ViewerCore

/// A cairo context over a bitmap's memory; drawing ends with the value. Lengths are px of the upright bitmap.
struct Canvas: ~Copyable {
  /// Not to be kept beyond the canvas.
  let context: OpaquePointer
  let size: PixelSize
  private let surface: OpaquePointer
  private let bitmap: FurnitureBitmap
  /// Where what is written is noted; nil for nowhere.
  let log: PaintLog?

  init(over bitmap: FurnitureBitmap, log: PaintLog? = nil) throws(InterfaceError) {
    let surface = cairo_image_surface_create_for_data(
      bitmap.memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.width),
      Int32(bitmap.height), Int32(bitmap.stride))
    let context = surface.flatMap { cairo_create($0) }
    guard let surface, let context else { throw .drawing("no memory") }
    self.surface = surface
    self.context = context
    self.bitmap = bitmap
    self.log = log
    size = bitmap.size
  }

  deinit {
    cairo_destroy(context)
    // The memory is the bitmap's: after this cairo no longer touches it, whoever still holds the surface.
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// The whole bitmap.
  var bounds: Box {
    Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  func setColor(_ color: UInt32, alpha: Double = 1) {
    cairo_set_source_rgba(
      context, Double(color >> 16 & 0xFF) / 255, Double(color >> 8 & 0xFF) / 255,
      Double(color & 0xFF) / 255, alpha)
  }

  /// Fills the whole bitmap with rounded corners.
  /// - Parameter radius: px; cut to half the shorter side.
  func fillRounded(radius: Double, color: UInt32, alpha: Double = 1) {
    fill(bounds, radius: radius, color: color, alpha: alpha)
  }

  /// - Parameter radius: of the corners; cut to half the shorter side.
  func fill(_ box: Box, radius: Double = 0, color: UInt32, alpha: Double = 1) {
    addPath(of: box, radius: radius)
    setColor(color, alpha: alpha)
    cairo_fill(context)
  }

  /// Fills what lies between a box and a hole in it: nothing is painted that is painted over.
  func fill(_ box: Box, radius: Double, around hole: Box, color: UInt32, alpha: Double) {
    addPath(of: box, radius: radius)
    cairo_rectangle(context, hole.x, hole.y, hole.width, hole.height)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    setColor(color, alpha: alpha)
    cairo_fill(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
  }

  /// A line of even width just inside a box.
  func frame(_ box: Box, radius: Double, width: Double, color: UInt32, alpha: Double = 1) {
    addPath(of: box.inset(by: width / 2), radius: max(0, radius - width / 2))
    setColor(color, alpha: alpha)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  func fillCircle(x: Double, y: Double, radius: Double, color: UInt32, alpha: Double = 1) {
    cairo_new_path(context)
    cairo_arc(context, x, y, radius, 0, 2 * .pi)
    setColor(color, alpha: alpha)
    cairo_fill(context)
  }

  /// The soft shadow of a disc: dark below it, nothing where it ends.
  func fillShadow(x: Double, y: Double, radius: Double, reach: Double, alpha: Double) {
    let shade = cairo_pattern_create_radial(x, y, radius, x, y, radius + reach)
    defer { cairo_pattern_destroy(shade) }
    for (place, share) in [(0.0, 1.0), (0.3, 0.52), (0.6, 0.18), (1, 0)] {
      cairo_pattern_add_color_stop_rgba(shade, place, 0, 0, 0, alpha * share)
    }
    cairo_set_source(context, shade)
    cairo_new_path(context)
    cairo_arc(context, x, y, radius + reach, 0, 2 * .pi)
    cairo_fill(context)
  }

  /// Draws what the body draws inside a box only.
  func clipped(
    to box: Box, radius: Double = 0, _ body: (borrowing Canvas) throws(InterfaceError) -> Void
  ) throws(InterfaceError) {
    cairo_save(context)
    addPath(of: box, radius: radius)
    cairo_clip(context)
    defer { cairo_restore(context) }
    try body(self)
  }

  /// Throws what cairo remembers to have gone wrong.
  func check() throws(InterfaceError) {
    cairo_surface_flush(surface)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
  }

  private func addPath(of box: Box, radius: Double) {
    let r = min(radius, box.width / 2, box.height / 2)
    cairo_new_path(context)
    guard r > 0 else { return cairo_rectangle(context, box.x, box.y, box.width, box.height) }
    cairo_arc(context, box.maxX - r, box.y + r, r, -.pi / 2, 0)
    cairo_arc(context, box.maxX - r, box.maxY - r, r, 0, .pi / 2)
    cairo_arc(context, box.x + r, box.maxY - r, r, .pi / 2, .pi)
    cairo_arc(context, box.x + r, box.y + r, r, .pi, .pi * 3 / 2)
    cairo_close_path(context)
  }
}
