/// Borrowed rows of pixels in memory, checked before an encoder may touch them.
///
/// The memory is only read, and only during the call that takes it.
struct PixelSource {
  /// The longest side in px that both formats and 32-bit row arithmetic take.
  static let longestSide = 32_768

  let pixels: UnsafeRawPointer
  /// Bytes from one row to the next.
  let stride: Int
  /// px
  let width: Int
  /// px
  let height: Int

  /// - Throws: `unusableSize` when the numbers can't describe rows of `bytesPerPixel` bytes a pixel.
  init(_ pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int, bytesPerPixel: Int)
    throws(PictureError)
  {
    let sides = 1...Self.longestSide
    guard
      sides.contains(width), sides.contains(height), stride >= width * bytesPerPixel,
      stride <= Int(Int32.max) / height
    else {
      throw .unusableSize(width: width, height: height, stride: stride)
    }
    self.pixels = pixels
    self.stride = stride
    self.width = width
    self.height = height
  }
}
