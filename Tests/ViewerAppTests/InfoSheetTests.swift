import Foundation
import Testing
import ViewerCore

@testable import ViewerApp

struct InfoSheetTests {
  private static func sheet(pages: Int32 = 2) -> InfoSheet {
    var sheet = InfoSheet(
      sources: DocumentSources("a \"b\".pdf"),
      facts: DocumentFacts(
        pages: pages, firstPageSize: Size(width: 10, height: 20), firstPageLabel: "", encrypted: true,
        permissions: [.print, .copy]))
    sheet.info.format = "PDF 1.4"
    sheet.info.title = "Title\nof two lines"
    sheet.sizes = Array(repeating: Size(width: 10, height: 20.125), count: Int(pages))
    return sheet
  }

  private static func rows(_ sheet: InfoSheet, _ key: String) -> [String] {
    sheet.table.split(separator: "\n").filter { $0.hasPrefix(key + " ") }.map {
      String($0.dropFirst(key.count).drop { $0 == " " })
    }
  }

  @Test("The JSON is an object that says what is known, and null for what is not")
  func json() throws {
    var sheet = Self.sheet()
    func object() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(sheet.json.utf8)) as? [String: Any])
    }
    var told = try object()
    #expect(told["source"] as? String == "a \"b\".pdf" && told["format"] as? String == "PDF 1.4")
    #expect(told["pages"] as? Int == 2 && told["sizes"] as? [[Double]] == [[10, 20.13], [10, 20.13]])
    #expect(told["metadata"] as? [String: String] == ["title": "Title\nof two lines"])
    #expect(told["encrypted"] as? Bool == true && told["permissions"] as? [String] == ["print", "copy"])
    #expect(told["forms"] is NSNull && told["labels"] as? [String] == [])
    sheet.forms = (.acroForm, 3)
    sheet.info.labels = ["i", "1"]
    sheet.info.warnings = ["odd"]
    told = try object()
    let forms = try #require(told["forms"] as? [String: Any])
    #expect(forms["kind"] as? String == "acroform" && forms["fields"] as? Int == 3)
    #expect(told["labels"] as? [String] == ["i", "1"] && told["warnings"] as? [String] == ["odd"])
  }

  @Test("Of joined documents each is named with its pages, and with why it has none")
  func sources() throws {
    var sheet = Self.sheet(pages: 4)
    sheet.sources = DocumentSources([
      DocumentSources.Row(source: "a.pdf", first: 0, pages: 3),
      DocumentSources.Row(source: "-", first: 3, pages: 1, failure: .damagedDocument),
    ])
    let told = try #require(
      try JSONSerialization.jsonObject(with: Data(sheet.json.utf8)) as? [String: Any])
    let rows = try #require(told["sources"] as? [[String: Any]])
    #expect(told["source"] == nil && rows.count == 2)
    #expect(rows[0]["source"] as? String == "a.pdf" && rows[1]["source"] as? String == "-")
    #expect(rows.map { $0["firstPage"] as? Int } == [1, 4] && rows.map { $0["pages"] as? Int } == [3, 1])
    #expect(rows[0]["failure"] == nil && rows[1]["failure"] as? String == "damaged-document")
    #expect(
      Self.rows(sheet, "document") == ["a.pdf, pages 1-3", "-, page 4: no page of it [damaged-document]"])
  }

  @Test("Neighbouring pages of one size are one row, and very many runs are cut short")
  func sizes() {
    var sheet = Self.sheet(pages: 4)
    let other = Size(width: 30, height: 40)
    sheet.sizes[2] = other
    #expect(
      Self.rows(sheet, "size") == [
        "10.00 x 20.13 pt, pages 1-2", "30.00 x 40.00 pt, page 3", "10.00 x 20.13 pt, page 4",
      ])
    sheet.sizes = (0..<20).map { Size(width: Double($0 + 1), height: 1) }
    let rows = Self.rows(sheet, "size")
    #expect(rows.count == 12 && rows.last == "12.00 x 1.00 pt, page 12, and 8 more runs")
    sheet.sizes = Array(sheet.sizes.prefix(12))
    #expect(Self.rows(sheet, "size").last == "12.00 x 1.00 pt, page 12")
  }

  @Test("The table says in words what is allowed, asked for and odd")
  func words() {
    var sheet = Self.sheet()
    #expect(Self.rows(sheet, "permissions") == ["print, copy"] && Self.rows(sheet, "encrypted") == ["yes"])
    #expect(Self.rows(sheet, "forms") == ["unknown"] && Self.rows(sheet, "attachments").isEmpty)
    sheet.facts.permissions = .all
    sheet.facts.encrypted = false
    sheet.forms = (.none, 0)
    sheet.info.attachments = 2
    sheet.info.warnings = ["one", "two"]
    sheet.info.labels = (1...25).map { "L\($0)" }
    #expect(Self.rows(sheet, "permissions") == ["all"] && Self.rows(sheet, "encrypted") == ["no"])
    #expect(Self.rows(sheet, "forms") == ["none"] && Self.rows(sheet, "attachments") == ["2"])
    #expect(Self.rows(sheet, "warning") == ["one", "two"])
    #expect(Self.rows(sheet, "labels").first?.hasSuffix("L19, L20, ...") == true)
    sheet.forms = (.xfa, 5)
    #expect(Self.rows(sheet, "forms") == ["xfa, 5 fields"])
  }
}
