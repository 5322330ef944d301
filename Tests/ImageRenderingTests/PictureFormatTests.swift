import CLCMS
import Glibc
import Posix
import Testing
import ViewerCore
import Wire

@testable import ImageRendering

@Suite("Formats of pictures")
struct PictureFormatTests {
  static let square = PixelSize(width: 2, height: 2)

  @Test("PNG: a bit, a palette with transparent entries, 16 bits, grey with opacity")
  func png() throws {
    let bits = PictureFixture.png(8, 1, depth: 1, type: 0, rows: [[0b1010_0001]])
    #expect(
      try Opened(bits).pixels(PixelSize(width: 8, height: 1))
        == [0xFFFFFF, 0, 0xFFFFFF, 0, 0, 0, 0, 0xFFFFFF])
    let palette = PictureFixture.png(
      3, 1, depth: 8, type: 3,
      extra: PictureFixture.chunk("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255])
        + PictureFixture.chunk("tRNS", [255, 0, 128]), rows: [[0, 1, 2]])
    let over = try Opened(palette).pixels(PixelSize(width: 3, height: 1), paper: 0x804020)
    #expect(over[0] == 0xFF0000 && over[1] == 0x804020)
    #expect(alike(over[2], 0x402090, within: 2))
    let deep = PictureFixture.png(
      2, 1, depth: 16, type: 2, rows: [[0xFF, 0xFF, 0, 0, 0x80, 0x80, 0, 0, 0xFF, 0xFF, 0x40, 0x40]])
    #expect(try Opened(deep).pixels(PixelSize(width: 2, height: 1)) == [0xFF0080, 0x00FF40])
    let veil = PictureFixture.png(1, 1, depth: 8, type: 4, rows: [[0, 64]])
    #expect(alike(try Opened(veil).pixels(PixelSize(width: 1, height: 1))[0], 0xBFBFBF, within: 1))
  }

