import CPixman
import ViewerCore

/// The shadow of a panel that may hang turned: takes rectangles of the upright picture.
struct PanelSpace {
  /// The upright picture's size.
  let size: PixelSize
  let rotation: Rotation
  let shadow: PixelView

  func turned(_ rect: PixelRect) -> PixelRect {
    rotation.turned(rect, in: size)
  }

  /// Fills an upright rectangle with one pixel value.
  func fill(_ rect: PixelRect, _ pixel: UInt32) {
    guard !rect.isEmpty else { return }
    let place = turned(rect).intersection(shadow.bounds)
    guard !place.isEmpty else { return }
    // pixman counts the stride in words and has a fill for 32 bits on every processor, so it can't refuse.
    _ = pixman_fill(
      shadow.pixels(0), Int32(shadow.stride / 4), 32, Int32(place.x),
      Int32(place.y), Int32(place.width), Int32(place.height), pixel)
  }
}

extension PixelView {
  /// Makes all pixels of a 32-bit picture black.
  package func blacken() {
    PanelSpace(size: size, rotation: .none, shadow: self).fill(bounds, 0)
  }

  /// The first pixel of a row of 32-bit pixels.
  func pixels(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    row(y).assumingMemoryBound(to: UInt32.self)
  }
}
