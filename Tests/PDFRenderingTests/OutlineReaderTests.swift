import Foundation
import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

extension EngineTests {
  @Suite("The outline of a document")
  struct OutlineReaderTests {
    /// The outline of a document of three pages (200 x 100, 300 x 400 and 200 x 100 pt).
    /// - Parameter lines: objects 5, 6 and so on; `PAGE1` stands for the number of the second page's object.
    static func outline(_ lines: [String], first: Int = 5) throws -> [OutlineItem] {
      var pdf = PDFFixture()
      let page = 5 + lines.count + 2
      for line in lines { _ = pdf.add(line.replacing("PAGE1", with: "\(page)")) }
      pdf.catalog = "/Outlines << /Type /Outlines /First \(first) 0 R /Last 5 0 R /Count 1 >>"
      pdf.addPage()
      pdf.addPage(width: 300, height: 400)
      pdf.addPage()
      return try withDocument(pdf) { document, _ in document.outline() }
    }

    @Test("Lines come in the order of reading, each with its depth, its page and its place there")
    func nested() throws {
      let items = try Self.outline([
        "<< /Title (One) /Dest [PAGE1 0 R /XYZ 30 80 0] /First 6 0 R /Last 7 0 R /Count 2 /Next 8 0 R >>",
        "<< /Title (Within) /Parent 5 0 R /Dest [2 /Fit] /Next 7 0 R >>",
        "<< /Title (Outside) /Parent 5 0 R /A << /S /URI /URI (https://example.org) >> >>",
        "<< /Title (Two) /A << /S /GoTo /D [0 /FitH 60] >> /Next 9 0 R >>",
        "<< /Title (Nowhere) >>",
      ])
      #expect(
        items == [
          OutlineItem(title: "One", depth: 0, page: 1, x: 30, y: 320),
          OutlineItem(title: "Within", depth: 1, page: 2), OutlineItem(title: "Outside", depth: 1, page: nil),
          OutlineItem(title: "Two", depth: 0, page: 0, y: 40),
          OutlineItem(title: "Nowhere", depth: 0, page: nil),
        ])
    }

    @Test("A document without an outline has no lines")
    func none() throws {
      var pdf = PDFFixture()
      pdf.addPage()
      #expect(try withDocument(pdf) { document, _ in document.outline() } == [])
    }

    @Test(
      "Lines that are tied in a circle come to an end, and each stands there at least once",
      arguments: [
        // A sister of itself, a mother of itself, two that are each other's child, two each other's next.
        ["<< /Title (a) /Next 5 0 R >>"], ["<< /Title (a) /First 5 0 R /Last 5 0 R >>"],
        ["<< /Title (a) /First 6 0 R /Last 6 0 R >>", "<< /Title (b) /First 5 0 R /Last 5 0 R >>"],
        ["<< /Title (a) /Next 6 0 R >>", "<< /Title (b) /Next 5 0 R >>"],
      ])
    func circles(_ lines: [String]) throws {
      let items = try Self.outline(lines)
      #expect(Set(items.map(\.title)) == (lines.count == 1 ? ["a"] : ["a", "b"]))
      #expect(items.count <= WorkerLimits.outlineItems)
      #expect(items.allSatisfy { $0.depth <= WorkerLimits.outlineDepth })
      #expect(try DocumentOutline(decodingBulk: DocumentOutline(items).encodedBulk()[...]).items == items)
    }

    @Test("A line that is everybody's child grows no further than the limits let it")
    func explosion() throws {
      // Each of 40 lines is child of and sister to the next: 2 to the power of 40 ways.
      let lines = (0..<40).map { index in
        let next = 6 + index
        guard index < 39 else { return "<< /Title (end) >>" }
        return "<< /Title (l) /First \(next) 0 R /Last \(next) 0 R /Next \(next) 0 R >>"
      }
      let items = try Self.outline(lines)
      #expect(items.count == WorkerLimits.outlineItems)
      #expect(DocumentOutline(items).encodedBulk().count <= WorkerLimits.bulkBytes)
    }

    @Test("Lines deeper than the limit are left out, their sisters are not")
    func depth() throws {
      let lines = (0..<100).map { "<< /Title (\($0)) /First \($0 + 6) 0 R /Last \($0 + 6) 0 R >>" }
      let items = try Self.outline(lines + ["<< /Title (end) >>"])
      #expect(items.map(\.depth) == Array(0...WorkerLimits.outlineDepth))
    }

    @Test(
      "A title is one line of printable text",
      arguments: [
        ("(  A\\r\\nB\\t C  )", "A B C"), ("<FEFF00C4002000B7>", "Ä ·"), ("()", ""),
        ("(x\\001)", "x"),
      ])
    func title(_ written: String, _ read: String) throws {
      #expect(try Self.outline(["<< /Title \(written) >>"]).map(\.title) == [read])
    }

    @Test("A long title is cut at a character")
    func longTitle() throws {
      let hex = String(repeating: "20AC", count: 200)
      let title = try #require(try Self.outline(["<< /Title <FEFF\(hex)> >>"]).first?.title)
      #expect(title == String(repeating: "€", count: WorkerLimits.outlineTitleBytes / 3))
    }
  }
}
