/// What is decoded at most. A header that tells of more is refused before anything is decoded.
enum ImageLimits {
  /// Pixels of a picture that comes row by row and is made smaller as it comes.
  static let pixels = 1 << 28
  /// Pixels of one that lies in memory whole while it is decoded, at most 4 bytes each.
  static let wholePixels = 1 << 26
  /// Coefficients of a JPEG that comes in several passes, in bytes.
  static let passBytes: UInt64 = 320 << 20
  /// The longest side; a view of a longer one could not be placed exactly.
  static let side = 1 << 20
  /// Decoded pixels that are kept for the next request, in bytes.
  static let rasterBytes = 64 << 20
  /// A file that its library wants to have in memory.
  static let fileBytes = 128 << 20
  /// A drawing's text.
  static let drawingBytes = 32 << 20
  /// Pages of a TIFF or of an archive.
  static let pages = 65_535
}
