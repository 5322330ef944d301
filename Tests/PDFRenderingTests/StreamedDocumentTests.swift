import Foundation
import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

extension EngineTests {
  @Suite("Documents that are read while they come", .enabled(if: QPDF.path != nil, "qpdf is not installed"))
  struct StreamedDocumentTests {
    static let pageCount = 60
    static let layouts: [[String]] = [
      [], ["--object-streams=generate"], ["--encrypt", "", "o", "256", "--"],
    ]

    static func linearised(_ more: [String]) throws -> [UInt8] {
      try LongDocument.linearised(pages: pageCount, more)
    }

    static func text(_ document: borrowing PDFDocument, _ page: Int32) throws -> String {
      try document.page(page).text().text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func open(_ bytes: ComingBytes) throws(PDFError) -> PDFDocument {
      try PDFDocument.open(stream: bytes, password: nil, log: EngineLog(errorOutput: nil))
    }

    @Test("Of a linearised document only what a page needs is waited for", arguments: layouts)
    func linearised(more: [String]) throws {
      let bytes = ComingBytes(try Self.linearised(more))
      let document = try Self.open(bytes)
      let facts = document.facts()
      #expect(facts.pages == Int32(Self.pageCount) && facts.linearised)
      #expect(try Self.text(document, 0) == "Page 1")
      // Its beginning, and its cross-reference table.
      #expect(bytes.requests <= 3 && bytes.present.count <= 5)
      let layout = try #require(StreamLayout.read(bytes, passwords: []).layout)
      bytes.forgetWaits()
      #expect(try Self.text(document, 45) == "Page 46")
      let needed = layout.hints.ranges(ofPage: 45).map { BlockRun(holding: $0).count }.reduce(0, +)
      #expect(bytes.waits.count == 1 && bytes.requests <= 2)
      #expect(bytes.waits.joined().count <= needed)
      bytes.forgetWaits()
      #expect(try Self.text(document, 45) == "Page 46" && bytes.waits.isEmpty)
    }

    @Test("Where a link leads is told without fetching that page", arguments: layouts)
    func links(more: [String]) throws {
      let bytes = ComingBytes(try Self.linearised(more))
      let document = try Self.open(bytes)
      _ = try Self.text(document, 45)
      bytes.forgetWaits()
      let links = try document.page(45).links()
      #expect(links.map(\.target) == [.page(52, x: nil, y: nil)] && bytes.waits.isEmpty)
      // poppler has seen an empty page there meanwhile.
      #expect(try Self.text(document, 52) == "Page 53")
      let again = try document.page(45).links()
      #expect(again.map(\.target) == [.page(52, x: 0, y: 20)])
    }

    @Test("Pages have the same pixels' worth of words and sizes as from a file", arguments: layouts)
    func same(more: [String]) throws {
      let whole = try Self.linearised(more)
      let file = try memoryFile(whole)
      let local = try PDFDocument.open(
        descriptor: file.rawValue, password: nil, log: EngineLog(errorOutput: nil))
      let document = try Self.open(ComingBytes(whole))
      for page in [Int32](stride(from: 59, through: 1, by: -7)) {
        #expect(try Self.text(document, page) == Self.text(local, page))
        let size = try document.page(page).size
        #expect(try size == local.page(page).size)
      }
    }

    @Test("One that is not linearised begins with its end")
    func plain() throws {
      let bytes = ComingBytes(LongDocument.fixture(pages: Self.pageCount).bytes())
      let document = try Self.open(bytes)
      #expect(try Self.text(document, 0) == "Page 1")
      #expect(bytes.requests <= 6 && bytes.present.count < 10)
      let facts = document.facts()
      #expect(!facts.linearised)
    }

    @Test(
      "A layout that does not fit the file is not relied on",
      arguments: ["grown", "hints", "places", "table"])
    func unreliable(damage: String) throws {
      var whole = try Self.linearised([])
      switch damage {
      case "grown": whole += Array("% More than it says\n%%EOF\n".utf8)
      case "hints": Self.replace("/S ", by: "/T ", in: &whole)
      case "table": Self.replace("/T 6", by: "/T 5", in: &whole)
      default: Self.replace("/O ", by: "/Q ", in: &whole)
      }
      let bytes = ComingBytes(whole)
      let document = try Self.open(bytes)
      let facts = document.facts()
      #expect(!facts.linearised && facts.pages == Int32(Self.pageCount))
      #expect(try Self.text(document, 0) == "Page 1")
      #expect(document.linearisation == (damage == "hints" ? .damagedHints : .badHeader))
    }

    private static func replace(_ old: String, by new: String, in bytes: inout [UInt8]) {
      let word = Array(old.utf8)
      guard let place = bytes.firstRange(of: word) else { return }
      bytes.replaceSubrange(place, with: Array(new.utf8))
    }

    @Test("What nobody waits for any more ends the work", arguments: 1...3)
    func abandoned(patience: Int) throws {
      let bytes = ComingBytes(try Self.linearised([]))
      bytes.patience = patience
      var code: ErrorCode?
      do throws(PDFError) {
        let document = try Self.open(bytes)
        _ = try document.page(30).text()
      } catch {
        code = error.code
      }
      #expect(code == (patience < 3 ? .cancelled : nil))
    }
  }
}
