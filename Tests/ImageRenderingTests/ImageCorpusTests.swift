import Foundation
import TestSupport
import Testing
import ViewerCore
import Wire

@testable import ImageRendering

/// The pictures and comic books of the corpus, each held to what its manifest says.
@Suite("Pictures of the corpus", .enabled(if: Corpus.folder != nil, "LECTERN_CORPUS names no corpus"))
struct ImageCorpusTests {
  static func open(_ file: String) throws -> Opened {
    try Opened([UInt8](Data(contentsOf: URL(fileURLWithPath: try #require(Corpus.folder) + "/" + file))))
  }

  /// Small, whole, in its proportions.
  static func resolution(_ size: Size, side: Double = 120) -> PixelSize {
    let scale = side / max(size.width, size.height)
    return PixelSize(width: max(1, Int(size.width * scale)), height: max(1, Int(size.height * scale)))
  }

  @Test("Every picture and comic book has a row, and every row a file")
  func complete() throws {
    let folder = try #require(Corpus.folder)
    let files = try ["img", "cbz"].flatMap { name in
      try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").map { "\(name)/\($0)" }
    }
    #expect(Set(files).subtracting(PictureCorpusRow.all.map(\.file)).sorted() == [])
    #expect(Set(PictureCorpusRow.all.map(\.file)).subtracting(files).sorted() == [])
    #expect(Set(PictureCorpusRow.all.map(\.file)).count == PictureCorpusRow.all.count)
  }

  @Test("Is what its row says, and looks so", arguments: PictureCorpusRow.all)
  func row(_ row: PictureCorpusRow) throws {
    if case .refused = row.outcome {
      #expect(throws: ImageError.self) { try Self.open(row.file) }
      return
    }
    let opened = try Self.open(row.file)
    let document = opened.document
    let size = document.facts().firstPageSize
    #expect(document.info().format.hasPrefix(row.format))
    switch row.outcome {
    case .drawn(let pages, let width, let height):
      #expect(document.pageCount == Int32(pages))
      if row.format == "CBZ" {
        #expect(abs(size.width / size.height - Double(width) / Double(height)) < 0.001)
      } else {
        #expect(Self.uprightPixels(document.info().format) == [width, height])
        #expect(Self.isAlike(size, width, height), "\(size)")
      }
    case .sketched(let width, let height):
      #expect(document.pageCount == 1)
      #expect(abs(size.width - width) < 0.01 && abs(size.height - height) < 0.01, "\(size)")
    case .hopeless:
      #expect(throws: ImageError.self) { try opened.pixels(Self.resolution(size)) }
      return
    case .refused: break
    }
    let paper: UInt32 = row.looks.contains(.paperInCorner) ? 0xFFEEDD : 0xFFFFFF
    let resolution = Self.resolution(size)
    let (pixels, complaints) = try opened.drawn(resolution, paper: paper)
    for look in row.looks { Self.check(look, pixels, resolution, complaints, paper: paper) }
  }

  private static func check(
    _ look: PictureCorpusRow.Look, _ pixels: [UInt32], _ size: PixelSize, _ complaints: [String],
    paper: UInt32
  ) {
    switch look {
    case .varied: #expect(Set(pixels).count > 1)
    case .plain(let colour): #expect(Set(pixels) == [colour])
    case .grey: #expect(pixels.allSatisfy { $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 })
    case .paperInCorner: #expect(pixels.first == paper)
    case .incomplete: #expect(!complaints.isEmpty)
    case .silent: #expect(complaints.isEmpty, "\(complaints)")
    case .blankBelow:
      #expect(pixels.suffix(size.width).allSatisfy { $0 == paper })
      #expect(Set(pixels.prefix(size.width)).count > 1)
    }
  }

  /// Out of `JPEG 308 x 231, RGB, orientation 5`.
  static func uprightPixels(_ summary: String) -> [Int] {
    let numbers = summary.split(separator: ",").first?.split(separator: " ").compactMap { Int($0) } ?? []
    let turn =
      summary.firstRange(of: "orientation ").flatMap { Int(summary[$0.upperBound...].prefix(1)) } ?? 1
    return turn > 4 ? numbers.reversed() : numbers
  }

  /// A page lies as its pixels do, but for the different densities of faxes.
  private static func isAlike(_ size: Size, _ width: Int, _ height: Int) -> Bool {
    let ratio = size.width / size.height / (Double(width) / Double(height))
    return (0.99...1.01).contains(ratio)
  }

  @Test("Both ends of a panorama are sharp, from a part of it")
  func panorama() throws {
    let opened = try Self.open("img/panorama-24000x1600-progressive.jpg")
    let size = PixelSize(width: 24_000, height: 1600)
    let ends = try [0, 23_800].map { x in
      try opened.pixels(size, clip: PixelRect(x: x, y: 700, width: 200, height: 200))
    }
    #expect(ends[0] != ends[1])
    #expect(ends.allSatisfy { Set($0).count > 8 })
  }

  @Test("All eight orientations look alike")
  func orientations() throws {
    let size = PixelSize(width: 60, height: 80)
    let first = try Self.open("img/exif-orient-1.jpg").pixels(size)
    for number in 2...8 {
      let other = try Self.open("img/exif-orient-\(number).jpg").pixels(size)
      #expect(Self.distance(first, other) < 12, "\(number)")
    }
  }

  @Test(
    "Pairs that should look alike do",
    arguments: [
      ("img/jpeg-cmyk.jpg", "img/jpeg-rgb-pair.jpg", 16.0), ("img/svg-logo.svg", "img/svg-logo.svgz", 0),
      ("img/tiff-g4-orientation-3.tif", "img/tiff-g4-orientation-6.tif", 0.5),
      ("img/tiff-lzw.tif", "img/webp-orientation-6.webp", 12),
    ])
  func pairs(_ one: String, _ other: String, _ limit: Double) throws {
    let first = try Self.open(one)
    let size = Self.resolution(first.document.facts().firstPageSize)
    let distance = Self.distance(try first.pixels(size), try Self.open(other).pixels(size))
    #expect(distance <= limit, "\(distance)")
  }

  @Test("What is grey comes out grey; white on nothing can be read; nothing shows the paper")
  func colours() throws {
    let grey = try Self.open("img/jpeg-grey.jpg").pixels(PixelSize(width: 64, height: 64))
    #expect(grey.allSatisfy { $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 })
    let white = try Self.open("img/png-white-on-transparent.png").pixels(PixelSize(width: 150, height: 100))
    #expect(white[0] == Backdrop.dark && white.contains(0xFFFFFF))
    let paper: UInt32 = 0xFFEEDD
    let dice = try Self.open("img/png-palette-trns.png").pixels(
      PixelSize(width: 32, height: 32), paper: paper)
    #expect(dice[0] == paper)
  }

  @Test("A drawing opens nothing outside its file, and shows the rest")
  func outside() throws {
    let size = PixelSize(width: 300, height: 100)
    let pixels = try Self.open("img/svg-external-refs.svg").pixels(size)
    #expect(pixels.contains { $0 < 0x404040 })
    // Two letters from x = 10 on: a host's name would reach further.
    let columns = (0..<300).filter { x in (0..<100).contains { pixels[$0 * 300 + x] < 0x808080 } }
    #expect((columns.last ?? 300) < 60)
  }

  @Test(
    "Comic books have their pages, in natural order, broken ones too",
    arguments: [
      ("cbz/okular-rotated_cb.cbz", 1), ("cbz/own-corrupt-page.cbz", 4), ("cbz/own-natural-order.cbz", 6),
      ("cbz/readium-futuristic_tales.cbz", 4),
    ])
  func comics(_ file: String, _ pages: Int32) throws {
    let opened = try Self.open(file)
    #expect(opened.document.pageCount == pages)
    #expect(opened.document.facts().kind == .comic)
    for page in 0..<pages {
      let drawn = try? opened.pixels(page: page, PixelSize(width: 60, height: 90))
      #expect(drawn != nil || file.contains("corrupt") && (page == 1 || page == 2))
    }
  }

  @Test("An archive without pictures has no pages")
  func emptyComic() throws {
    #expect(throws: ImageError.empty) { try Self.open("cbz/own-empty.cbz") }
  }

  /// The mean difference of two pictures' colours, of 255.
  static func distance(_ one: [UInt32], _ other: [UInt32]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 255 }
    var sum = 0
    for (first, second) in zip(one, other) {
      for shift: UInt32 in [0, 8, 16] {
        sum += abs(Int(first >> shift & 0xFF) - Int(second >> shift & 0xFF))
      }
    }
    return Double(sum) / Double(one.count * 3)
  }
}

enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["LECTERN_CORPUS"]
}
