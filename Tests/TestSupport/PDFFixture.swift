/// Small PDF documents, written by hand with a right cross-reference table.
package struct PDFFixture {
  private var objects: [String] = []
  /// A page as its dictionary tells it.
  private struct Page {
    var box: String
    var drawings: String
    var entries: String
    var contents: String
  }
  private var pages: [Page] = []
  /// More entries for the trailer and the catalog.
  package var trailer = ""
  package var catalog = ""

  package init() {}

  /// Adds an object and returns its number, counted after the catalog, the page tree and the two fonts.
  package mutating func add(_ object: String) -> Int {
    objects.append(object)
    return 4 + objects.count
  }

  /// - Parameters:
  ///   - drawings: XObjects of the page's resources, as `/NAME 7 0 R`.
  ///   - entries: further entries of the page's dictionary, as `/Rotate 90`.
  package mutating func addPage(
    width: Int = 200, height: Int = 100, contents: String = "", drawings: String = "", entries: String = ""
  ) {
    addPage(box: "0 0 \(width) \(height)", contents: contents, drawings: drawings, entries: entries)
  }

  /// - Parameter box: left, bottom, right and top of the medium, in points.
  package mutating func addPage(
    box: String, contents: String = "", drawings: String = "", entries: String = ""
  ) {
    pages.append(Page(box: "[\(box)]", drawings: drawings, entries: entries, contents: contents))
  }

  /// A page whose form XObjects each draw the one before ten times over: 10 to the power of `depth` boxes.
  package mutating func addEndlessPage(depth: Int = 9) {
    var inner = add(Self.stream("<< /Type /XObject /Subtype /Form /BBox [0 0 200 100]", "0 0 10 10 re f"))
    for _ in 0..<depth {
      inner = add(
        Self.stream(
          "<< /Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /XObject << /X \(inner) 0 R >> >>",
          String(repeating: "/X Do ", count: 10)))
    }
    addPage(contents: "/X Do", drawings: "/X \(inner) 0 R")
  }

  /// An object that is a stream.
  /// - Parameter dictionary: from `<<` on, left open for its length.
  package static func stream(_ dictionary: String, _ contents: String) -> String {
    "\(dictionary) /Length \(contents.utf8.count) >>\nstream\n\(contents)\nendstream"
  }

  /// Words at a place, in a proportional typeface.
  package static func text(_ text: String, x: Int = 20, y: Int = 50, height: Int = 12) -> String {
    "BT /F1 \(height) Tf \(x) \(y) Td (\(text)) Tj ET"
  }

  /// Words at a place, each character 0.6 of the height wide.
  package static func typewriter(_ text: String, x: Int, y: Int, height: Int = 10) -> String {
    "BT /F2 \(height) Tf \(x) \(y) Td (\(text)) Tj ET"
  }

  /// A filled rectangle, points from the bottom left.
  /// - Parameter colour: red, green and blue, each from 0 to 1.
  package static func box(_ colour: String, x: Int, y: Int, width: Int, height: Int) -> String {
    "\(colour) rg \(x) \(y) \(width) \(height) re f"
  }

  /// The number of a page's object.
  package func pageObject(_ index: Int) -> Int {
    5 + objects.count + index * 2
  }

  package func bytes() -> [UInt8] {
    let kids = pages.indices.map { "\(pageObject($0)) 0 R" }.joined(separator: " ")
    var all = [
      "<< /Type /Catalog /Pages 2 0 R \(catalog) >>",
      "<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
    ]
    all += objects
    for (index, page) in pages.enumerated() {
      all.append(
        """
        << /Type /Page /Parent 2 0 R /MediaBox \(page.box) /Resources << /Font << /F1 3 0 R /F2 4 0 R >> \
        /XObject << \(page.drawings) >> >> /Contents \(pageObject(index) + 1) 0 R \(page.entries) >>
        """)
      all.append(Self.stream("<<", page.contents))
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
