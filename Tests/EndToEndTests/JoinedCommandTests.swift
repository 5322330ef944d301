import Foundation
import Synchronization
import TestSupport
import Testing

/// A document of words, a page each, whose pages each have a link to the page of the same document behind it (the last
/// one to the first), one to its last page by name, and whose outline has a line for each page.
/// - Parameter catalog: further entries.
func linkedDocument(_ words: [String], catalog: String = "") -> [UInt8] {
  var pdf = PDFFixture()
  // Objects are counted from 5.
  let first = pdf.add(
    "<< /Type /Outlines /First 8 0 R /Last \(5 + words.count * 3) 0 R /Count \(words.count) >>")
  // Objects of pages stand behind all others: two of a link and one of an outline for each page.
  let page = { (index: Int) in first + 1 + words.count * 3 + index % words.count * 2 }
  for index in words.indices {
    let next = "[\(page(index + 1)) 0 R /XYZ 10 90 null]"
    _ = pdf.add(
      "<< /Type /Annot /Subtype /Link /Rect [10 10 30 20] /Border [0 0 0] /A << /S /GoTo /D \(next) >> >>")
    _ = pdf.add(
      "<< /Type /Annot /Subtype /Link /Rect [40 10 60 20] /Border [0 0 0] /A << /S /Named /N /LastPage >> >>")
    let following = index + 1 < words.count ? "/Next \(first + 3 + (index + 1) * 3) 0 R" : ""
    _ = pdf.add(
      "<< /Title (\(words[index])) /Parent \(first) 0 R /Dest [\(page(index)) 0 R /Fit] \(following) >>")
  }
  for index in words.indices {
    let annotation = first + 1 + index * 3
    pdf.addPage(
      contents: PDFFixture.text(words[index]), entries: "/Annots [\(annotation) 0 R \(annotation + 1) 0 R]")
  }
  pdf.catalog = "/Outlines \(first) 0 R \(catalog)"
  return pdf.bytes()
}

/// Commands on several documents that are read as one.
@Suite("Commands on joined documents")
struct JoinedCommandTests {
  /// Three documents of two, one and three pages.
  private static func files(in folder: URL) throws -> [String] {
    let words = [["Harbour", "Rope walk"], ["Salt"], ["Quay", "Rope end", "Storm"]]
    return try words.enumerated().map {
      try folder.file("part \($0.offset + 1).pdf", linkedDocument($0.element)).path
    }
  }

  @Test("Text, matches, links, lines of the outline and pictures are those of all pages in order")
  func pages() throws {
    try inTemporaryFolder { folder in
      let files = try Self.files(in: folder)
      let text = try lectern(["text", "--join"] + files)
      #expect(text.status == 0 && text.complaints.isEmpty, "\(text)")
      #expect(
        text.output
          == "Harbour\n\u{0C}Rope walk\n\u{0C}Salt\n\u{0C}Quay\n\u{0C}Rope end\n\u{0C}Storm\n")
      #expect(try lectern(["text", "--join", "--page", "4"] + files).output == "Quay\n")

      for workers in ["1", "2", "5"] {
        let matches = try lectern(["search", "--join", "--workers", workers, "rope"] + files)
        #expect(matches.output.split(separator: "\n").map { $0.prefix(2) } == ["2\t", "5\t"], "\(matches)")
      }
      #expect(try lectern(["search", "--join", "--page", "3-4", "rope"] + files).status == 1)

      let links = try lectern(["links", "--join"] + files).output.split(separator: "\n")
        .map { $0.split(separator: "\t") }.map { "\($0[0]) \($0[2])" }
      #expect(
        links == [
          "1 page 2 at 10.00", "1 page 2", "2 page 1 at 10.00", "2 page 2", "3 page 3 at 10.00", "3 page 3",
          "4 page 5 at 10.00", "4 page 6", "5 page 6 at 10.00", "5 page 6", "6 page 4 at 10.00", "6 page 6",
        ])

