import CRaster
import ViewerCore

/// How the pixels of a decoded row lie in memory.
enum PixelLayout: Int32, Hashable, Sendable {
  /// A byte, 0 black.
  case grey = 1
  /// Blue, green, red and 255.
  case colour = 2
  /// Blue, green, red and opacity.
  case alpha = 3
  /// Cyan, magenta, yellow, black: 0 no ink.
  case inks = 4
  /// The same with 255 for no ink.
  case invertedInks = 5

  var channels: Int { self == .grey ? 1 : 4 }

  var name: String {
    switch self {
    case .grey: "grey"
    case .colour: "RGB"
    case .alpha: "RGB with alpha"
    case .inks, .invertedInks: "CMYK"
    }
  }
}

/// What a file says of one picture before any pixel is decoded.
struct PictureHeader: Hashable, Sendable {
  var format: FileFormat
  /// Pixels as they are stored, before any turn.
  var size: PixelSize
  var layout: PixelLayout
  /// Bits of a colour in the file.
  var depth = 8
  var orientation = Orientation.upright
  /// Dots an inch; zero when the file says nothing.
  var density = Size.zero
  var hasProfile = false
  /// More pictures in the file that are not shown, as in an animation.
  var isAnimated = false
  /// Extra words for `info`, as `progressive`.
  var note = ""
  /// When the picture was taken or changed, ISO 8601 without a zone; empty when unknown.
  var date = ""

  init(format: FileFormat, size: PixelSize, layout: PixelLayout) {
    self.format = format
    self.size = size
    self.layout = layout
  }

  /// Refuses what cannot be a picture, and what is too large to be decoded.
  /// - Parameter isWhole: whether all of it must lie in memory while it is decoded.
  func checked(isWhole: Bool = false) throws(ImageError) -> PictureHeader {
    guard !size.isEmpty else { throw .damaged("a side of \(size.width) x \(size.height) pixels") }
    let limit = isWhole ? ImageLimits.wholePixels : ImageLimits.pixels
    let (area, overflows) = size.width.multipliedReportingOverflow(by: size.height)
    guard max(size.width, size.height) <= ImageLimits.side, !overflows, area <= limit else {
      throw .tooLarge("\(size.width) x \(size.height) pixels")
    }
    return self
  }

  /// Points, upright. A density counts where scanners and cameras use it: 30 to 4800 dots an inch, and at most four times
  /// finer one way than the other (faxes).
  var pageSize: Size {
    var stored = Size(width: Double(size.width), height: Double(size.height))
    let believable = 30.0...4800
    if believable.contains(density.width), believable.contains(density.height),
      (0.25...4).contains(density.width / density.height)
    {
      stored.width *= 72 / density.width
      stored.height *= 72 / density.height
    }
    return orientation.placement.swaps ? Size(width: stored.height, height: stored.width) : stored
  }

  /// `JPEG 4000 x 3000, RGB, ICC profile, turned by a quarter`.
  var summary: String {
    var parts = ["\(format.name) \(size.width) x \(size.height)", layout.name]
    if depth != 8 { parts.append(depth == 1 ? "1 bit" : "\(depth) bits") }
    if !note.isEmpty { parts.append(note) }
    if hasProfile { parts.append("ICC profile") }
    if orientation != .upright { parts.append("orientation \(orientation.rawValue)") }
    if isAnimated { parts.append("animated") }
    return parts.joined(separator: ", ")
  }
}
