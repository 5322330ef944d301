import Testing
import ViewerCore

@Suite("What a file is by its first bytes")
struct FileFormatTests {
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(
    "Each format has its beginning",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), ([0x89] + text("PNG\r\n") + [0x1A, 0x0A], .png),
      (text("RIFF\0\0\0\0WEBPVP8 "), .webp), (text("RIFF\0\0\0\0WAVEfmt "), nil),
      ([0x49, 0x49, 0x2A, 0], .tiff),
      ([0x4D, 0x4D, 0, 0x2A], .tiff), ([0x49, 0x49, 0x2B, 0, 8, 0], .tiff), (text("GIF89a"), .gif),
      (text("GIF87a"), .gif), (text("GIF90a"), nil), ([0x50, 0x4B, 3, 4, 20, 0], .comic),
      ([0x50, 0x4B, 5, 6, 0, 0], .comic), ([0x1F, 0x8B, 8, 0], .svg), (text("%PDF-1.7"), .pdf), ([], nil),
      (text("hello"), nil), ([0xFF, 0xD8], nil),
    ] as [([UInt8], FileFormat?)])
  func beginnings(_ head: [UInt8], _ format: FileFormat?) {
    #expect(FileFormat(head: head) == format)
  }

  @Test(
    "A drawing is text whose first element is svg, behind declarations and comments",
    arguments: [
      ("<svg xmlns='x'>", true), ("\u{FEFF} \n<?xml version='1.0'?>\n<!-- a -->\n<svg>", true),
      ("<!DOCTYPE svg><s:svg>", true), ("<html><body>", false), ("\n<!DOCTYPE HTML><svg>", false),
      ("<HTML><svg>", false), ("svg <svg>", false), ("<?xml?><gpx>", false),
    ])
  func drawings(_ text: String, _ isDrawing: Bool) {
    #expect((FileFormat(head: Self.text(text)) == .svg) == isDrawing)
  }

  @Test("PDF's header may stand behind rubbish, as far as its rules allow; a picture's may not")
  func rubbish() {
    let rubbish = [UInt8](repeating: 0x78, count: 1019)
    #expect(FileFormat(head: rubbish + Self.text("%PDF-")) == .pdf)
    #expect(FileFormat(head: rubbish + Self.text("x%PDF-")) == nil)
    #expect(FileFormat(head: [0x78, 0xFF, 0xD8, 0xFF]) == nil)
    // A picture that has the words of a PDF in it is a picture.
    #expect(FileFormat(head: [0xFF, 0xD8, 0xFF, 0xFE] + Self.text("%PDF-")) == .jpeg)
  }

  @Test("Text that begins with BM is no bitmap, and archives of other things are no comic books")
  func lookalikes() {
    #expect(FileFormat(head: Self.text("BM is short for a museum of much fame")) == nil)
    let bitmap =
      Self.text("BM") + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0] + [UInt8](repeating: 1, count: 20)
    #expect(FileFormat(head: bitmap) == .bmp)
    let zip: [UInt8] = [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26)
    #expect(FileFormat(head: zip + Self.text("01.jpg")) == .comic)
    #expect(FileFormat(head: zip + Self.text("mimetypeapplication/epub+zip")) == nil)
    #expect(FileFormat(head: zip + Self.text("[Content_Types].xml")) == nil)
  }

  @Test("Names tell which files of a folder to try, and lose their ending as titles")
  func names() {
    #expect(FileFormat.isLikely(name: "a.PDF") && FileFormat.isLikely(name: "b.Jpeg"))
    #expect(FileFormat.isLikely(name: "c.cbz") && FileFormat.isLikely(name: "d.svgz"))
    #expect(!FileFormat.isLikely(name: "readme.txt") && !FileFormat.isLikely(name: "pdf"))
    #expect(FileFormat.title(ofName: "Old map.tiff") == "Old map")
    #expect(FileFormat.title(ofName: "notes.txt") == "notes.txt")
    #expect(FileFormat.title(ofName: ".pdf") == ".pdf")
    #expect(FileFormat.isLikelyPage(name: "p/01.png") && !FileFormat.isLikelyPage(name: "p/01.pdf"))
  }
}
