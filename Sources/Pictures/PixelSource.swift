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

  /// The XRGB8888 rows (in memory B, G, R, X) as R, G, B without padding: 3 bytes a pixel.
  func packedRGB() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, count in
      count = width * height * 3
      guard var out = buffer.baseAddress else { return }
      for y in 0..<height {
        let row = (pixels + y * stride).assumingMemoryBound(to: UInt8.self)
        var x = 0
        while x < width * 4 {
          out[0] = row[x + 2]
          out[1] = row[x + 1]
          out[2] = row[x]
          out += 3
          x += 4
        }
      }
    }
  }
}
