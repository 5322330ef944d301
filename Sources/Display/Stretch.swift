import CPixels
import ViewerCore

/// Draws a picture stretched over a rectangle by bilinear sampling.
///
/// The centre of target pixel x lies at `(x + ½) · source / frame − ½` of the source, to 1/256 px, and places
/// outside the source take its edge pixels: the picture fills the frame to the last pixel with no fringe. A pixel
/// depends on its place in the frame alone, so a picture that is drawn piece by piece is the picture drawn at once.
///
/// When the picture grows across, its rows are stretched once each and mixed for every target row. When it shrinks,
/// rows are mixed first, for then the dearer horizontal step runs once a pixel; to half and less, only the pixels that
/// are looked at are mixed. When growing, pixman's bilinear scaler took 1.3 to 2.5 times as long on x86 with AVX2.
///
/// Pictures of grey go the same ways with a byte a pixel until the last step, and come out as the same pixels.
struct Stretch {
  /// Which columns were placed last: pieces of one picture are often as wide as each other.
  private struct Placement: Hashable {
    var first: Int
    var count: Int
    var source: Int
    var frame: Int
  }

  private var placement: Placement?
  /// The source column that `offsets` count from.
  private(set) var left = 0
  /// Of the left pixel of each target column's pair, px of the source from `left` on.
  private var offsets: [UInt32] = []
  /// Of the right pixel, 0...256 twice.
  private var weights: [UInt32] = []
  /// Two rows of the stretched or one of the unstretched picture.
  private var rows: [UInt32] = [0]
  /// The same of grey ones.
  private var greys: [UInt8] = [0]

  /// Draws the part of `source` that lies in `clip`.
  /// - Parameter frame: what the whole source is stretched over, in the target's pixels; may reach beyond it.
  mutating func draw(
    _ source: PixelView, over frame: PixelRect, clip: PixelRect, into target: PixelView
  ) {
    let visible = clip.intersection(frame).intersection(target.bounds)
    guard !visible.isEmpty, source.width > 0, source.height > 0 else { return }
    placeColumns(from: visible.x - frame.x, count: visible.width, source: source.width, frame: frame.width)
    let isGrey = source.format == .grey8
    if source.width >= 2 * frame.width {
      if isGrey {
        mixGreySquares(source, frame: frame, visible: visible, target: target)
      } else {
        mixSquares(source, frame: frame, visible: visible, target: target)
      }
    } else if source.width >= frame.width || source.width < 2 {
      if isGrey {
        mixThenStretchGrey(source, frame: frame, visible: visible, target: target)
      } else {
        mixThenStretch(source, frame: frame, visible: visible, target: target)
      }
    } else if isGrey {
      stretchThenMixGrey(source, frame: frame, visible: visible, target: target)
    } else {
      stretchThenMix(source, frame: frame, visible: visible, target: target)
    }
  }

  /// Where a target pixel's centre lies: the first of two source pixels and the weight of the second, 0...256.
  static func sample(_ place: Int, source: Int, frame: Int) -> (first: Int, weight: Int) {
    let position = max(0, (2 * place + 1) * source * 256 / (2 * frame) - 128)
    let first = position >> 8
    // The last pixel is reached as the neighbour of the one before, so that a pair can always be read.
    guard first < source - 1 else { return source > 1 ? (source - 2, 256) : (0, 0) }
    return (first, position & 255)
  }

  private mutating func placeColumns(from first: Int, count: Int, source: Int, frame: Int) {
    let wanted = Placement(first: first, count: count, source: source, frame: frame)
    guard placement != wanted else { return }
    placement = wanted
    left = Self.sample(first, source: source, frame: frame).first
    if offsets.count < count {
      offsets = Array(repeating: 0, count: count)
      weights = Array(repeating: 0, count: count)
    }
    for column in 0..<count {
      let sample = Self.sample(first + column, source: source, frame: frame)
      offsets[column] = UInt32(truncatingIfNeeded: sample.first - left)
      weights[column] = UInt32(truncatingIfNeeded: sample.weight) &* 0x0001_0001
    }
  }

