import CJPEG

/// Encodes pixels as JPEG (JFIF) with libjpeg-turbo.
package enum JPEGWriter {
  /// From this quality on colour keeps its full resolution: thin coloured letters would fray otherwise.
  static let fullColorQuality = 85

  /// Colour JPEG of XRGB8888 rows (little endian: B, G, R, unused).
  /// - Parameters:
  ///   - stride: bytes from one row to the next, at least 4 a pixel.
  ///   - quality: 1 (smallest) to 100; other numbers count as the nearer end.
  ///   - isProgressive: in several passes, each finer than the one before.
  package static func encode(
    xrgb pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int, quality: Int,
    isProgressive: Bool = false
  ) throws(PictureError) -> [UInt8] {
    let source = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 4)
    let quality = min(max(quality, 1), 100)
    return try JPEGCompressor().compress(
      source, format: TJPF_BGRX, sampling: quality >= fullColorQuality ? TJSAMP_444 : TJSAMP_420,
      quality: quality, isProgressive: isProgressive)
  }

  /// Grey JPEG of rows with one byte a pixel, 0 black.
  /// - Parameters:
  ///   - stride: bytes from one row to the next, at least one a pixel.
  ///   - quality: 1 (smallest) to 100; other numbers count as the nearer end.
  package static func encode(
    grey pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int, quality: Int
  ) throws(PictureError) -> [UInt8] {
    let source = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 1)
    return try JPEGCompressor().compress(
      source, format: TJPF_GRAY, sampling: TJSAMP_GRAY, quality: min(max(quality, 1), 100))
  }
}
