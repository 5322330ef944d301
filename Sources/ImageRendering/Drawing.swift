import CCairo
import CRSVG
import ViewerCore
import Wire

/// An SVG drawing (librsvg): drawn anew for each view, so that it is sharp at any zoom.
///
/// It is loaded without a base address: nothing outside the file is ever opened. Scripts are not run.
final class Drawing {
  private let handle: UnsafeMutablePointer<RsvgHandle>
  /// Points.
  let size: Size

  init(_ descriptor: Int32) throws(ImageError) {
    let bytes = try PictureFile.bytes(descriptor, limit: ImageLimits.drawingBytes)
    let handle: UnsafeMutablePointer<RsvgHandle>
    do throws(ImageError) {
      handle = try Self.load(bytes)
    } catch {
      // The library takes a name for missing whose text would lie outside the file; here it is empty.
      guard let without = ExternalEntities.emptied(bytes) else { throw error }
      handle = try Self.load(without)
    }
    self.handle = handle
    // CSS pixels: 96 an inch.
    rsvg_handle_set_dpi(handle, 96)
    size = Self.size(handle)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(handle))
  }

  private static func load(_ bytes: [UInt8]) throws(ImageError) -> UnsafeMutablePointer<RsvgHandle> {
    let stream = bytes.withUnsafeBytes { bytes -> UnsafeMutablePointer<GInputStream>? in
      guard let data = g_bytes_new(bytes.baseAddress, gsize(bytes.count)) else { return nil }
      defer { g_bytes_unref(data) }
      return g_memory_input_stream_new_from_bytes(data)
    }
    guard let stream else { throw .outOfMemory("") }
    defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
    var error: UnsafeMutablePointer<GError>?
    guard let handle = rsvg_handle_new_from_stream_sync(stream, nil, RSVG_HANDLE_FLAGS_NONE, nil, &error)
    else {
      throw .damaged(words(error))
    }
    return handle
  }

  private static func size(_ handle: UnsafeMutablePointer<RsvgHandle>) -> Size {
    let believable = 0.01...1_000_000.0
    var width = 0.0
    var height = 0.0
    if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, believable.contains(width),
      believable.contains(height)
    {
      return Size(width: width * 0.75, height: height * 0.75)
    }
    var hasWidth: gboolean = 0
    var hasHeight: gboolean = 0
    var hasBox: gboolean = 0
    var lengthX = RsvgLength()
    var lengthY = RsvgLength()
    var box = RsvgRectangle()
    rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
    if hasBox != 0, believable.contains(box.width), believable.contains(box.height) {
      return Size(width: box.width * 0.75, height: box.height * 0.75)
    }
    // What CSS says for replaced elements without a size (CSS 2.2, section 10.3.2).
    return Size(width: 300 * 0.75, height: 150 * 0.75)
  }

  /// - Parameter memory: at least `order.byteCount` bytes.
  func render(_ order: RenderOrder, into memory: UnsafeMutableRawPointer) throws(ImageError) {
    let bitmap = order.bitmapSize
    guard let width = Int32(exactly: bitmap.width), let height = Int32(exactly: bitmap.height),
      let rowBytes = Int32(exactly: order.stride),
      let surface = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, width, height, rowBytes)
    else { throw .badBitmap }
    defer {
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let context = cairo_create(surface) else {
      throw .badBitmap
    }
    defer { cairo_destroy(context) }
    let paper = [order.paper >> 16, order.paper >> 8, order.paper].map { Double($0 & 0xFF) / 255 }
    cairo_set_source_rgb(context, paper[0], paper[1], paper[2])
    cairo_paint(context)
    place(order, context)
    var area = RsvgRectangle(
      x: 0, y: 0, width: Double(order.resolution.width), height: Double(order.resolution.height))
    var error: UnsafeMutablePointer<GError>?
    guard rsvg_handle_render_document(handle, context, &area, &error) != 0 else {
      throw .renderFailed(Self.words(error))
    }
    cairo_surface_flush(surface)
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS
    {
      let words = String(cString: cairo_status_to_string(status))
      throw status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory(words) : .renderFailed(words)
    }
  }

  /// From pixels of the upright page to those of the turned bitmap.
  private func place(_ order: RenderOrder, _ context: OpaquePointer) {
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
    // The drawing fills the page as its size says, whatever way it would fit itself in.
    cairo_rectangle(context, 0, 0, Double(order.resolution.width), Double(order.resolution.height))
    cairo_clip(context)
  }

  private static func words(_ error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "the drawing cannot be read" }
    defer { g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? ""
  }
}
