package import ViewerCore

/// Painted furniture as it lies on the turned panel: premultiplied ARGB32 in the machine's byte order (in memory
/// B, G, R, A on little endian), cairo's and pixman's `a8r8g8b8`.
///
/// Owns its memory; `pixels` stays where it is and valid for as long as the object lives.
package final class FurnitureBitmap {
  /// px; far more than any panel, and safe for cairo's 16-bit coordinates.
  static let longestSide = 16_384

  /// px, turned.
  package let size: PixelSize
  /// A rectangle, turned, in which no pixel lets anything show through; empty where there is none worth saying.
  package internal(set) var opaque = PixelRect.empty
  /// Bytes from one row to the next: rows on 64-byte boundaries; 0 where all rows are the same one.
  package let stride: Int
  let memory: UnsafeMutableRawPointer

  package var pixels: UnsafeRawPointer { UnsafeRawPointer(memory) }
  package var width: Int { size.width }
  package var height: Int { size.height }
  package var byteCount: Int { allocated }
  private let allocated: Int

  /// Clear pixels.
  init(size: PixelSize) throws(InterfaceError) {
    let sides = 1...Self.longestSide
    guard sides.contains(size.width), sides.contains(size.height) else { throw .unusableSize(size) }
    self.size = size
    stride = (size.width * 4 + 63) & ~63
    allocated = stride * size.height
    memory = UnsafeMutableRawPointer.allocate(byteCount: allocated, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: allocated)
  }

  /// The same pixel everywhere, in the memory of one row: what darkens a whole panel costs next to nothing.
  /// - Parameter pixel: premultiplied.
  init(even pixel: UInt32, size: PixelSize) throws(InterfaceError) {
    let sides = 1...Self.longestSide
    guard sides.contains(size.width), sides.contains(size.height) else { throw .unusableSize(size) }
    self.size = size
    stride = 0
    allocated = (size.width * 4 + 63) & ~63
    memory = UnsafeMutableRawPointer.allocate(byteCount: allocated, alignment: 64)
    memory.initializeMemory(as: UInt32.self, repeating: pixel, count: allocated / 4)
    if pixel >> 24 == 255 { opaque = PixelRect(size: size) }
  }

  deinit {
    memory.deallocate()
  }

  /// The pixel at a place of the turned bitmap, 0xAARRGGBB, premultiplied; 0 outside.
  package func pixel(x: Int, y: Int) -> UInt32 {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return 0 }
    return memory.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }

  /// The same pixels turned clockwise.
  ///
  /// Pixels are moved, not painted at an angle: letters look the same however the panel hangs.
  func turned(_ rotation: Rotation) throws(InterfaceError) -> FurnitureBitmap {
    guard rotation != .none else { return self }
    let result = try FurnitureBitmap(size: rotation.turned(size))
    result.opaque = rotation.turned(opaque, in: size)
    // Where the upright pixel (0, 0) lands, and the step in bytes for one pixel right and one down.
    let (origin, right, down) =
      switch rotation {
      case .none: (0, 4, result.stride)
      case .quarter: ((size.height - 1) * 4, result.stride, -4)
      case .half: ((size.height - 1) * result.stride + (size.width - 1) * 4, -4, -result.stride)
      case .threeQuarters: ((size.width - 1) * result.stride, -result.stride, 4)
      }
    for y in 0..<size.height {
      var target = origin + y * down
      var source = y * stride
      for _ in 0..<size.width {
        result.memory.storeBytes(
          of: memory.load(fromByteOffset: source, as: UInt32.self), toByteOffset: target, as: UInt32.self)
        source += 4
        target += right
      }
    }
    return result
  }
}
