/// A document whose pages lie far apart: each has about 100 kB of its own and all but the first share a large drawing.
/// On each stands its number, and a link that names its page and leads seven pages on.
package enum LongDocument {
  package static func fixture(pages: Int) -> PDFFixture {
    var pdf = PDFFixture()
    let padding = String(
      repeating: "% Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n", count: 1700)
    let shared = pdf.add(
      PDFFixture.stream("<< /Type /XObject /Subtype /Form /BBox [0 0 50 50]", padding + "0 0 5 5 re f"))
    let notes = (0..<pages).map { pdf.add(note(on: $0, pages: pages)) }
    for index in 0..<pages {
      pdf.addPage(
        contents: PDFFixture.text("Page \(index + 1)") + (index > 0 ? " /S Do\n" : "\n") + padding,
        drawings: index > 0 ? "/S \(shared) 0 R" : "", entries: "/Annots [\(notes[index]) 0 R]")
    }
    return pdf
  }

  /// Laid out for streaming. Its pages lie as far apart as before.
  package static func linearised(pages: Int, _ more: [String] = []) throws -> [UInt8] {
    try QPDF.treated(fixture(pages: pages).bytes(), ["--linearize", "--compress-streams=n"] + more)
  }

  /// Objects of pages come after the fixture's others: a drawing, and a link for each page.
  private static func note(on page: Int, pages: Int) -> String {
    func object(_ page: Int) -> Int { 5 + 1 + pages + page * 2 }
    return """
      << /Type /Annot /Subtype /Link /Rect [0 0 50 50] /P \(object(page)) 0 R /Border [0 0 0] \
      /Dest [\(object((page + 7) % pages)) 0 R /XYZ 0 80 0] >>
      """
  }
}