      #expect(
        try lectern(["outline", "--join"] + files).output == """
          part 1\t1
            Harbour\t1
            Rope walk\t2
          part 2\t3
            Salt\t3
          part 3\t4
            Quay\t4
            Rope end\t5
            Storm\t6

          """)

      let picture = folder.appendingPathComponent("page.png")
      #expect(
        try lectern(["render", "--join", "--page", "3", "-o", picture.path] + files).status == 0)
      let alone = folder.appendingPathComponent("alone.png")
      #expect(try lectern(["render", files[1], "-o", alone.path]).status == 0)
      #expect(try Data(contentsOf: picture) == Data(contentsOf: alone))
      let beyond = try lectern(["text", "--join", "--page", "7"] + files)
      #expect(
        beyond.complaints
          == "lectern: \(files[0]) and 2 more: there is no page 7; the document has 6 pages [page-out-of-range]\n"
      )
    }
  }

  @Test("What all are is told of the whole, with where each one's pages stand")
  func info() throws {
    try inTemporaryFolder { folder in
      let files = try Self.files(in: folder)
      let result = try lectern(["info", "--join", "--json"] + files)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(object["pages"] as? Int == 6 && object["kind"] as? String == "pdf" && object["source"] == nil)
      let rows = try #require(object["sources"] as? [[String: Any]])
      #expect(rows.map { $0["source"] as? String } == files)
      #expect(rows.map { $0["firstPage"] as? Int } == [1, 3, 4])
      #expect(rows.map { $0["pages"] as? Int } == [2, 1, 3])
      #expect((object["sizes"] as? [[Double]])?.count == 6)
      // One alone keeps its shape.
      let one = try lectern(["outline", "--json", files[0]])
      #expect(one.output.hasPrefix(#"{"source":"#))
    }
  }

  @Test("One that does not open is named once, and is a page that holds nothing")
  func damaged() throws {
    try inTemporaryFolder { folder in
      var files = try Self.files(in: folder)
      files[1] = try folder.file("torn.pdf", "%PDF-1.4 rubbish").path
      let complaint = "lectern: \(files[1]): the document is damaged"
      for (command, output) in [
        (["text"], "Harbour\n\u{0C}Rope walk\n\u{0C}\u{0C}Quay\n\u{0C}Rope end\n\u{0C}Storm\n"),
        (["search", "salt"], ""), (["search", "storm"], nil), (["links"], nil), (["outline"], nil),
        (["info"], nil), (["forms", "get"], ""),
      ] as [([String], String?)] {
        let result = try lectern(command + ["--join"] + files)
        #expect(result.status == 65 && result.code == "damaged-document", "\(command) \(result)")
        #expect(result.complaints.hasPrefix(complaint), "\(result)")
        #expect(result.complaints.split(separator: "\n").count == 1, "\(command) \(result)")
        if let output { #expect(result.output == output) } else { #expect(!result.output.isEmpty) }
      }
      let picture = folder.appendingPathComponent("page.png").path
      let drawn = try lectern(["render", "--join", "--page", "4", "-o", picture] + files)
      #expect(drawn.status == 65 && FileManager.default.fileExists(atPath: picture))
      try FileManager.default.removeItem(atPath: picture)
      let missing = try lectern(["render", "--join", "--page", "3", "-o", picture] + files)
      #expect(missing.status == 65 && !FileManager.default.fileExists(atPath: picture))
      let none = try lectern(["text", "--join", files[1], folder.path + "/none.pdf"])
      #expect(none.output.isEmpty && none.status == 65)
      #expect(
        none.complaints.split(separator: "\n").map { $0.suffix(12) } == ["ed-document]", " [not-found]"])
    }
  }

  @Test(
    "Each is opened by its own password",
    .enabled(if: QPDF.path != nil, "qpdf, which protects documents, is not installed"))
  func passwords() throws {
    try inTemporaryFolder { folder in
      let locked = try ["first", "second"].map { word in
        try folder.file(
          "\(word).pdf", try QPDF.treated(linkedDocument([word]), ["--encrypt", word, "o", "256", "--"])
        ).path
      }
      let plain = try folder.file("plain.pdf", linkedDocument(["plain"])).path
      let words = try ["first", "second"].map { try folder.file("\($0).txt", $0).path }
      let files = [locked[0], plain, locked[1]]
      let each = ["--password-file", words[0], "--password-file", "none", "--password-file", words[1]]
      let read = try lectern(["text", "--join"] + each + files)
      #expect(read.status == 0 && read.output == "first\n\u{0C}plain\n\u{0C}second\n", "\(read)")
      let all = try lectern(["text", "--join", "--password-file", words[0]] + files)
      #expect(all.output == "first\n\u{0C}plain\n\u{0C}" && all.status == 77)
      #expect(all.complaints.hasPrefix("lectern: \(locked[1]): ") && all.code == "wrong-password", "\(all)")
    }
  }

  @Test("A folder stands for the documents in it, and many are read by few workers")
  func folder() throws {
    try inTemporaryFolder { folder in
      for index in 1...24 { _ = try folder.file("\(index).pdf", linkedDocument(["Sheet \(index)"])) }
      let text = try lectern(["text", "--join", folder.path])
      #expect(
        text.output == (1...24).map { "Sheet \($0)\n" }.joined(separator: "\u{0C}") && text.status == 0)
      let found = try lectern(["search", "--join", "--workers", "2", "sheet", folder.path])
      #expect(found.output.split(separator: "\n").count == 24 && found.complaints.isEmpty, "\(found)")
    }
  }

  @Test("What a pipe brings, base64 and a file go together, in commands and on the screen")
  func mixed() throws {
    try inTemporaryFolder { folder in
      let input = Data(linkedDocument(["Pipe", "Rope"]))
      let base64 = try folder.file(
        "x.b64", Array(Data(linkedDocument(["Coded", "Rope too"])).base64EncodedData())
      ).path
      let file = try folder.file("last.pdf", linkedDocument(["Last"])).path
      let sources = ["--join", "-", "base64:@\(base64)", file]
      let text = try lectern(["text"] + sources, input: input)
      #expect(text.output == "Pipe\n\u{0C}Rope\n\u{0C}Coded\n\u{0C}Rope too\n\u{0C}Last\n", "\(text)")
      let found = try lectern(["search", "rope"] + sources, input: input)
      #expect(found.output.split(separator: "\n").map { $0.prefix(2) } == ["2\t", "4\t"])
      let links = try lectern(["links", "--page", "4"] + sources, input: input)
      #expect(links.output.contains("\tpage 3 at 10.00\n") && links.output.contains("\tpage 4\n"), "\(links)")
      let outline = try lectern(["outline"] + sources, input: input)
      #expect(
        outline.output.contains("standard input\t1\n  Pipe\t1\n") && outline.output.contains("last\t5\n"))
      let twice = try lectern(["info", "--join", "-", "base64:-"], input: input)
      #expect(twice.status == 64 && twice.complaints.contains("standard input can be read only once"))

      let clip = try folder.file("clip", "500 ctl search rope\n1500 wait 100ms\n").path
      let run = try lectern(
        ["replay", "--config", "none", "--size", "216x384", "--input", clip, "--trace", "/dev/stdout"]
          + sources, input: input)
      #expect(run.status == 0 && run.output.contains(#""event":"load","kind":"pdf","pages":5"#), "\(run)")
      #expect(run.output.contains(#""event":"search","found":2"#))
    }
  }

  @Test("Documents from servers are fetched at the same time")
  func servers() throws {
    // The first is answered only once the second is asked for.
    let isAsked = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { request in
      switch request.path {
      case "/1.pdf":
        guard isAsked.wait(timeout: .now() + 30) == .success else { return ServedAnswer(500) }
        return ServedAnswer(200, linkedDocument(["One"]))
      case "/2.pdf":
        isAsked.signal()
        return ServedAnswer(200, linkedDocument(["Two"]))
      default: return ServedAnswer(404)
      }
    }
    try inTemporaryFolder { folder in
      let addresses = ["/1.pdf", "/none.pdf", "/2.pdf"].map { server.address($0) }
      let text = try lectern(["text", "--cache-dir", folder.path, "--join"] + addresses)
      #expect(text.output == "One\n\u{0C}\u{0C}Two\n", "\(text)")
      #expect(text.status == 69 && text.code == "http-error")
      #expect(text.complaints.hasPrefix("lectern: \(addresses[1]): "))
    }
  }

  @Test("Fields of all forms are listed with their pages among all")
  func forms() throws {
    try inTemporaryFolder { folder in
      let form = try folder.file("form.pdf", formDocument(field: "name", value: "Ada")).path
      let plain = try folder.file("plain.pdf", linkedDocument(["One", "Two"])).path
      let listed = try lectern(["forms", "get", "--join", plain, form, form])
      #expect(listed.output == "name\ttext\tAda\t3\t\nname\ttext\tAda\t4\t\n", "\(listed)")
      let set = try lectern(["forms", "set", "--join", form, "name=x", "-o", folder.path + "/o.pdf"])
      #expect(set.status == 64 && set.complaints.contains("--join"))
    }
  }
}

/// A page with one text field.
func formDocument(field: String, value: String) -> [UInt8] {
  var pdf = PDFFixture()
  let number = pdf.add(
    """
    << /Type /Annot /Subtype /Widget /FT /Tx /T (\(field)) /V (\(value)) /Rect [20 20 120 40] /F 4 \
    /DA (/Helv 10 Tf 0 g) >>
    """)
  pdf.addPage(contents: PDFFixture.text("Form of \(value)"), entries: "/Annots [\(number) 0 R]")
  pdf.catalog =
    "/AcroForm << /Fields [\(number) 0 R] /DA (/Helv 10 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> >>"
  return pdf.bytes()
}
