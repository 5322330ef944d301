import CPixels
import ViewerCore

/// Copies of pixels that keep their size; grey ones become pixels of 32 bits.
enum RowCopy {
  /// Copies a picture to the top left of `frame` inside `clip`. The unused byte comes out as 0xFF, whatever an
  /// engine left there.
  static func draw(_ source: PixelView, at frame: PixelRect, clip: PixelRect, into target: PixelView) {
    let place = PixelRect(x: frame.x, y: frame.y, width: source.width, height: source.height)
    let visible = clip.intersection(place).intersection(target.bounds)
    guard !visible.isEmpty else { return }
    let left = visible.x - place.x
    // Rows that follow one another without a gap are foreseen by every processor.
    let isGrey = source.format == .grey8
    let ahead = visible.width * source.format.bytesPerPixel + 64 < source.stride ? source.stride : 0
    for y in visible.y..<visible.maxY {
      let row = target.pixels(y) + visible.x
      if isGrey {
        cpixels_expand_grey(row, source.greys(y - place.y) + left, visible.width, ahead)
      } else {
        cpixels_copy_row(row, source.pixels(y - place.y) + left, visible.width, ahead)
      }
    }
  }
}
