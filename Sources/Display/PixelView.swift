package import ViewerCore

/// How one pixel lies in memory.
package enum PixelFormat: Hashable, Sendable {
  /// 32 bits, native endian `0xXXRRGGBB`: `DRM_FORMAT_XRGB8888`, cairo RGB24, pixman x8r8g8b8.
  case xrgb8888
  /// 32 bits, native endian `0xAARRGGBB`, colours multiplied by alpha: cairo ARGB32, pixman a8r8g8b8.
  case argb8888Premultiplied
  /// 8 bits of grey, 0 = black.
  case grey8

  package var bytesPerPixel: Int {
    switch self {
    case .xrgb8888, .argb8888Premultiplied: 4
    case .grey8: 1
    }
  }
}

/// Pixels that somebody else owns, for as long as the call that lends them lasts.
///
/// Rows are `stride` bytes apart, the first at the top; `stride` may be larger than a row's pixels. A view never
/// frees anything and must not be kept.
package struct PixelView {
  package var base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  package var stride: Int
  /// Pixels in a row.
  package var width: Int
  /// Rows.
  package var height: Int
  package var format: PixelFormat
  /// Where a picture with alpha is known to be opaque (alpha 255), px of the picture; empty when nothing is
  /// known.
  package var opaque: PixelRect

  package init(
    base: UnsafeMutableRawPointer, stride: Int, width: Int, height: Int, format: PixelFormat,
    opaque: PixelRect = .empty
  ) {
    self.opaque = opaque
    self.base = base
    self.stride = stride
    self.width = width
    self.height = height
    self.format = format
  }

  package var size: PixelSize { PixelSize(width: width, height: height) }
  package var bounds: PixelRect { PixelRect(size: size) }

  /// The first byte of a row.
  package func row(_ y: Int) -> UnsafeMutableRawPointer {
    base + y * stride
  }

  /// The pixel at a place, both formats of 32 bits; 0 outside the picture.
  package func pixel(x: Int, y: Int) -> UInt32 {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return 0 }
    return switch format {
    case .xrgb8888, .argb8888Premultiplied: row(y).load(fromByteOffset: x * 4, as: UInt32.self)
    case .grey8: UInt32(row(y).load(fromByteOffset: x, as: UInt8.self))
    }
  }

  /// The same pixels cut to a rectangle; `nil` when nothing of it lies inside.
  package func cropped(to rect: PixelRect) -> PixelView? {
    let inside = rect.intersection(bounds)
    guard !inside.isEmpty else { return nil }
    return PixelView(
      base: row(inside.y) + inside.x * format.bytesPerPixel, stride: stride,
      width: inside.width, height: inside.height, format: format)
  }
}
