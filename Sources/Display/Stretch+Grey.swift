import CPixels
import ViewerCore

/// The three ways of `Stretch` for pictures of one byte a pixel; what each does is told there.
extension Stretch {
  mutating func mixGreySquares(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let left = left
    withGreyScratch(0) { offsets, weights, _ in
      var sample = Self.sample(visible.y - frame.y, source: source.height, frame: frame.height)
      for y in visible.y..<visible.maxY {
        let next = min(sample.first + 1, source.height - 1)
        let below = Self.sample(y + 1 - frame.y, source: source.height, frame: frame.height)
        cpixels_mix_grey_squares(
          target.pixels(y) + visible.x, source.greys(sample.first) + left, source.greys(next) + left,
          UInt32(sample.weight), offsets, weights, visible.width,
          (below.first - sample.first) * source.stride)
        sample = below
      }
    }
  }

  mutating func mixThenStretchGrey(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let left = left
    let span = span(visible.width, source: source)
    withGreyScratch(span + 1) { offsets, weights, row in
      var sample = Self.sample(visible.y - frame.y, source: source.height, frame: frame.height)
      for y in visible.y..<visible.maxY {
        let next = min(sample.first + 1, source.height - 1)
        let below = Self.sample(y + 1 - frame.y, source: source.height, frame: frame.height)
        cpixels_mix_grey_rows_narrow(
          row, source.greys(sample.first) + left, source.greys(next) + left, UInt32(sample.weight), span,
          (below.first - sample.first) * source.stride)
        sample = below
        cpixels_mix_grey_neighbours(target.pixels(y) + visible.x, row, span, offsets, weights, visible.width)
      }
    }
  }

  mutating func stretchThenMixGrey(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let width = visible.width
    let left = left
    withGreyScratch(width * 2) { offsets, weights, rows in
      var held = (even: -1, odd: -1)
      func stretched(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        let isOdd = y & 1 == 1
        let place = isOdd ? rows + width : rows
        guard (isOdd ? held.odd : held.even) != y else { return place }
        cpixels_mix_grey_neighbours_narrow(
          place, source.greys(y) + left, source.width - left, offsets, weights, width)
        if isOdd { held.odd = y } else { held.even = y }
        return place
      }
      for y in visible.y..<visible.maxY {
        let sample = Self.sample(y - frame.y, source: source.height, frame: frame.height)
        let first = stretched(sample.first)
        let second = sample.weight == 0 ? first : stretched(sample.first + 1)
        cpixels_mix_grey_rows(target.pixels(y) + visible.x, first, second, UInt32(sample.weight), width, 0)
      }
    }
  }
}

extension PixelView {
  /// The first pixel of a row of grey.
  func greys(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    row(y).assumingMemoryBound(to: UInt8.self)
  }
}
