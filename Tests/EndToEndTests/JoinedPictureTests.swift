import Foundation
import TestSupport
import Testing

/// Pictures and comic books as parts of one PDF file.
@Suite(
  "Pictures put together with documents",
  .enabled(if: ["qpdf", "pdftoppm"].allSatisfy { Tool.path($0) != nil }, "qpdf or pdftoppm is not installed"))
struct JoinedPictureTests {
  /// A picture of 200 x 100 pixels, black in its top left quarter.
  private static func picture(_ name: String, in folder: URL) throws -> URL {
    var pdf = PDFFixture()
    pdf.addPage(contents: PDFFixture.box("0 0 0", x: 0, y: 50, width: 100, height: 50))
    let source = try folder.file("source.pdf", pdf.bytes())
    let picture = folder.appendingPathComponent(name)
    #expect(try lectern(["render", source.path, "--scale", "1", "-o", picture.path]).status == 0)
    try FileManager.default.removeItem(at: source)
    return picture
  }

  /// How a camera was held, told in an Exif block behind the file's first marker.
  private static func turned(_ jpeg: Data, orientation: UInt8) -> [UInt8] {
    let block: [UInt8] =
      Array("Exif\0\0II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      + [0, 0, 0, 0]
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0, UInt8(block.count + 2)] + block + Array(jpeg.dropFirst(2))
  }

  private static func info(_ arguments: [String]) throws -> [String: Any] {
    let result = try lectern(["info", "--json"] + arguments)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test("Each is a page of its size and held as its camera was; photographs keep every byte")
  func pictures() throws {
    try inTemporaryFolder { folder in
      let plain = try Data(contentsOf: Self.picture("0.jpg", in: folder))
      // Where the black quarter is, for each way of holding a camera.
      let corners = [1: "left top", 2: "right top", 3: "right bottom", 4: "left bottom", 5: "left top"]
        .merging([6: "right top", 7: "right bottom", 8: "left bottom"]) { $1 }
      var files = try (1...8).map { turn in
        try folder.file("\(turn).jpg", Self.turned(plain, orientation: UInt8(turn))).path
      }
      files.append(try Self.picture("9.png", in: folder).path)
      files.append(try folder.file("10.pdf", linkedDocument(["Words"])).path)
      let output = folder.appendingPathComponent("whole.pdf").path
      let result = try lectern(["export", "--join", "-o", output] + files)
      #expect(result.status == 0 && result.complaints.isEmpty, "\(result)")
      let check = try Tool.run("qpdf", ["--check", output])
      #expect(check.status == 0, "\(check.output)")
      let (whole, parts) = (try Self.info([output]), try Self.info(["--join"] + files))
      #expect(whole["sizes"] as? [[Double]] == parts["sizes"] as? [[Double]])
      #expect(try lectern(["outline", output]).output == lectern(["outline", "--join"] + files).output)
      #expect(try lectern(["text", output]).output == lectern(["text", "--join"] + files).output)

      let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
      for file in files.prefix(8) {
        #expect(bytes.range(of: try Data(contentsOf: URL(fileURLWithPath: file))) != nil, "\(file)")
      }
      for page in 1...9 {
        let drawn = try GreyPicture(
          try Tool.bytes(
            "pdftoppm", ["-gray", "-r", "72", "-f", "\(page)", "-l", "\(page)", "-singlefile", output]))
        let (width, height) = (Double(drawn.width), Double(drawn.height))
        #expect(drawn.width == (page > 4 && page < 9 ? 100 : 200))
        for corner in ["left top", "right top", "left bottom", "right bottom"] {
          let left = corner.hasPrefix("left") ? 0 : width / 2
          let top = corner.hasSuffix("top") ? 0 : height / 2
          let ink = drawn.ink(in: [left, top, left + width / 2, top + height / 2], scale: 1)
          let isBlack = corner == corners[page] ?? "left top"
          #expect(isBlack ? ink > 4000 : ink == 0, "page \(page), \(corner): \(ink)")
        }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix(".") })
    }
  }

  @Test(
    "Those of the corpus become pages of their sizes, or say why not",
    .enabled(if: CorpusRow.folder != nil, "LECTERN_CORPUS names the folder of documents; it is not set"))
  func corpus() throws {
    let folders = ["img", "cbz"].map { (CorpusRow.folder ?? "") + "/" + $0 }
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { folder + "/" + $0 }
    }
    var count = 0
    try inTemporaryFolder { folder in
      let plain = try folder.file("plain.pdf", linkedDocument(["Plain"])).path
      for file in files where try lectern(["info", file]).status == 0 {
        let output = folder.appendingPathComponent("whole.pdf").path
        let result = try lectern(["export", "--join", plain, file, "-o", output])
        guard result.status == 0 else {
          // A page that cannot be drawn is none to be written.
          #expect(result.complaints.hasPrefix("lectern: \(file): "), "\(result)")
          #expect(["page-render-failed", "damaged-document", "timeout", "too-large"].contains(result.code))
          continue
        }
        count += 1
        let (whole, parts) = (try Self.info([output]), try Self.info(["--join", plain, file]))
        let (ours, theirs) = (whole["sizes"] as? [[Double]] ?? [], parts["sizes"] as? [[Double]] ?? [])
        #expect(ours.count == theirs.count && !ours.isEmpty, "\(file)")
        for (our, their) in zip(ours, theirs) {
          #expect(zip(our, their).allSatisfy { abs($0 - $1) < 0.02 }, "\(file): \(our), \(their)")
        }
        #expect(try Tool.run("qpdf", ["--check", output]).status == 0, "\(file)")
        try FileManager.default.removeItem(atPath: output)
      }
    }
    #expect(count > 40)
  }
}
