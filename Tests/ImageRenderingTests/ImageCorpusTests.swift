import Foundation
import Testing
import ViewerCore
import Wire

@testable import ImageRendering

/// The pictures and comic books of the corpus, each held to what its manifest says.
@Suite("Pictures of the corpus", .enabled(if: Corpus.folder != nil, "LECTERN_CORPUS names no corpus"))
struct ImageCorpusTests {
  /// A line of the manifest.
  struct Row: CustomTestStringConvertible {
    var file: String
    var traits: String
    var expected: String
    /// Pixels, pictures and orientation that another engine found.
    var size: [Int]
    var frames: Int?
    var pages: Int?

    var testDescription: String { file }

    /// Whether the picture has one colour.
    var isPlain: Bool {
      ["blank", "tiny", "multi-page", "loop", "text-chunk", "aspect", "two-exif", "very-tall"]
        .contains(where: traits.contains)
    }

    /// The manifest's words as a rule.
    var rule: Rule {
      if file.hasSuffix("png-lying-ihdr.png") || expected.hasPrefix("Refused") { return .refused }
      if expected.contains("no crash") || expected.contains("or clear") { return .anything }
      if expected.hasPrefix("Clear error") { return .refused }
      // What it comes to is counted before it is drawn.
      if expected.contains("time limit") { return .refused }
      return .drawn
    }
  }

  enum Rule: Hashable {
    case drawn
    /// When it is opened.
    case refused
    /// Any way that has a code.
    case anything
  }

  static let rows: [Row] = Corpus.lines.compactMap { fields in
    guard fields.count > 11, fields[0].hasPrefix("img/") else { return nil }
    let truth = try? JSONSerialization.jsonObject(with: Data(fields[11].utf8)) as? [String: Any]
    return Row(
      file: fields[0], traits: fields[8], expected: fields[9], size: truth?["size"] as? [Int] ?? [],
      frames: truth?["frames"] as? Int, pages: Int(fields[7]))
  }

  static func open(_ file: String) throws -> Opened {
    try Opened([UInt8](Data(contentsOf: URL(fileURLWithPath: try #require(Corpus.folder) + "/" + file))))
  }

  /// Small, whole, in its proportions.
  static func resolution(_ size: Size, side: Double = 120) -> PixelSize {
    let scale = side / max(size.width, size.height)
    return PixelSize(width: max(1, Int(size.width * scale)), height: max(1, Int(size.height * scale)))
  }

  @Test("Does what its row says", arguments: rows)
  func row(_ row: Row) throws {
    let opened: Opened
    do {
      opened = try Self.open(row.file)
    } catch let error as ImageError {
      #expect(row.rule == .refused || row.rule == .anything, "\(error)")
      #expect([.tooLarge, .damagedDocument, .unsupportedDocument].contains(error.code))
      return
    }
    #expect(row.rule != .refused)
    let document = opened.document
    do {
      let size = Self.resolution(document.facts().firstPageSize)
      let pixels = try opened.pixels(size)
      #expect(row.isPlain || Set(pixels).count > 1)
    } catch let error as ImageError {
      #expect(row.rule == .anything, "\(error)")
    }
    if row.traits == "tiff;multi-page" { #expect(document.pageCount == 3) }
    if row.traits.hasPrefix("tiff;ifd-loop") { #expect(document.pageCount <= 3) }
  }

  /// Not where the other engine lets a canvas grow with what lies outside it.
  static let sized = rows.filter {
    $0.rule == .drawn && $0.size.count == 2 && !$0.traits.contains("out-of-bounds")
  }

  @Test("Has the size that another engine finds, as stored or upright", arguments: sized)
  func size(_ row: Row) throws {
    let format = try Self.open(row.file).document.info().format
    let found = [" \(row.size[0]) x \(row.size[1])", " \(row.size[1]) x \(row.size[0])"]
    #expect(found.contains(where: format.contains), "\(format)")
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

  /// The manifest's fields; none without a corpus.
  static let lines: [[String]] = {
    guard let folder, let text = try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8) else {
      return []
    }
    return text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }()
}
