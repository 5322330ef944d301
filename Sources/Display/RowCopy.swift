import CPixels
import ViewerCore

/// Copies of pixels of 32 bits that keep their size.
enum RowCopy {
  /// Copies a picture to the top left of `frame` inside `clip`. The unused byte comes out as 0xFF, whatever an
  /// engine left there.
  static func draw(_ source: PixelView, at frame: PixelRect, clip: PixelRect, into target: PixelView) {
    let place = PixelRect(x: frame.x, y: frame.y, width: source.width, height: source.height)
    let visible = clip.intersection(place).intersection(target.bounds)
    guard !visible.isEmpty else { return }
    let left = visible.x - place.x
    // Rows that follow one another without a gap are foreseen by every processor.
    let ahead = visible.width * 4 + 64 < source.stride ? source.stride : 0
    for y in visible.y..<visible.maxY {
      cpixels_copy_row(
        target.pixels(y) + visible.x, source.pixels(y - place.y) + left, visible.width, ahead)
    }
  }
}
