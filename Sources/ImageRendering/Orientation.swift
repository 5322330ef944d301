import ViewerCore

/// How a stored picture becomes upright: the values of Exif 2.3 and TIFF 6.0, tag 274.
enum Orientation: UInt16, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case half = 3
  case flipped = 4
  case transposed = 5
  /// To be turned clockwise by a quarter.
  case quarter = 6
  case transversed = 7
  case threeQuarters = 8

  var placement: Placement {
    switch self {
    case .upright: Placement(swaps: false, flipsX: false, flipsY: false)
    case .mirrored: Placement(swaps: false, flipsX: true, flipsY: false)
    case .half: Placement(swaps: false, flipsX: true, flipsY: true)
    case .flipped: Placement(swaps: false, flipsX: false, flipsY: true)
    case .transposed: Placement(swaps: true, flipsX: false, flipsY: false)
    case .quarter: Placement(swaps: true, flipsX: true, flipsY: false)
    case .transversed: Placement(swaps: true, flipsX: true, flipsY: true)
    case .threeQuarters: Placement(swaps: true, flipsX: false, flipsY: true)
    }
  }
}

/// One of the eight ways a rectangle of pixels can be laid on another: x and y change places first, then each
/// may run backwards.
struct Placement: Hashable, Sendable {
  var swaps: Bool
  var flipsX: Bool
  var flipsY: Bool

  init(swaps: Bool, flipsX: Bool, flipsY: Bool) {
    self.swaps = swaps
    self.flipsX = flipsX
    self.flipsY = flipsY
  }

  init(_ rotation: Rotation) {
    self =
      switch rotation {
      case .none: Orientation.upright.placement
      case .quarter: Orientation.quarter.placement
      case .half: Orientation.half.placement
      case .threeQuarters: Orientation.threeQuarters.placement
      }
  }

  /// This one first, then `next`.
  func then(_ next: Placement) -> Placement {
    Placement(
      swaps: swaps != next.swaps, flipsX: (next.swaps ? flipsY : flipsX) != next.flipsX,
      flipsY: (next.swaps ? flipsX : flipsY) != next.flipsY)
  }

  func placed(_ size: PixelSize) -> PixelSize {
    swaps ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Where a rectangle of the placed picture came from.
  /// - Parameter size: of the placed picture.
  func source(of rect: PixelRect, in size: PixelSize) -> PixelRect {
    let x = flipsX ? size.width - rect.maxX : rect.x
    let y = flipsY ? size.height - rect.maxY : rect.y
    return swaps
      ? PixelRect(x: y, y: x, width: rect.height, height: rect.width)
      : PixelRect(x: x, y: y, width: rect.width, height: rect.height)
  }
}
