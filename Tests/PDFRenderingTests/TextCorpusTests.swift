import Foundation
import Glibc
import Testing
import ViewerCore

@testable import PDFRendering

extension EngineTests {
  /// Documents whose words are hard to read, out of the folder that LECTERN_CORPUS names.
  @Suite(
    "The words of the corpus",
    .enabled(
      if: ProcessInfo.processInfo.environment["LECTERN_CORPUS"] != nil,
      "LECTERN_CORPUS names the folder of documents; it is not set"))
  struct TextCorpusTests {
    private static func pages(_ name: String) throws -> [PageText] {
      let folder = try #require(ProcessInfo.processInfo.environment["LECTERN_CORPUS"])
      let file = open("\(folder)/pdf/\(name).pdf", O_RDONLY | O_CLOEXEC)
      try #require(file >= 0, "\(name).pdf is not in the corpus")
      defer { close(file) }
      let document = try PDFDocument.open(descriptor: file, password: nil, log: EngineLog(errorOutput: nil))
      return try (0..<Int32(document.pageCount)).map { try document.page($0).text() }
    }

    @Test(
      "A word is found as often as it is there",
      arguments: [
        ("own-soft-hyphen-and-hyphenated", "documentation", 1),
        ("own-soft-hyphen-and-hyphenated", "extraordinary", 1),
        ("own-soft-hyphen-and-hyphenated", "softhyphen", 1),
        ("own-soft-hyphen-and-hyphenated", "well-known", 1),
        ("own-soft-hyphen-and-hyphenated", "Donaudampfschiff", 1),
        ("own-text-outside-page", "secretword1", 0), ("own-text-outside-page", "secretword2", 0),
        ("own-text-outside-page", "secretword4", 0), ("own-text-outside-page", "secretword3", 1),
        ("pypdf-habibi", "حبيبي", 2), ("pypdf-habibi", "habibi", 1),
        ("pdfium-hebrew_mirrored", "בנימין", 1),
        ("pdfjs-ArabicCIDTrueType", "العربية", 4), ("pdfjs-ArabicCIDTrueType", "انواع الخطوط", 4),
        ("pdfjs-vertical", "あいうえお", 1), ("pdfjs-vertical", "日本語", 1),
        ("pdfjs-copy_paste_ligatures", "fi", 2), ("pdfjs-copy_paste_ligatures", "ffl", 1),
        ("pdfbox-PDFBOX-3044-010197-p5-ligatures", "fluid", 1),
        ("pdfbox-PDFBOX-3044-010197-p5-ligatures", "expected at the LHC", 1),
        ("pdfjs-french_diacritics", "é", 8), ("pdfium-rotated_text_90", "goodbye", 1),
      ])
    func found(_ name: String, _ word: String, _ count: Int) throws {
      let query = try #require(FoldedQuery(word))
      let pages = try Self.pages(name)
      let matches = pages.map { FoldedText($0).matches(query) }
      #expect(matches.joined().count == count, "\(pages.map(\.text))")
      for (page, ranges) in zip(pages, matches) {
        for range in ranges {
          #expect(!page.boxes(covering: range).isEmpty)
        }
      }
    }

    @Test(
      "Hit boxes lie on the upright page and follow the words",
      arguments: ["pdfbox-rot90", "pdfbox-rot180", "pdfbox-rot270", "pdfjs-rotation"])
    func upright(_ name: String) throws {
      for page in try Self.pages(name) where page.count > 0 {
        let boxes = page.boxes(covering: 0..<page.count)
        #expect(!boxes.isEmpty)
        // Upright words are wider than high.
        #expect(boxes.allSatisfy { $0.right - $0.left > $0.bottom - $0.top || page.count < 3 }, "\(boxes)")
      }
    }

    @Test("No line of a column goes on in the next one", arguments: ["pypdf-multicolumn"])
    func columns(_ name: String) throws {
      let page = try #require(try Self.pages(name).first)
      // Below the title, each of the two columns is 229 points wide.
      let lines = page.lines.filter { $0.box.top > 240 }
      #expect(lines.count > 60)
      #expect(lines.allSatisfy { $0.box.right - $0.box.left < 235 })
    }
  }
}
