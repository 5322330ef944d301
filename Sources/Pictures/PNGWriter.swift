import CPNG

/// Encodes pixels as PNG with libpng's simplified API, which returns errors instead of jumping.
///
/// The fast setting (no row filters, low compression level) is used, as a replay writes hundreds of frames:
/// flat document pages stay small anyway. The same pixels give the same bytes on one build of libpng and zlib.
package enum PNGWriter {
  /// 8-bit RGB PNG of XRGB8888 rows (little endian: B, G, R, unused).
  /// - Parameter stride: bytes from one row to the next, at least 4 a pixel.
  package static func encode(xrgb pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int)
    throws(PictureError) -> [UInt8]
  {
    let source = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 4)
    // The API can't skip the fourth byte, so rows are packed first.
    let packed = source.packedRGB()
    return try packed.span.withUnsafeBytes { bytes throws(PictureError) in
      try encode(bytes.baseAddress, rowBytes: width * 3, width: width, height: height, color: true)
    }
  }

  /// 8-bit grey PNG of rows with one byte a pixel, 0 black.
  /// - Parameter stride: bytes from one row to the next, at least one a pixel.
  package static func encode(grey pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int)
    throws(PictureError) -> [UInt8]
  {
    _ = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 1)
    return try encode(pixels, rowBytes: stride, width: width, height: height, color: false)
  }

  private static func encode(
    _ rows: UnsafeRawPointer?, rowBytes: Int, width: Int, height: Int, color: Bool
  ) throws(PictureError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = color ? png_uint_32(PNG_FORMAT_FLAG_COLOR) : png_uint_32(PNG_FORMAT_GRAY)
    image.flags = png_uint_32(PNG_IMAGE_FLAG_FAST)
    defer { png_image_free(&image) }

    let bound = cpng_size_bound(&image)
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      var size = png_alloc_size_t(bound)
      let done = png_image_write_to_memory(
        &image, buffer.baseAddress, &size, 0, rows, png_int_32(rowBytes), nil)
      failed = done == 0
      count = failed ? 0 : Int(size)
    }
    guard !failed else { throw .encodingFailed(message(of: image)) }
    // The bound is as large as the raw picture: the result should not hold on to that.
    return bytes.count < bound / 2 ? Array(bytes[...]) : bytes
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
