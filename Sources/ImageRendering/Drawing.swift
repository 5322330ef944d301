import CLate
import ViewerCore
import Wire

/// An SVG drawing (librsvg): drawn anew for each view, so that it is sharp at any zoom.
///
/// It is loaded without a base address: nothing outside the file is ever opened. Scripts are not run.
final class Drawing {
  private let library: clate_rsvg
  private let handle: OpaquePointer
  /// Points.
  let size: Size

  init(_ descriptor: Int32) throws(ImageError) {
    let bytes = try DrawingText.plain(PictureFile.bytes(descriptor, limit: ImageLimits.drawingBytes))
    try DrawingCensus.check(DrawingText.expanded(bytes))
    guard let library = clate_rsvg()?.pointee else { throw .unsupported("librsvg is not installed") }
    let handle: OpaquePointer
    do throws(ImageError) {
      handle = try Self.load(bytes, by: library)
    } catch {
      // The library takes a name for missing whose text would lie outside the file; here it is empty.
      guard let without = ExternalEntities.emptied(bytes) else { throw error }
      handle = try Self.load(without, by: library)
    }
    self.library = library
    self.handle = handle
    // CSS pixels: 96 an inch.
    library.rsvg_handle_set_dpi(handle, 96)
    size = Self.size(handle, by: library)
  }

  deinit {
    library.g_object_unref(UnsafeMutableRawPointer(handle))
  }

  private static func load(
    _ bytes: [UInt8], by library: clate_rsvg
  ) throws(ImageError) -> OpaquePointer {
    let stream = bytes.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let data = library.g_bytes_new(bytes.baseAddress, bytes.count) else { return nil }
      defer { library.g_bytes_unref(data) }
      return library.g_memory_input_stream_new_from_bytes(data)
    }
    guard let stream else { throw .outOfMemory("") }
    defer { library.g_object_unref(UnsafeMutableRawPointer(stream)) }
    var error: UnsafeMutablePointer<clate_error>?
    guard
      let handle = library.rsvg_handle_new_from_stream_sync(stream, nil, 0, nil, &error)
    else {
      throw .damaged(words(error, library))
    }
    return handle
  }

  private static func size(_ handle: OpaquePointer, by library: clate_rsvg) -> Size {
    let believable = 0.01...1_000_000.0
    var width = 0.0
    var height = 0.0
    if library.rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0,
      believable.contains(width),
      believable.contains(height)
    {
      return Size(width: width * 0.75, height: height * 0.75)
    }
    var hasWidth: Int32 = 0
    var hasHeight: Int32 = 0
    var hasBox: Int32 = 0
    var lengthX = clate_length()
    var lengthY = clate_length()
    var box = clate_rectangle()
    library.rsvg_handle_get_intrinsic_dimensions(
      handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
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
      let surface = library.cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), Int32(CLATE_FORMAT_RGB24), width, height, rowBytes)
    else { throw .badBitmap }
    defer {
      library.cairo_surface_finish(surface)
      library.cairo_surface_destroy(surface)
    }
    guard library.cairo_surface_status(surface) == CLATE_STATUS_SUCCESS,
      let context = library.cairo_create(surface)
    else {
      throw .badBitmap
    }
    defer { library.cairo_destroy(context) }
    let paper = [order.paper >> 16, order.paper >> 8, order.paper].map { Double($0 & 0xFF) / 255 }
    library.cairo_set_source_rgb(context, paper[0], paper[1], paper[2])
    library.cairo_paint(context)
    place(order, context)
    var area = clate_rectangle(
      x: 0, y: 0, width: Double(order.resolution.width), height: Double(order.resolution.height))
    var error: UnsafeMutablePointer<clate_error>?
    guard library.rsvg_handle_render_document(handle, context, &area, &error) != 0 else {
      throw .renderFailed(Self.words(error, library))
    }
    library.cairo_surface_flush(surface)
    for status in [library.cairo_status(context), library.cairo_surface_status(surface)]
    where status != CLATE_STATUS_SUCCESS {
      let words = library.cairo_status_to_string(status).map { String(cString: $0) } ?? ""
      throw status == CLATE_STATUS_NO_MEMORY ? .outOfMemory(words) : .renderFailed(words)
    }
  }

  /// From pixels of the upright page to those of the turned bitmap.
  private func place(_ order: RenderOrder, _ context: OpaquePointer) {
    let width = Double(order.clip.width)
    let height = Double(order.clip.height)
    var turn =
      switch order.rotation {
      case .none: clate_matrix(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
      case .quarter: clate_matrix(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
      case .half: clate_matrix(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
      case .threeQuarters: clate_matrix(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
      }
    library.cairo_set_matrix(context, &turn)
    library.cairo_translate(context, -Double(order.clip.x), -Double(order.clip.y))
    // The drawing fills the page as its size says, whatever way it would fit itself in.
    library.cairo_rectangle(context, 0, 0, Double(order.resolution.width), Double(order.resolution.height))
    library.cairo_clip(context)
  }

  private static func words(_ error: UnsafeMutablePointer<clate_error>?, _ library: clate_rsvg) -> String {
    guard let error else { return "the drawing cannot be read" }
    defer { library.g_error_free(error) }
    return error.pointee.message.map { String(cString: $0) } ?? ""
  }
}
