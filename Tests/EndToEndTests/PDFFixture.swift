/// Small PDF documents, written by hand with a right cross-reference table.
struct PDFFixture {
  private var objects: [String] = []
  /// Dictionary entries of the page, after its resources and contents.
  private struct Page {
    var box: String
    var drawings: String
    var entries: String
    var contents: String
  }
  private var pages: [Page] = []
  /// More entries for the trailer and the catalog.
  var trailer = ""
  var catalog = ""

  /// Adds an object and returns its number, counted after the catalog, the page tree and the font.
  mutating func add(_ object: String) -> Int {
    objects.append(object)
    return 3 + objects.count
  }

  mutating func addPage(
    width: Int = 200, height: Int = 100, contents: String = "", drawings: String = "", entries: String = ""
  ) {
    pages.append(
      Page(box: "[0 0 \(width) \(height)]", drawings: drawings, entries: entries, contents: contents))
  }

  /// A page whose form XObjects each draw the one before ten times over: 10 to the power of `depth` boxes.
  mutating func addEndlessPage(depth: Int = 9) {
    var inner = add(Self.stream("<< /Type /XObject /Subtype /Form /BBox [0 0 200 100]", "0 0 10 10 re f"))
    for _ in 0..<depth {
      inner = add(
        Self.stream(
          "<< /Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /XObject << /X \(inner) 0 R >> >>",
          String(repeating: "/X Do ", count: 10)))
    }
    addPage(contents: "/X Do", drawings: "/X \(inner) 0 R")
  }

  private static func stream(_ dictionary: String, _ contents: String) -> String {
    "\(dictionary) /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream"
  }

  /// Words at a place, 12 points high.
  static func text(_ text: String, x: Int = 20, y: Int = 50) -> String {
    "BT /F1 12 Tf \(x) \(y) Td (\(text)) Tj ET"
  }

  /// A filled rectangle.
  static func box(_ colour: String, x: Int, y: Int, width: Int, height: Int) -> String {
    "\(colour) rg \(x) \(y) \(width) \(height) re f"
  }

  func bytes() -> [UInt8] {
    let firstPage = 4 + objects.count
    let kids = pages.indices.map { "\(firstPage + $0 * 2) 0 R" }.joined(separator: " ")
    var all = [
      "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
      "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    all += objects
    for (index, page) in pages.enumerated() {
      all.append(
        """
        << /Type /Page /Parent 2 0 R /MediaBox \(page.box) /Resources << /Font << /F1 3 0 R >> \
        /XObject << \(page.drawings) >> >> /Contents \(firstPage + index * 2 + 1) 0 R \(page.entries) >>
        """)
      all.append("<< /Length \(page.contents.utf8.count) >>\nstream\n\(page.contents)\nendstream")
    }
    var text = "%PDF-1.7\n"
    var offsets: [Int] = []
    for (index, object) in all.enumerated() {
      offsets.append(text.utf8.count)
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = text.utf8.count
    text += "xref\n0 \(all.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      text += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    text += "trailer\n<< /Size \(all.count + 1) /Root 1 0 R \(trailer) >>\nstartxref\n\(table)\n%%EOF\n"
    return Array(text.utf8)
  }
}
