import Foundation
import Glibc
import Testing
import ViewerCore

@testable import PDFRendering

extension EngineTests {
  /// The corpus's hard texts beside what `pdftotext` and MuPDF read of them. Where they differ, a table in the
  /// documentation says so and why.
  @Suite(
    "The words of the corpus and other readers",
    .enabled(
      if: ProcessInfo.processInfo.environment["LECTERN_CORPUS"] != nil,
      "LECTERN_CORPUS names the folder of documents; it is not set"),
    .enabled(if: OtherReader.areInstalled, "pdftotext and mutool are not installed"))
  struct TextComparisonTests {
    /// Right to left, vertical, ligatures, hyphens, turned pages and lines, columns, accents, fonts that lack.
    private static let documents = [
      "koreader-2col", "own-soft-hyphen-and-hyphenated", "own-text-outside-page",
      "pdfbox-PDFBOX-3044-010197-p5-ligatures", "pdfbox-rot180", "pdfbox-rot270", "pdfbox-rot90",
      "pdfium-control_characters", "pdfium-hebrew_mirrored", "pdfium-rotated_text",
      "pdfium-rotated_text_90", "pdfium-tagged_actual_text", "pdfjs-ArabicCIDTrueType",
      "pdfjs-copy_paste_ligatures", "pdfjs-find_all", "pdfjs-fraction-highlight",
      "pdfjs-french_diacritics", "pdfjs-issue15516_reduced", "pdfjs-issue8372",
      "pdfjs-noembed-identity-2", "pdfjs-noembed-sjis", "pdfjs-rotation", "pdfjs-simpletype3font",
      "pdfjs-vertical", "pypdf-habibi", "pypdf-habibi-rotated", "pypdf-multicolumn",
      "qpdf-inherited-rotate",
    ]

    @Test("Other readers tell the same words, but for what the table of differences names")
    func differences() throws {
      let known = try Self.table()
      var found: Set<Difference> = []
      for name in Self.documents {
        let words = Self.words(try Self.pages(name).map(\.text).joined(separator: "\n"))
        for reader in OtherReader.allCases {
          let theirs = Self.words(try reader.text(of: Self.path(name)))
          guard let kind = Difference.Kind(words, theirs) else { continue }
          found.insert(Difference(document: name, reader: reader, kind: kind))
        }
      }
      #expect(found.subtracting(known).map(\.row).sorted() == [], "differences that the table lacks")
      #expect(known.subtracting(found).map(\.row).sorted() == [], "rows of the table that are true no longer")
    }

    @Test("What is copied holds the words that a search finds", arguments: documents)
    func copied(_ name: String) throws {
      for page in try Self.pages(name) {
        #expect(Self.words(page.string(in: 0..<page.count)) == Self.words(page.text))
      }
    }

    @Test(
      "Words stand where MuPDF has them, on turned pages as well",
      arguments: [
        "pdfbox-rot90", "pdfbox-rot180", "pdfbox-rot270", "pdfjs-rotation",
      ])
    func places(_ name: String) throws {
      let pages = try Self.pages(name)
      let theirs = try OtherReader.mupdf.lines(of: Self.path(name))
      try #require(pages.count == theirs.count)
      for (page, boxes) in zip(pages, theirs) {
        let ours = page.lines.map(\.box)
        let one = try #require(ours.dropFirst().reduce(ours.first) { $0?.union($1) })
        let other = try #require(boxes.dropFirst().reduce(boxes.first) { $0?.union($1) })
        // Each has its own idea of how high letters are.
        #expect(abs(one.left - other.left) < 4 && abs(one.right - other.right) < 8, "\(one) \(other)")
        #expect(abs(one.top + one.bottom - other.top - other.bottom) < 8, "\(one) \(other)")
      }
    }

    private static func path(_ name: String) throws -> String {
      "\(try #require(ProcessInfo.processInfo.environment["LECTERN_CORPUS"]))/pdf/\(name).pdf"
    }

    private static func pages(_ name: String) throws -> [PageText] {
      let file = open(try path(name), O_RDONLY | O_CLOEXEC)
      try #require(file >= 0, "\(name).pdf is not in the corpus")
      defer { close(file) }
      let document = try PDFDocument.open(descriptor: file, password: nil, log: EngineLog(errorOutput: nil))
      return try (0..<Int32(document.pageCount)).map { try document.page($0).text() }
    }

    /// As searches see them.
    private static func words(_ text: String) -> [Substring] {
      String(decoding: FoldedText(text).bytes, as: UTF8.self).split(separator: " ")
    }

    /// Rows `| document | reader | difference | why |` of the documentation.
    private static func table() throws -> Set<Difference> {
      let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Lectern.docc/TextDifferences.md")
      var rows: Set<Difference> = []
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
        guard cells.count == 4, let reader = OtherReader(rawValue: cells[1]),
          let kind = Difference.Kind(rawValue: cells[2])
        else { continue }
        #expect(cells[3].count > 20, "\(line): no reason is given")
        rows.insert(Difference(document: cells[0], reader: reader, kind: kind))
      }
      return rows
    }
  }
}

/// How another reader's words differ from ours.
private struct Difference: Hashable {
  var document: String
  var reader: OtherReader
  var kind: Kind

  var row: String { "| `\(document)` | `\(reader.rawValue)` | \(kind.rawValue) |" }

  enum Kind: String {
    /// The same letters, with blanks elsewhere.
    case blanks
    /// The same words in another order.
    case order
    /// The same letters in another order.
    case letters
    case words

    /// Nil where there is no difference.
    init?(_ ours: [Substring], _ theirs: [Substring]) {
      guard ours != theirs else { return nil }
      let (one, other) = (ours.joined(), theirs.joined())
      self =
        if one == other { .blanks } else if ours.sorted() == theirs.sorted() {
          .order
        } else if one
          .unicodeScalars.sorted() == other.unicodeScalars.sorted()
        { .letters } else { .words }
    }
  }
}

/// A program that reads the same documents.
private enum OtherReader: String, CaseIterable {
  case poppler = "pdftotext"
  case mupdf = "mutool"

  static var areInstalled: Bool {
    allCases.allSatisfy { access("/usr/bin/\($0.rawValue)", X_OK) == 0 }
  }

  /// The words of all pages.
  func text(of path: String) throws -> String {
    switch self {
    case .poppler: try output([path, "-"])
    case .mupdf: try output(["draw", "-q", "-F", "txt", path])
    }
  }

  /// The box about each line, page by page.
  func lines(of path: String) throws -> [[PageText.Box]] {
    try output(["draw", "-q", "-F", "stext", path]).components(separatedBy: "<page ").dropFirst().map {
      page in
      page.components(separatedBy: "<line bbox=\"").dropFirst().compactMap { line in
        let edges = line.prefix { $0 != "\"" }.split(separator: " ").compactMap { Float($0) }
        // A blank line is no word.
        guard edges.count == 4, edges[2] - edges[0] > 5 else { return nil }
        return PageText.Box(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3])
      }
    }
  }

  private func output(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(rawValue)")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
