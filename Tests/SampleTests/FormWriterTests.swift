import Testing

@testable import lectern_sample

struct FormWriterTests {
  private let fields = [
    FormField(
      name: "a(b)", tooltip: "A", x: 10, y: 20, width: 100, height: 20, kind: .text(isMultiline: false)),
    FormField(name: "c", tooltip: "C", x: 10, y: 50, width: 12, height: 12, kind: .checkbox),
  ]

  @Test("The old bytes stay as they are, the new ones come after them")
  func keepsBytes() throws {
    let old = SmallPDF().bytes
    let new = try FormWriter.append(fields, toPage: 1, of: old)
    #expect(new.starts(with: old))
    #expect(new.count > old.count)
  }

  @Test("The new table points at its objects and back to the old table")
  func table() throws {
    let old = SmallPDF().bytes
    let new = try FormWriter.append(fields, toPage: 2, of: old)
    let text = String(decoding: new, as: UTF8.self)
    let tail = try PDFTail(new)
    #expect(tail.tableOffset > old.count)
    #expect(try tail.number(after: "/Prev", in: tail.trailer) == PDFTail(old).tableOffset)
    #expect(tail.missing.isEmpty)
    // Catalogue and page 2 are there anew; each says what was added and keeps what it said.
    let catalogue = try tail.object(1)
    #expect(catalogue.contains("/AcroForm") && catalogue.contains("/Pages 2 0 R"))
    let page = try tail.object(4)
    #expect(page.contains("/Annots [ ") && page.contains("/MediaBox"))
    #expect(try tail.size > PDFTail(old).size)
    #expect(text.hasSuffix("%%EOF\n"))
  }

  @Test("Annotations that a page has already stay in its list")
  func annotations() throws {
    let new = try FormWriter.append(fields, toPage: 1, of: SmallPDF(annotations: "/Annots [ 5 0 R ]").bytes)
    let page = try PDFTail(new).object(3)
    let list = try #require(page.split(separator: "[").last?.split(separator: "]").first)
    #expect(list.split(separator: " ").filter { $0 == "R" }.count == 3)
    #expect(list.contains("5 0 R"))
    #expect(page.components(of: "/Annots") == 1)
  }

  @Test("Rectangles count from the page's lower left, names are escaped")
  func widget() throws {
    let text = String(
      decoding: try FormWriter.append(fields, toPage: 1, of: SmallPDF().bytes), as: UTF8.self)
    // Text keeps 4 pt from the sides of its box.
    #expect(text.contains("/Rect [ 14 555.28 106 575.28 ]"))
    #expect(text.contains("/Rect [ 10 533.28 22 545.28 ]"))
    #expect(text.contains("/T (a\\(b\\))"))
  }

  @Test("A number that the old table invents is marked free")
  func freeNumbers() throws {
    let new = try FormWriter.append(fields, toPage: 1, of: SmallPDF(inventsObject: true).bytes)
    let table = String(decoding: new[try PDFTail(new).tableOffset...], as: UTF8.self)
    #expect(table.contains("0000000005 65535 f \n"))
    #expect(table.contains("0000000000 00001 f \n"))
  }

  @Test(
    "What is no such file is refused",
    arguments: [
      "", "%PDF-1.4", "startxref\n99999\n%%EOF", "xref\n0 1\nstartxref\n0\n%%EOF",
      "trailer << >> startxref 0",
    ]
  )
  func refuses(text: String) {
    #expect(throws: SampleError.self) {
      try FormWriter.append(fields, toPage: 1, of: Array(text.utf8))
    }
  }

  @Test("A page that is not there is refused", arguments: [0, 3, -1])
  func refusesPage(page: Int) {
    #expect(throws: SampleError.unexpectedFile("no page \(page)")) {
      try FormWriter.append(fields, toPage: page, of: SmallPDF().bytes)
    }
  }

  @Test(
    "Numbers have two decimals at most",
    arguments: [(1.0, "1"), (0.5, "0.50"), (-0.05, "-0.05"), (12.345, "12.35"), (-3.0, "-3"), (0.001, "0")])
  func decimals(value: Double, text: String) {
    #expect(FormWriter.decimal(value) == text)
  }
}

/// Two empty pages, written as cairo lays files out.
struct SmallPDF {
  var annotations = ""
  var inventsObject = false

  var bytes: [UInt8] {
    let objects = [
      "<< /Type /Catalog\n   /Pages 2 0 R\n>>",
      "<< /Type /Pages\n   /Kids [ 3 0 R 4 0 R ]\n   /Count 2\n>>",
      "<< /Type /Page % 1\n   /Parent 2 0 R\n   /MediaBox [ 0 0 419.53 595.28 ]\n   \(annotations)\n>>",
      "<< /Type /Page % 2\n   /Parent 2 0 R\n   /MediaBox [ 0 0 419.53 595.28 ]\n>>",
    ]
    var text = "%PDF-1.4\n"
    var table = "0000000000 65535 f \n"
    for (index, object) in objects.enumerated() {
      table += offset(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    // Object 5 stands where 4 does, or is the information dictionary.
    table += offset(text.utf8.count)
    if !inventsObject { text += "5 0 obj\n<< /Title (x) >>\nendobj\n" }
    let start = text.utf8.count
    text += "xref\n0 6\n\(table)trailer\n<< /Size 6 /Root 1 0 R /Info 5 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Array(text.utf8)
  }

  private func offset(_ value: Int) -> String {
    String(repeating: "0", count: 10 - String(value).count) + "\(value) 00000 n \n"
  }
}

extension String {
  func components(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
