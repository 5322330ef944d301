import Foundation
import TestSupport
import Testing

/// Several documents put together into one file.
///
/// The measure is what commands tell of joined documents: the file has to tell the same of itself.
@Suite(
  "Joined documents as one file",
  .enabled(
    if: ["qpdf", "mutool", "pdfinfo"].allSatisfy { Tool.path($0) != nil },
    "qpdf, mutool or pdfinfo is not installed"))
struct JoinedExportTests {
  /// The file that documents are put together to.
  private static func export(_ files: [String], _ options: [String] = [], in folder: URL) throws -> String {
    let output = folder.appendingPathComponent("whole.pdf").path
    let result = try lectern(["export", "--join", "-o", output] + options + files)
    #expect(result.status == 0 && result.complaints.isEmpty, "\(result)")
    let check = try Tool.run("qpdf", ["--check", output])
    #expect(check.status == 0, "\(check.output)")
    return output
  }

  /// What `info --json` tells of both, but for where they come from.
  private static func info(_ arguments: [String]) throws -> [String: Any] {
    let result = try lectern(["info", "--json"] + arguments)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  /// Text, links, outline, sizes and labels of a file are those of the documents that it was made of.
  static func expectEqual(_ output: String, _ files: [String], _ options: [String] = []) throws {
    for command in ["text", "links", "outline"] {
      let whole = try lectern([command, output])
      let parts = try lectern([command, "--join"] + options + files)
      #expect(whole.output == parts.output, "\(command) \(files)")
    }
    let (whole, parts) = (try info([output]), try info(["--join"] + options + files))
    // A second engine finds as many pages.
    let count = try #require(whole["pages"] as? Int)
    #expect(try Tool.run("mutool", ["info", output]).output.contains("Pages: \(count)\n"), "\(files)")
    for key in ["pages", "sizes", "labels", "attachments"] {
      #expect(whole[key] as? NSObject == parts[key] as? NSObject, "\(key) \(files)")
    }
  }

  /// A document with labels, an attachment, a layer that is off, and names that lead to its pages.
  private static func rich(_ name: String, names: Bool = true) -> [UInt8] {
    var pdf = PDFFixture()
    let layer = pdf.add("<< /Type /OCG /Name (\(name)) >>")
    let data = pdf.add(PDFFixture.stream("<< /Type /EmbeddedFile", "of \(name)"))
    let file = pdf.add("<< /Type /Filespec /F (notes.txt) /EF << /F \(data) 0 R >> >>")
    let hidden = pdf.add(
      PDFFixture.stream(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 200 100] /OC \(layer) 0 R", "0 0 200 100 re f"))
    let link = pdf.add(
      "<< /Type /Annot /Subtype /Link /Rect [0 0 20 20] /A << /S /GoTo /D (chapter) >> >>")
    let lost = pdf.add("<< /Type /Annot /Subtype /Link /Rect [30 0 50 20] /Dest /\(name)None >>")
    pdf.addPage(
      contents: "/X Do " + PDFFixture.text("\(name) one"), drawings: "/X \(hidden) 0 R",
      entries: "/Annots [\(link) 0 R \(lost) 0 R]")
    pdf.addPage(width: 300, contents: PDFFixture.text("\(name) two"), entries: "/Rotate 90")
    let target = "[\(pdf.pageObject(1)) 0 R /XYZ 0 50 null]"
    pdf.catalog = """
      /Names << /Dests << /Names [(chapter) \(target)] >> /EmbeddedFiles << /Names [(notes) \(file) 0 R] >> >> \
      /OCProperties << /OCGs [\(layer) 0 R] /D << /OFF [\(layer) 0 R] /Order [\(layer) 0 R] >> >> \
      /PageLabels << /Nums [0 << /S /r /P (\(name)-) >>] >>
      """
    return pdf.bytes()
  }

  @Test("The file tells of itself what commands tell of the documents, and other readers agree")
  func agrees() throws {
    try inTemporaryFolder { folder in
      let words = [["Harbour", "Rope walk"], ["Salt"], ["Quay", "Rope end", "Storm"]]
      let files = try words.enumerated().map {
        try folder.file("part \($0.offset + 1).pdf", linkedDocument($0.element)).path
      }
      let output = try Self.export(files, in: folder)
      try Self.expectEqual(output, files)
      let outline = try Tool.run("mutool", ["show", output, "outline"]).output
      let lines = outline.split(separator: "\n").map {
        $0.split(separator: "\t").suffix(2).joined(separator: " ")
      }
      #expect(
        lines.map { $0.prefix { $0 != "&" } } == [
          "\"part 1\" #page=1", "\"Harbour\" #page=1", "\"Rope walk\" #page=2", "\"part 2\" #page=3",
          "\"Salt\" #page=3", "\"part 3\" #page=4", "\"Quay\" #page=4", "\"Rope end\" #page=5",
          "\"Storm\" #page=6",
        ])
      #expect(try Tool.run("pdfinfo", [output]).output.contains("Pages:           6\n"))
      // The same documents give the same bytes.
      let first = try Data(contentsOf: URL(fileURLWithPath: output))
      #expect(try Data(contentsOf: URL(fileURLWithPath: try Self.export(files, in: folder))) == first)
    }
  }

  @Test("Names that two documents have, labels, attachments and hidden layers stay what they are")
  func riches() throws {
    try inTemporaryFolder { folder in
      let files = try ["A", "B"].map { try folder.file("\($0).pdf", Self.rich($0)).path }
      let plain = try folder.file("plain.pdf", linkedDocument(["Plain"])).path
      let all = [files[0], plain, files[1]]
      let output = try Self.export(all, in: folder)
      try Self.expectEqual(output, all)
      let info = try Self.info([output])
      #expect(info["labels"] as? [String] == ["A-i", "A-ii", "1", "B-i", "B-ii"])
      #expect(info["attachments"] as? Int == 2)
      let links = try lectern(["links", output]).output
      #expect(links.contains("1\t0.00,80.00,20.00,100.00\tpage 2"), "\(links)")
      #expect(links.contains("4\t0.00,80.00,20.00,100.00\tpage 5"), "\(links)")
      let names = try Tool.run("pdfinfo", ["-dests", output]).output.split(separator: "\n").dropFirst()
        .map { $0.split(separator: " ") }
      #expect(names.map { "\($0.first ?? "") \($0.last ?? "")" } == ["2 \"chapter\"", "5 \"chapter-2\""])
      for page in 1...5 {
        let pictures = try [[output], ["--join"] + all].enumerated().map { index, source in
          let path = folder.appendingPathComponent("\(index).png").path
          #expect(try lectern(["render", "--page", "\(page)", "-o", path] + source).status == 0)
          return try Data(contentsOf: URL(fileURLWithPath: path))
        }
        #expect(pictures[0] == pictures[1], "page \(page)")
      }
    }
  }

  @Test("Fields that are called alike get names of their own, and can be filled in")
  func forms() throws {
    try inTemporaryFolder { folder in
      let files = try ["Ada", "Zoë", "Ida"].map {
        try folder.file("\($0).pdf", formDocument(field: $0 == "Ida" ? "other" : "name", value: $0)).path
      }
      let output = try Self.export(files, in: folder)
      let fields = try FormListing(output).fields
      #expect(fields.map(\.name) == ["name", "name-2", "other"])
      #expect(fields.first?.raw == "Ada" && fields.last?.raw == "Ida")
      let filled = folder.appendingPathComponent("filled.pdf").path
      #expect(try lectern(["forms", "set", output, "name-2=Eva", "-o", filled]).status == 0)
      #expect(try FormListing(filled).fields.map(\.raw) == ["Ada", "Eva", "Ida"])
      #expect(try Tool.run("qpdf", ["--check", filled]).status == 0)
    }
  }

  @Test("What is protected is a part of the whole where its author lets it be, and nothing else is written")
  func protection() throws {
    try inTemporaryFolder { folder in
      func locked(_ name: String, _ options: [String]) throws -> String {
        let options = ["--encrypt", "user", "owner", "256"] + options + ["--"]
        return try folder.file(name, try QPDF.treated(linkedDocument([name]), options)).path
      }
      let plain = try folder.file("plain.pdf", linkedDocument(["Plain"])).path
      let free = try locked("free.pdf", [])
      let word = try folder.file("user.txt", "user").path
      let passwords = ["--password-file", "none", "--password-file", word]
      let output = try Self.export([plain, free], passwords, in: folder)
      try Self.expectEqual(output, [plain, free], passwords)
      #expect(try Self.info([output])["encrypted"] as? Bool == false)
      try FileManager.default.removeItem(atPath: output)

      let owner = try folder.file("owner.txt", "owner").path
      for (index, restriction) in ["--extract=n", "--print=none", "--modify=none"].enumerated() {
        let strict = try locked("strict \(index).pdf", [restriction])
        let refused = try lectern(["export", "--join", plain, strict, "-o", output] + passwords)
        #expect(refused.status == 77 && refused.code == "no-permission", "\(restriction) \(refused)")
        #expect(refused.complaints.hasPrefix("lectern: \(strict): ") && !Self.isThere(output))
        let byOwner = ["--password-file", "none", "--password-file", owner]
        #expect(try lectern(["export", "--join", plain, strict, "-o", output] + byOwner).status == 0)
        try FileManager.default.removeItem(atPath: output)
      }
      let closed = try lectern(["export", "--join", plain, free, "-o", output])
      #expect(closed.code == "password-required" && !Self.isThere(output))
      let torn = try folder.file("torn.pdf", "%PDF-1.4 rubbish").path
      let damaged = try lectern(["export", "--join", plain, torn, "-o", output])
      #expect(damaged.code == "damaged-document" && damaged.complaints.hasPrefix("lectern: \(torn): "))
      let missing = try lectern(["export", "--join", plain, folder.path + "/none.pdf", "-o", output])
      #expect(missing.code == "not-found" && !Self.isThere(output))
    }
  }

  private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test("What a pipe brings, base64 and a file are put together, too")
  func mixed() throws {
    try inTemporaryFolder { folder in
      let input = Data(linkedDocument(["Pipe", "Rope"]))
      let base64 = try folder.file(
        "x.b64", Array(Data(linkedDocument(["Coded", "Rope too"])).base64EncodedData())
      ).path
      let file = try folder.file("last.pdf", linkedDocument(["Last"])).path
      let output = folder.appendingPathComponent("whole.pdf").path
      let sources = ["--join", "-", "base64:@\(base64)", file]
      let result = try lectern(["export", "-o", output] + sources, input: input)
      #expect(result.status == 0, "\(result)")
      for command in ["text", "links", "outline"] {
        let joined = try lectern([command] + sources, input: input).output
        #expect(try lectern([command, output]).output == joined && !joined.isEmpty)
      }
      #expect(try lectern(["search", "rope", output]).output.split(separator: "\n").count == 2)
    }
  }
}
