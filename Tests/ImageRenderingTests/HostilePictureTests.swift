import Testing
import ViewerCore
import Wire

@testable import ImageRendering

@Suite("Pictures that mean harm")
struct HostilePictureTests {
  static func gifHeader(_ width: Int, _ height: Int) -> [UInt8] {
    Array(PictureFixture.gif(1, 1, screen: (width, height), [0]).dropLast(2))
  }

  static let bombs: [(String, [UInt8])] = [
    (
      "PNG of 50000 x 50000",
      PictureFixture.pngHeader(50000, 50000, depth: 1, type: 0) + PictureFixture.chunk("IDAT", [])
    ),
    ("PNG of 2^31 - 1", PictureFixture.pngHeader(Int(Int32.max), 1) + PictureFixture.chunk("IDAT", [])),
    ("GIF of 65535 x 65535", gifHeader(65535, 65535)),
    (
      "GIF whose picture is larger than its canvas",
      Array(PictureFixture.gif(65535, 60000, screen: (4, 4), []))
    ),
    ("BMP of 2^31 - 1", PictureFixture.bmp(1, 1, claims: (Int(Int32.max), 6)) { _, _ in 0 }),
  ]

  @Test("Are refused by their header's numbers, before anything is decoded", arguments: bombs)
  func bomb(_ name: String, _ bytes: [UInt8]) {
    #expect(openingCode(bytes) == .tooLarge, "\(name)")
  }

  @Test(
    "A TIFF whose one strip would be a terabyte is refused, be it by the library",
    arguments: [1 << 20, 1 << 15])
  func hugeTIFF(_ side: Int) {
    let bytes = PictureFixture.tiff(pages: [(1, 1, 0)]).replacing(256, side).replacing(257, side)
    let code = openingCode(bytes)
    #expect(code == .tooLarge || code == .damagedDocument)
  }

  @Test(
    "Sizes that are none are damage",
    arguments: [
      PictureFixture.pngHeader(0, 10), PictureFixture.bmp(1, 1, claims: (0, 5)) { _, _ in 0 },
      PictureFixture.bmp(1, 1, claims: (-3, 5)) { _, _ in 0 }, gifHeader(0, 0), [0xFF, 0xD8, 0xFF, 0xD9],
      PictureFixture.pngSignature,
    ] as [[UInt8]])
  func nothing(_ bytes: [UInt8]) {
    #expect(openingCode(bytes) == .damagedDocument)
  }

  /// A file of each format.
  static func files() throws -> [[UInt8]] {
    let paint = PictureFixture.quarters(24, 16)
    let png = try PictureFixture.png(24, 16, paint)
    let jpeg = PictureFixture.oriented(try PictureFixture.jpeg(24, 16, paint), 6)
    return [
      png, jpeg, PictureFixture.bmp(24, 16, paint), PictureFixture.tiff(pages: [(24, 16, 9), (3, 3, 8)]),
      PictureFixture.gif(6, 4, transparent: true, (0..<24).map { $0 % 2 }),
      PictureFixture.zip([("1.png", png), ("2.jpg", jpeg)]),
      Array(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='5' height='5'/></svg>".utf8
      ),
    ]
  }

  /// Opens and draws whatever can be: only typed failures, and memory that is written nowhere else.
  static func visit(_ bytes: [UInt8]) {
    guard let opened = try? Opened(bytes) else { return }
    for page in 0..<min(opened.document.pageCount, 3) {
      _ = try? opened.pixels(page: page, PixelSize(width: 11, height: 7), rotation: .quarter)
      _ = try? opened.pixels(
        page: page, PixelSize(width: 60, height: 90), clip: PixelRect(x: 50, y: 80, width: 10, height: 10))
    }
    _ = opened.document.info()
  }

  @Test("Cut off anywhere, they show what has come or fail with a code", arguments: try files().indices)
  func cut(_ index: Int) throws {
    let bytes = try Self.files()[index]
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
      Self.visit(Array(bytes.prefix(length)))
    }
  }

  @Test("With any byte changed, they do no harm", arguments: try files().indices)
  func changed(_ index: Int) throws {
    let bytes = try Self.files()[index]
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 250)) {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var changed = bytes
        changed[place] = value
        Self.visit(changed)
      }
    }
  }

  @Test("Of a JPEG that ends too soon the upper part is drawn, and the rest is paper")
  func truncatedJPEG() throws {
    let jpeg = try PictureFixture.jpeg(64, 256) { x, y in UInt32(x * 37 & 255) << 8 | UInt32(y * 91 & 255) }
    let opened = try Opened(Array(jpeg.prefix(jpeg.count / 2)))
    let pixels = try opened.pixels(PixelSize(width: 64, height: 256))
    #expect(pixels.prefix(64 * 32).contains { $0 != 0xFFFFFF })
    #expect(pixels.suffix(64 * 64).allSatisfy { $0 == 0xFFFFFF })
    #expect(opened.document.info().warnings == ["Premature end of JPEG file"])
  }

  @Test("Directories that lead back to each other end")
  func loop() throws {
    var bytes = PictureFixture.tiff(pages: [(2, 2, 1), (2, 2, 2)])
    // The first directory's link leads to itself.
    let link = 8 + 2 + 9 * 12
    bytes.replaceSubrange(link..<(link + 4), with: PictureFixture.u32(8))
    #expect(try Opened(bytes).document.pageCount == 1)
  }
}

extension [UInt8] {
  /// A TIFF of `PictureFixture` with another value for a tag.
  func replacing(_ tag: Int, _ value: Int) -> [UInt8] {
    var bytes = self
    let wanted = PictureFixture.u16(tag) + PictureFixture.u16(4)
    for place in indices.dropLast(12) where self[place..<(place + 4)].elementsEqual(wanted) {
      bytes.replaceSubrange((place + 8)..<(place + 12), with: PictureFixture.u32(value))
      return bytes
    }
    return bytes
  }
}
