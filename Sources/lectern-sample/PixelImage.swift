import CCairo

/// A cairo picture in memory, 32 bits a pixel, opaque: 0xXXRRGGBB.
struct PixelImage: ~Copyable {
  let surface: OpaquePointer
  let width: Int
  let height: Int

  init(width: Int, height: Int) throws(SampleError) {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
      throw .drawing("no memory")
    }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
    self.surface = surface
    self.width = width
    self.height = height
  }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Gives each row's pixels to `body`, top to bottom, to read and write.
  func eachRow(_ body: (_ y: Int, _ pixels: UnsafeMutableBufferPointer<UInt32>) -> Void) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      body(y, UnsafeMutableBufferPointer(start: row, count: width))
    }
    cairo_surface_mark_dirty(surface)
  }
}
