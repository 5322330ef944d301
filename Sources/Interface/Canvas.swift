import CCairo
import ViewerCore

/// A cairo context over a bitmap's memory; drawing ends with the value.
struct Canvas: ~Copyable {
  /// Not to be kept beyond the canvas.
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let bitmap: FurnitureBitmap

  init(over bitmap: FurnitureBitmap) throws(InterfaceError) {
    let surface = cairo_image_surface_create_for_data(
      bitmap.memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(bitmap.width),
      Int32(bitmap.height), Int32(bitmap.stride))
    let context = surface.flatMap { cairo_create($0) }
    guard let surface, let context else { throw .drawing("no memory") }
    self.surface = surface
    self.context = context
    self.bitmap = bitmap
  }

  deinit {
    cairo_destroy(context)
    // The memory is the bitmap's: after this cairo no longer touches it, whoever still holds the surface.
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  func setColor(_ color: UInt32, alpha: Double = 1) {
    cairo_set_source_rgba(
      context, Double(color >> 16 & 0xFF) / 255, Double(color >> 8 & 0xFF) / 255,
      Double(color & 0xFF) / 255, alpha)
  }

  /// Fills the whole bitmap with rounded corners.
  /// - Parameter radius: px; cut to half the shorter side.
  func fillRounded(radius: Double, color: UInt32, alpha: Double = 1) {
    let width = Double(bitmap.width)
    let height = Double(bitmap.height)
    let r = min(radius, width / 2, height / 2)
    cairo_new_path(context)
    cairo_arc(context, width - r, r, r, -.pi / 2, 0)
    cairo_arc(context, width - r, height - r, r, 0, .pi / 2)
    cairo_arc(context, r, height - r, r, .pi / 2, .pi)
    cairo_arc(context, r, r, r, .pi, .pi * 3 / 2)
    cairo_close_path(context)
    setColor(color, alpha: alpha)
    cairo_fill(context)
  }

  /// Throws what cairo remembers to have gone wrong.
  func check() throws(InterfaceError) {
    cairo_surface_flush(surface)
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
  }
}
