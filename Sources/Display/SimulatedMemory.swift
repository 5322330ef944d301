import Glibc
import ViewerCore

/// Memory of a simulated card.
final class SimulatedMemory {
  let pixels: PixelView

  /// Filled with a pattern that no drawing leaves behind, so that what was never copied shows.
  init(size: PixelSize, pitchAlignment: Int) {
    let row = size.width * 4
    let stride = (row + pitchAlignment - 1) / pitchAlignment * pitchAlignment
    let base = UnsafeMutableRawPointer.allocate(byteCount: max(64, stride * size.height), alignment: 64)
    memset(base, 0xA5, max(64, stride * size.height))
    pixels = PixelView(base: base, stride: stride, width: size.width, height: size.height, format: .xrgb8888)
  }

  deinit {
    pixels.base.deallocate()
  }

  func take(_ rects: [PixelRect], from other: SimulatedMemory) {
    for rect in rects {
      let inside = rect.intersection(pixels.bounds).intersection(other.pixels.bounds)
      for y in inside.y..<max(inside.y, inside.maxY) {
        memcpy(pixels.row(y) + inside.x * 4, other.pixels.row(y) + inside.x * 4, inside.width * 4)
      }
    }
  }
}
