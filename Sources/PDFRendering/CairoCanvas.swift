import CCairo
import ViewerCore
import Wire

/// A cairo context on memory that somebody else owns and keeps until the canvas is gone.
///
/// Pixels are 32 bits, 0x00RRGGBB in the machine's byte order; the unused byte is undefined.
struct CairoCanvas: ~Copyable {
  private let surface: OpaquePointer
  let context: OpaquePointer

  /// - Throws: `badBitmap` when cairo refuses the size or the stride.
  init(memory: UnsafeMutableRawPointer, size: PixelSize, stride: Int) throws(PDFError) {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height),
      let rowBytes = Int32(exactly: stride)
    else { throw .badBitmap }
    guard
      let surface = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, width, height, rowBytes)
    else { throw .badBitmap }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      throw .badBitmap
    }
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Covers the whole bitmap, whatever the transformation.
  /// - Parameter colour: 0xRRGGBB.
  func fill(_ colour: UInt32) {
    cairo_save(context)
    cairo_identity_matrix(context)
    cairo_set_source_rgb(
      context, Double(colour >> 16 & 0xFF) / 255, Double(colour >> 8 & 0xFF) / 255,
      Double(colour & 0xFF) / 255)
    cairo_paint(context)
    cairo_restore(context)
  }

  /// Maps points of the upright page to pixels of the turned bitmap: scale to the resolution, move to the
  /// clip, turn clockwise.
  func place(page: Size, order: RenderOrder) {
    let width = Double(order.clip.width)
    let height = Double(order.clip.height)
    var turn = cairo_matrix_t()
    switch order.rotation {
    case .none: cairo_matrix_init(&turn, 1, 0, 0, 1, 0, 0)
    case .quarter: cairo_matrix_init(&turn, 0, 1, -1, 0, height, 0)
    case .half: cairo_matrix_init(&turn, -1, 0, 0, -1, width, height)
    case .threeQuarters: cairo_matrix_init(&turn, 0, -1, 1, 0, 0, width)
    }
    cairo_set_matrix(context, &turn)
    cairo_translate(context, -Double(order.clip.x), -Double(order.clip.y))
    cairo_scale(
      context, Double(order.resolution.width) / page.width, Double(order.resolution.height) / page.height)
  }

  /// What went wrong while drawing, if anything: the context's word and the surface's.
  var problem: (isMemory: Bool, text: String)? {
    cairo_surface_flush(surface)
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS
    {
      return (status == CAIRO_STATUS_NO_MEMORY, String(cString: cairo_status_to_string(status)))
    }
    return nil
  }
}
