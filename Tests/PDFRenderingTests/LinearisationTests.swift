import Foundation
import Posix
import Testing
import ViewerCore

@testable import PDFRendering

struct LinearisationTests {
  static let good =
    "%PDF-1.7\n%\u{e9}\n12 0 obj\n<< /Linearized 1 /L 9000 /H [ 700 150 ] /O 14 /E 2000 /N 3 /T 8000 >>\nendobj\n"

  private static func claim(_ text: String) -> LinearisationHeader.Claim {
    LinearisationHeader.claim(in: Array(text.utf8))
  }

  @Test("A header is read as it stands")
  func header() throws {
    guard case .header(let header) = Self.claim(Self.good) else {
      Issue.record("no header")
      return
    }
    #expect(
      header
        == LinearisationHeader(
          length: 9000, hints: [700..<850], firstPageObject: 14, firstPageEnd: 2000, pages: 3,
          mainTable: 8000, firstPage: 0))
    #expect(header.fits(9000) && !header.fits(9001))
  }

  @Test(
    "A header that lacks something or says nonsense is broken",
    arguments: [
      ("/L 9000", ""), ("/H [ 700 150 ]", "/H 700"), ("/H [ 700 150 ]", "/H [ 700 ]"), ("/O 14", "/O -1"),
      ("/E 2000", "/E -5"), ("/N 3", ""), ("/T 8000", ""), ("/H [ 700 150 ]", "/H [ 99999 5 ]"),
    ])
  func broken(part: String, instead: String) {
    #expect(Self.claim(Self.good.replacingOccurrences(of: part, with: instead)) == .broken)
  }

  @Test(
    "What is no header makes no claim",
    arguments: [
      "", "%PDF-1.7\n", "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj", "1 0 obj << /Linearized 1",
      "1 0 obj << /Other 1 >>", String(repeating: "9", count: 1024),
    ])
  func none(text: String) {
    #expect(Self.claim(text) == .none)
  }

  @Test("Places beyond the file do not fit", arguments: ["/E 9001", "/T 9000", "/N 0", "/N 3 /P 3"])
  func places(part: String) {
    let old = String(part.prefix(2))
    let text = Self.good.replacingOccurrences(of: "\(old) [0-9]+", with: part, options: .regularExpression)
    guard case .header(let header) = Self.claim(text) else {
      Issue.record("no header")
      return
    }
    #expect(!header.fits(9000))
  }

  /// Bits as a hint table packs them.
  private struct Bits {
    var bits: [UInt8] = []
    mutating func put(_ value: Int, _ width: Int) {
      for bit in (0..<width).reversed() { bits.append(UInt8(value >> bit & 1)) }
    }
    mutating func align() { while bits.count % 8 != 0 { bits.append(0) } }
    var bytes: [UInt8] {
      stride(from: 0, to: bits.count, by: 8).map { start in bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      }
    }
  }

  /// Three pages of 1000, 1100 and 1200 bytes from 900 on (850 without the hint stream), the second with two objects of
  /// its own and the third sharing the second of two shared objects behind.
  private static func table(sharedNumber: Int = 2, bits: Int = 8) -> (table: [UInt8], shared: Int) {
    var page = Bits()
    for (value, width) in [
      (4, 32), (750, 32), (2, 16), (1000, 32), (bits, 16), (0, 32), (0, 16), (0, 32), (0, 16), (1, 16),
      (2, 16),
      (0, 16), (1, 16),
    ] { page.put(value, width) }
    for count in [1, 0, 2] { page.put(count, 2) }
    page.align()
    for length in [0, 100, 200] { page.put(length, bits) }
    page.align()
    for count in [0, 0, 1] { page.put(count, 1) }
    page.align()
    page.put(sharedNumber, 2)
    page.align()
    let start = page.bytes.count
    for (value, width) in [(30, 32), (4500, 32), (1, 32), (3, 32), (0, 16), (100, 32), (8, 16)] {
      page.put(value, width)
    }
    for length in [0, 10, 20] { page.put(length, 8) }
    page.align()
    return (page.bytes, start)
  }

  private static let header = LinearisationHeader(
    length: 9000, hints: [700..<850], firstPageObject: 14, firstPageEnd: 2000, pages: 3, mainTable: 8000,
    firstPage: 0)

  @Test("Tables tell where pages lie and what they share")
  func tables() throws {
    let (table, shared) = Self.table()
    let hints = try #require(PageHints(table: table, sharedOffset: shared, header: Self.header))
    #expect(hints.pages.map(\.object) == [14, 1, 5])
    #expect(hints.pages.map(\.bytes) == [900..<1900, 1900..<3000, 3000..<4200])
    #expect(hints.pages.map(\.shared) == [[], [], [4760..<4880]])
    #expect(hints.ranges(ofPage: 2) == [3000..<4200, 4760..<4880])
    #expect(hints.ranges(ofPage: 3) == [] && hints.ranges(ofPage: -1) == [])
  }

  @Test("Tables that lead out of the file, or end too soon, are refused as a whole")
  func refused() {
    let (table, shared) = Self.table()
    #expect(
      PageHints(table: Self.table(sharedNumber: 3).table, sharedOffset: shared, header: Self.header) == nil)
    #expect(PageHints(table: table, sharedOffset: 0, header: Self.header) == nil)
    #expect(PageHints(table: table, sharedOffset: table.count, header: Self.header) == nil)
    for count in 0..<table.count - 1 {
      #expect(PageHints(table: Array(table.prefix(count)), sharedOffset: shared, header: Self.header) == nil)
    }
    var short = Self.header
    short.length = 4000
    #expect(PageHints(table: table, sharedOffset: shared, header: short) == nil)
    var many = Self.header
    many.pages = 400_000
    #expect(PageHints(table: table, sharedOffset: shared, header: many) == nil)
  }

  @Test("No table of rubbish leads out of the file")
  func rubbish() {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var (table, shared) = Self.table()
      for _ in 0..<3 {
        table[Int.random(in: 0..<table.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      shared = Bool.random(using: &chance) ? shared : Int.random(in: 0..<table.count, using: &chance)
      guard let hints = PageHints(table: table, sharedOffset: shared, header: Self.header) else { continue }
      for page in 0..<3 {
        #expect(hints.ranges(ofPage: page).allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= 9000 })
      }
    }
  }
}

/// Documents that other programs have laid out, well or not.
struct LinearisationCorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["LECTERN_CORPUS"].map { $0 + "/pdf/" }

  @Test(
    "What a document's claim is worth is told of those that others have made",
    .enabled(if: folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"),
    arguments: [
      ("pdfbox-AnnotationTypes", Linearisation.fine), ("pdfium-feature_linearized_loading", .fine),
      ("pdfium-linearized", .fine), ("pdfium-page_labels", .fine), ("pdfjs-annotation-button-widget", .fine),
      ("pdfjs-rotation", .fine), ("qpdf-lin9", .fine), ("qpdf-long-id-linearized", .fine),
      ("qpdf-enc-R2_V1_O_master", .fine), ("pdfium-linearized_bug_1055", .badHeader),
      ("qpdf-badlin1", .badHeader), ("pdfjs-autoprint", .badHeader),
      ("pdfjs-annotation-text-widget", .badHeader),
    ])
  func claims(name: String, status: Linearisation) throws {
    let path = (Self.folder ?? "") + name + ".pdf"
    guard FileManager.default.fileExists(atPath: path) else { return }
    let file = try FileDescriptor.open(path)
    let document = try PDFDocument.open(
      descriptor: file.rawValue, password: nil, log: EngineLog(errorOutput: nil))
    #expect(document.linearisation == status)
  }
}