  private mutating func mixSquares(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let left = left
    withScratch { offsets, weights, _ in
      var sample = Self.sample(visible.y - frame.y, source: source.height, frame: frame.height)
      for y in visible.y..<visible.maxY {
        let next = min(sample.first + 1, source.height - 1)
        let below = Self.sample(y + 1 - frame.y, source: source.height, frame: frame.height)
        cpixels_mix_squares(
          target.pixels(y) + visible.x, source.pixels(sample.first) + left, source.pixels(next) + left,
          UInt32(sample.weight), offsets, weights, visible.width,
          (below.first - sample.first) * source.stride)
        sample = below
      }
    }
  }

  private mutating func mixThenStretch(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let left = left
    let span = span(visible.width, source: source)
    if rows.count < span + 1 { rows = Array(repeating: 0, count: span + 1) }
    withScratch { offsets, weights, rows in
      var sample = Self.sample(visible.y - frame.y, source: source.height, frame: frame.height)
      for y in visible.y..<visible.maxY {
        let next = min(sample.first + 1, source.height - 1)
        let below = Self.sample(y + 1 - frame.y, source: source.height, frame: frame.height)
        cpixels_mix_rows(
          rows, source.pixels(sample.first) + left, source.pixels(next) + left, UInt32(sample.weight), span,
          (below.first - sample.first) * source.stride)
        sample = below
        cpixels_mix_neighbours(
          target.pixels(y) + visible.x, rows, span, offsets, weights, visible.width)
      }
    }
  }

  private mutating func stretchThenMix(
    _ source: PixelView, frame: PixelRect, visible: PixelRect, target: PixelView
  ) {
    let width = visible.width
    let left = left
    if rows.count < width * 2 { rows = Array(repeating: 0, count: width * 2) }
    withScratch { offsets, weights, rows in
      // Which source rows lie stretched in the two halves: even ones in the first, odd ones in the second.
      var held = (even: -1, odd: -1)
      func stretched(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        let isOdd = y & 1 == 1
        let place = isOdd ? rows + width : rows
        guard (isOdd ? held.odd : held.even) != y else { return place }
        cpixels_mix_neighbours(
          place, source.pixels(y) + left, source.width - left, offsets, weights, width)
        if isOdd { held.odd = y } else { held.even = y }
        return place
      }
      for y in visible.y..<visible.maxY {
        let sample = Self.sample(y - frame.y, source: source.height, frame: frame.height)
        let first = stretched(sample.first)
        let second = sample.weight == 0 ? first : stretched(sample.first + 1)
        cpixels_mix_rows(target.pixels(y) + visible.x, first, second, UInt32(sample.weight), width, 0)
      }
    }
  }

  /// How many source columns from `left` on so many target columns look at.
  func span(_ columns: Int, source: PixelView) -> Int {
    min(Int(offsets[columns - 1]) + 2, source.width - left)
  }

  private mutating func withScratch(
    _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    offsets.withUnsafeBufferPointer { offsets in
      weights.withUnsafeBufferPointer { weights in
        rows.withUnsafeMutableBufferPointer { rows in
          guard let offsets = offsets.baseAddress, let weights = weights.baseAddress,
            let rows = rows.baseAddress
          else { return }
          body(offsets, weights, rows)
        }
      }
    }
  }

  /// Offsets, weights, and room for so many greys.
  mutating func withGreyScratch(
    _ count: Int, _ body: (UnsafePointer<UInt32>, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt8>) -> Void
  ) {
    if greys.count < count { greys = Array(repeating: 0, count: count) }
    offsets.withUnsafeBufferPointer { offsets in
      weights.withUnsafeBufferPointer { weights in
        greys.withUnsafeMutableBufferPointer { greys in
          guard let offsets = offsets.baseAddress, let weights = weights.baseAddress,
            let greys = greys.baseAddress
          else { return }
          body(offsets, weights, greys)
        }
      }
    }
  }
}