  @Test("White on nothing is laid on dark grey, dark drawings on the paper, in every view alike")
  func backdrop() throws {
    func drawing(_ grey: UInt8) -> [UInt8] {
      let row = (0..<40).flatMap { x -> [UInt8] in x % 4 == 0 ? [grey, 255] : [255, 0] }
      return PictureFixture.png(40, 8, depth: 8, type: 4, rows: [[UInt8]](repeating: row, count: 8))
    }
    let size = PixelSize(width: 40, height: 8)
    let white = try Opened(drawing(255))
    #expect(try white.pixels(size)[1] == Backdrop.dark && white.pixels(size)[0] == 0xFFFFFF)
    #expect(
      try white.pixels(size, clip: PixelRect(x: 1, y: 0, width: 2, height: 2)).allSatisfy {
        $0 == Backdrop.dark
      })
    #expect(try white.pixels(size, paper: 0)[1] == 0)
    #expect(try Opened(drawing(20)).pixels(size)[1] == 0xFFFFFF)
    #expect(try Opened(drawing(20)).pixels(size, paper: 0)[1] == 0xFFFFFF)
  }

  @Test("Colours follow an embedded profile; one of sRGB itself, or broken, changes nothing")
  func profile() throws {
    let jpeg = try PictureFixture.jpeg(16, 16) { _, _ in 0x00FF00 }
    func with(_ profile: [UInt8]) throws -> UInt32 {
      let bytes = PictureFixture.jpeg(jpeg, with: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
      let opened = try Opened(bytes)
      #expect(opened.document.info().format.hasSuffix("ICC profile"))
      return try opened.pixels(PixelSize(width: 4, height: 4))[5]
    }
    #expect(alike(try with(Profiles.swapped()), 0xFF0000))
    #expect(alike(try with(Profiles.standard()), 0x00FF00))
    #expect(alike(try with([1, 2, 3, 4]), 0x00FF00))
  }

  @Test("TIFF: its pages, each with its own size, held as their tag says; small copies are no pages")
  func tiff() throws {
    let opened = try Opened(PictureFixture.tiff(pages: [(30, 20, 10), (10, 40, 200)], tags: [(274, 6)]))
    #expect(
      opened.document.pageSizes(first: 0, count: 9) == [
        Size(width: 20, height: 30), Size(width: 40, height: 10),
      ])
    #expect(try opened.pixels(page: 1, Self.square) == [UInt32](repeating: 0xC8C8C8, count: 4))
    let copies = PictureFixture.tiff(pages: [(30, 20, 10), (3, 2, 11)], tags: [(254, 1)])
    #expect(try Opened(copies).document.pageCount == 1)
  }

  @Test("GIF: colours by number, nothing where it is transparent or the picture does not reach")
  func gif() throws {
    let plain = try Opened(PictureFixture.gif(2, 2, [0, 1, 1, 0]))
    #expect(try plain.pixels(Self.square) == [0xFF0000, 0x0000FF, 0x0000FF, 0xFF0000])
    let clear = try Opened(PictureFixture.gif(2, 2, transparent: true, [0, 1, 1, 0]))
    #expect(try clear.pixels(Self.square, paper: 0xEEDDCC)[0] == 0xEEDDCC)
    let small = try Opened(PictureFixture.gif(1, 1, screen: (2, 2), [1]))
    #expect(try small.pixels(Self.square) == [0x0000FF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF])
  }

  /// A header of 40 bytes, masks or a palette, and rows as they are given.
  static func bitmap(
    _ width: Int, _ height: Int, depth: Int, method: Int = 0, table: [Int] = [], _ pixels: [UInt8]
  ) -> [UInt8] {
    let offset = 54 + table.count * 4
    return Array("BM".utf8) + PictureFixture.u32(offset + pixels.count) + PictureFixture.u32(0)
      + PictureFixture.u32(offset) + PictureFixture.u32(40) + PictureFixture.u32(width & 0xFFFF_FFFF)
      + PictureFixture.u32(height & 0xFFFF_FFFF) + PictureFixture.u16(1) + PictureFixture.u16(depth)
      + PictureFixture.u32(method) + [UInt8](repeating: 0, count: 12)
      + PictureFixture.u32(method == 3 ? 0 : table.count) + PictureFixture.u32(0)
      + table.flatMap(PictureFixture.u32) + pixels
  }

  @Test("BMP: palettes of 1, 4 and 8 bits, 16 and 32 bits with masks, top-down rows and runs")
  func bmp() throws {
    let red = 0xFF0000
    let blue = 0x0000FF
    let expected: [UInt32] = [0xFF0000, 0x0000FF, 0x0000FF, 0xFF0000]
    let files = [
      Self.bitmap(2, 2, depth: 1, table: [red, blue], [0x80, 0, 0, 0, 0x40, 0, 0, 0]),
      Self.bitmap(2, 2, depth: 4, table: [red, blue], [0x10, 0, 0, 0, 0x01, 0, 0, 0]),
      Self.bitmap(2, 2, depth: 8, table: [red, blue], [1, 0, 0, 0, 0, 1, 0, 0]),
      Self.bitmap(2, -2, depth: 8, table: [red, blue], [0, 1, 0, 0, 1, 0, 0, 0]),
      Self.bitmap(2, 2, depth: 16, [0x1F, 0, 0, 0x7C, 0, 0x7C, 0x1F, 0]),
      Self.bitmap(
        2, 2, depth: 32, method: 3, table: [0xFF, 0xFF00, 0xFF0000],
        [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0]),
      Self.bitmap(2, 2, depth: 8, method: 1, table: [red, blue], [1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1]),
      Self.bitmap(2, 2, depth: 4, method: 2, table: [red, blue], [2, 0x10, 0, 0, 2, 0x01, 0, 1]),
    ]
    for (number, file) in files.enumerated() {
      #expect(try Opened(file).pixels(Self.square) == expected, "\(number)")
    }
    #expect(openingCode(Self.bitmap(2, 2, depth: 8, method: 4, [])) == .unsupportedDocument)
  }

  static func svg(_ attributes: String, _ content: String = "") -> [UInt8] {
    Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(content)</svg>".utf8)
  }

  @Test(
    "SVG: a size in its units, by its view box, or as any replaced element",
    arguments: [
      ("width='96' height='48'", 72.0, 36.0), ("width='1in' height='25.4mm'", 72, 72),
      ("viewBox='0 0 400 200'", 300, 150), ("width='50%' viewBox='0 0 40 20'", 30, 15), ("", 225, 112.5),
    ])
  func svgSize(_ attributes: String, _ width: Double, _ height: Double) throws {
    let size = try Opened(Self.svg(attributes)).document.facts().firstPageSize
    #expect(abs(size.width - width) < 0.01 && abs(size.height - height) < 0.01, "\(size)")
  }

  @Test("SVG: sharp however large, turned as ordered, over the paper")
  func svg() throws {
    let opened = try Opened(Self.svg("width='10' height='10'", "<rect width='5' height='5' fill='#00f'/>"))
    let large = PixelSize(width: 4000, height: 4000)
    let edge = try opened.pixels(large, clip: PixelRect(x: 1998, y: 10, width: 4, height: 1), paper: 0xEEDDCC)
    #expect(edge == [0x0000FF, 0x0000FF, 0xEEDDCC, 0xEEDDCC])
    let turned = try opened.pixels(PixelSize(width: 20, height: 20), rotation: .quarter)
    #expect(turned[15] == 0x0000FF && turned[0] == 0xFFFFFF)
  }

  @Test(
    "Names for text outside a drawing's file are empty",
    arguments: [
      ("<!DOCTYPE s [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", "<!DOCTYPE s [<!ENTITY x \"\">]>"),
      ("<!ENTITY x PUBLIC 'a' 'b'>", "<!ENTITY x \"\">"), ("<!ENTITY x 'text'>", nil), ("<!ENTITY", nil),
      ("", nil),
    ] as [(String, String?)])
  func entities(_ text: String, _ expected: String?) {
    let emptied = ExternalEntities.emptied(Array(text.utf8))
    #expect(emptied.map(\.count) == (expected == nil ? nil : text.utf8.count))
    // Spaces stand for what is gone.
    let words = emptied.map {
      String(decoding: $0, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }
    #expect(words?.replacing("\" >", with: "\">") == expected)
  }

  @Test("Comic books: pictures in natural order, whatever the archive's, without what is none")
  func comic() throws {
    func page(_ blue: UInt32) throws -> [UInt8] { try PictureFixture.png(4, 6) { _, _ in blue } }
    let files: [(String, [UInt8])] = [
      ("b/page10.png", try page(10)), ("b/page9.png", try page(9)), ("__MACOSX/b/page1.png", [1]),
      ("b/.hidden.png", [1]), ("readme.txt", [1]), ("Thumbs.db", [1]), ("b/Page1.png", try page(1)),
      ("a.svg", Self.svg("width='4' height='6'")),
    ]
    let opened = try Opened(PictureFixture.zip(files.map { (name: $0.0, content: $0.1) }))
    #expect(opened.document.pageCount == 4)
    let drawn = try (1..<4).map { try opened.pixels(page: $0, PixelSize(width: 1, height: 1))[0] }
    #expect(drawn == [1, 9, 10])
    #expect(
      opened.document.pageSizes(first: 0, count: 2) == [
        Size(width: 3, height: 4.5), Size(width: 4, height: 6),
      ])
  }

  @Test("Sizes of pages are found in one pass, from their beginning or from all of them")
  func comicSizes() throws {
    // Longer than the first look, with what tells the size behind it.
    let long = Self.svg("width='4' height='8'", String(repeating: "<g/>", count: 9000))
    let noise = try PictureFixture.png(90, 70) { x, y in UInt32(x * 7919 + y * 104_729) & 0xFFFFFF }
    let late = PictureFixture.jpeg(
      try PictureFixture.jpeg(9, 5) { _, _ in 0 }, with: 0xEE, [UInt8](repeating: 7, count: 60000))
    let files = [
      ("3.svg", long), ("1.png", noise), ("4.jpg", late), ("2.png", [UInt8](repeating: 9, count: 50000)),
    ]
    let opened = try Opened(PictureFixture.zip(files.map { (name: $0.0, content: $0.1) }))
    let sizes = [Size(width: 90, height: 70), .zero, Size(width: 3, height: 6), Size(width: 9, height: 5)]
    #expect(opened.document.facts().firstPageSize == sizes[0])
    #expect(opened.document.pageSizes(first: 2, count: 2) == Array(sizes[2...]))
    #expect(opened.document.pageSizes(first: 0, count: 4) == sizes)
  }

  @Test("A page of a comic book that is no picture costs that page alone")
  func brokenPage() throws {
    let good = try PictureFixture.png(4, 4) { _, _ in 0x112233 }
    let opened = try Opened(PictureFixture.zip([("1.png", [1, 2, 3]), ("2.png", good)]))
    #expect(opened.document.pageSizes(first: 0, count: 2) == [.zero, Size(width: 4, height: 4)])
    do {
      _ = try opened.pixels(page: 0, Self.square)
      Issue.record("drawn")
    } catch let error as ImageError {
      #expect(error.code == .pageRenderFailed)
    }
    #expect(try opened.pixels(page: 1, Self.square)[0] == 0x112233)
    #expect(openingCode(PictureFixture.zip([("notes.txt", [1])])) == .emptyDocument)
  }
}

/// Colour profiles, made by the library.
enum Profiles {
  private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
    guard let profile else { return [] }
    defer { cmsCloseProfile(profile) }
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    return cmsSaveProfileToMem(profile, &bytes, &count) != 0 ? bytes : []
  }

  static func standard() -> [UInt8] { bytes(cmsCreate_sRGBProfile()) }

  /// sRGB with red and green in each other's place.
  static func swapped() -> [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.30, y: 0.60, Y: 1), Green: cmsCIExyY(x: 0.64, y: 0.33, Y: 1),
      Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
    let curve = cmsBuildGamma(nil, 2.2)
    defer { cmsFreeToneCurve(curve) }
    var curves: [OpaquePointer?] = [curve, curve, curve]
    return bytes(cmsCreateRGBProfile(&white, &primaries, &curves))
  }
}
