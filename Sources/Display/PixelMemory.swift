import ViewerCore

/// Pixels of our own in ordinary cached memory, rows aligned to 64 bytes, zero (black) at first.
struct PixelMemory: ~Copyable {
  let pixels: PixelView

  /// A cache line: rows and spans that begin on one never share it with a neighbour.
  static let alignment = 64

  init(size: PixelSize, format: PixelFormat = .xrgb8888) {
    let row = size.width * format.bytesPerPixel
    let stride = max(1, (row + Self.alignment - 1) / Self.alignment) * Self.alignment
    let bytes = stride * max(1, size.height)
    let base = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.alignment)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    pixels = PixelView(
      base: base, stride: stride, width: size.width, height: size.height, format: format)
  }

  deinit {
    pixels.base.deallocate()
  }

  /// Bytes held.
  var byteCount: Int { pixels.stride * pixels.height }
}
