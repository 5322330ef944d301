import Testing
import ViewerCore
import Wire

@testable import ImageRendering

@Suite("A picture as a document")
struct ImageDocumentTests {
  /// The same four quarters, each in its own format.
  static let formats = ["png", "jpeg", "bmp"]

  static func quarters(_ format: String, _ width: Int, _ height: Int) throws -> [UInt8] {
    let paint = PictureFixture.quarters(width, height)
    return switch format {
    case "png": try PictureFixture.png(width, height, paint)
    case "jpeg": try PictureFixture.jpeg(width, height, paint)
    default: PictureFixture.bmp(width, height, paint)
    }
  }

  /// The colours in the middle of the four quarters.
  static func corners(_ pixels: [UInt32], _ size: PixelSize) -> [UInt32] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      pixels[y * size.height / 4 * size.width + x * size.width / 4]
    }
  }

  static let four: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]

  @Test("Is one page of its own size, and fills any resolution in its colours", arguments: formats)
  func whole(_ format: String) throws {
    let opened = try Opened(try Self.quarters(format, 64, 48))
    #expect(opened.document.facts().pages == 1)
    #expect(opened.document.facts().kind == .image)
    let size = opened.document.facts().firstPageSize
    #expect(abs(size.width - 64) < 0.1 && abs(size.height - 48) < 0.1)
    for resolution in [(64, 48), (16, 12), (128, 96), (21, 37), (4, 4)] {
      let resolution = PixelSize(width: resolution.0, height: resolution.1)
      let corners = Self.corners(try opened.pixels(resolution), resolution)
      #expect(zip(corners, Self.four).allSatisfy { alike($0, $1) }, "\(resolution): \(corners)")
    }
  }

  @Test("A part of it is what lies there in the whole", arguments: formats)
  func clip(_ format: String) throws {
    let opened = try Opened(try Self.quarters(format, 64, 48))
    let resolution = PixelSize(width: 96, height: 72)
    let whole = try opened.pixels(resolution)
    let clip = PixelRect(x: 30, y: 20, width: 40, height: 33)
    let part = try opened.pixels(resolution, clip: clip)
    let expected = (0..<clip.height).flatMap { y in
      (0..<clip.width).map { x in whole[(clip.y + y) * 96 + clip.x + x] }
    }
    #expect(part == expected)
  }

  @Test("Turned by the order, its corners follow", arguments: Rotation.allCases)
  func turned(_ rotation: Rotation) throws {
    let opened = try Opened(try Self.quarters("png", 40, 20))
    let resolution = PixelSize(width: 40, height: 20)
    let pixels = try opened.pixels(resolution, rotation: rotation)
    let corners = Self.corners(pixels, rotation.turned(resolution))
    let expected: [UInt32] =
      switch rotation {
      case .none: Self.four
      case .quarter: [0x0000FF, 0xFF0000, 0xFFFFFF, 0x00FF00]
      case .half: [0xFFFFFF, 0x0000FF, 0x00FF00, 0xFF0000]
      case .threeQuarters: [0x00FF00, 0xFFFFFF, 0xFF0000, 0x0000FF]
      }
    #expect(corners == expected)
  }

  @Test("Held as the camera was: Exif's eight orientations come out upright", arguments: Orientation.allCases)
  func orientation(_ orientation: Orientation) throws {
    let upright = PixelSize(width: 48, height: 32)
    let stored = orientation.placement.placed(upright)
    let paint = PictureFixture.quarters(upright.width, upright.height)
    // Stored so that the placement makes it upright.
    let jpeg = try PictureFixture.jpeg(stored.width, stored.height) { x, y in
      let place = orientation.placement.inverted(x, y, upright)
      return paint(place.x, place.y)
    }
    let opened = try Opened(PictureFixture.oriented(jpeg, Int(orientation.rawValue)))
    #expect(opened.document.facts().firstPageSize == Size(width: 48, height: 32))
    let corners = Self.corners(try opened.pixels(upright), upright)
    #expect(zip(corners, Self.four).allSatisfy { alike($0, $1) }, "\(corners)")
    // And any part of it, turned.
    let turned = try opened.pixels(
      upright, clip: PixelRect(x: 24, y: 0, width: 24, height: 16), rotation: .quarter)
    #expect(alike(turned[turned.count / 2 + 8], 0x00FF00))
  }

  @Test("Words, links and an outline it has none of; what it is, it says")
  func facts() throws {
    let jpeg = PictureFixture.oriented(try Self.quarters("jpeg", 64, 48), 6)
    #expect(try Opened(jpeg).document.info().format == "JPEG 64 x 48, RGB, orientation 6")
    #expect(
      try Opened(PictureFixture.pngHeader(30, 20, depth: 16) + PictureFixture.chunk("IDAT", [])).document
        .info().format == "PNG 30 x 20, RGB, 16 bits")
    let pages = PictureFixture.tiff(pages: [(4, 2, 0), (4, 2, 255)])
    #expect(try Opened(pages).document.info().format == "TIFF 4 x 2, grey, 2 pages")
  }

  @Test(
    "A density that scanners use gives the page its size, any other does not",
    arguments: [
      (300, 300, 24.0, 12.0), (7, 7, 100, 50), (9000, 9000, 100, 50), (200, 100, 36, 36), (1, 600, 100, 50),
    ])
  func density(_ x: Int, _ y: Int, _ width: Double, _ height: Double) throws {
    let jpeg = try Self.quarters("jpeg", 100, 50)
    var bytes = jpeg
    // JFIF: unit at 13, then both densities.
    bytes.replaceSubrange(13..<18, with: [1, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
    #expect(try Opened(bytes).document.facts().firstPageSize == Size(width: width, height: height))
  }

  @Test("Pages that are not there are refused, with words for each kind of question")
  func range() throws {
    let opened = try Opened(try Self.quarters("png", 8, 8))
    #expect(throws: ImageError.pageOutOfRange) {
      try opened.pixels(page: 1, PixelSize(width: 8, height: 8))
    }
    #expect(throws: ImageError.pageOutOfRange) { try opened.document.check(page: -1) }
    #expect(opened.document.pageSizes(first: 1, count: 5).isEmpty)
    #expect(opened.document.pageSizes(first: 0, count: 5).count == 1)
  }
}

extension Placement {
  /// Where a stored place comes to lie.
  /// - Parameter size: of the upright picture.
  func inverted(_ x: Int, _ y: Int, _ size: PixelSize) -> (x: Int, y: Int) {
    let (a, b) = swaps ? (y, x) : (x, y)
    return (flipsX ? size.width - 1 - a : a, flipsY ? size.height - 1 - b : b)
  }
}
