import Foundation
import TestSupport

/// Documents and clips that the tests make.
enum Fixtures {
  /// Pages of text in A4's proportions.
  static func document(pages: Int, lines: Int = 30) -> [UInt8] {
    var pdf = PDFFixture()
    for page in 1...pages {
      var contents = PDFFixture.box("0.8 0.8 0.95", x: 40, y: 740, width: 515, height: 60)
      contents += "\n0 g\n" + PDFFixture.text("Page \(page)", x: 60, y: 765)
      for line in 0..<lines {
        contents +=
          "\n"
          + PDFFixture.text("Line \(line) of page \(page): the quick brown fox", x: 60, y: 700 - line * 20)
      }
      pdf.addPage(width: 595, height: 842, contents: contents)
    }
    return pdf.bytes()
  }
}

extension URL {
  /// A file of this folder with these bytes.
  func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let url = appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url
  }

  func file(_ name: String, _ text: String) throws -> URL {
    try file(name, Array(text.utf8))
  }
}
