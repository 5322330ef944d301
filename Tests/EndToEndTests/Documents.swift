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

  /// Scanned pages: one grey picture of the whole page each, 8 bits a pixel, that the engine unpacks and scales
  /// every time; drawn a little askew, so that no two pages are alike.
  /// - Parameter isStamped: whether there is a spot of colour, so that none is kept as grey.
  static func scans(pages: Int, dotsPerInch: Int, isStamped: Bool = false) -> [UInt8] {
    let (width, height) = (dotsPerInch * 827 / 100, dotsPerInch * 1169 / 100)
    func hex(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    // Runs of one level a row: lines of "print" with light paper between.
    var rows = ""
    for y in 0..<height {
      let level = hex(y / 8 % 3 == 0 ? 40 + y % 120 : 245)
      for _ in 0..<width / 128 { rows += "81" + level }
      if width % 128 > 1 { rows += hex(257 - width % 128) + level }
      if width % 128 == 1 { rows += "00" + level }
    }
    var pdf = PDFFixture()
    let picture = pdf.add(
      PDFFixture.stream(
        """
        << /Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceGray \
        /BitsPerComponent 8 /Filter [/ASCIIHexDecode /RunLengthDecode]
        """, rows + "80>"))
    for page in 0..<pages {
      pdf.addPage(
        width: 595, height: 842,
        contents: "q 595 0 0 842 \(page % 7) \(page % 11) cm /X Do Q"
          + (isStamped ? "\n" + PDFFixture.box("0.9 0.1 0.1", x: 400, y: 60, width: 90, height: 30) : ""),
        drawings: "/X \(picture) 0 R")
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
