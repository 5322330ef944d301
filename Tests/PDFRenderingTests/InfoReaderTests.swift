import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore

extension EngineTests {
  @Suite("What a document says of itself")
  struct InfoReaderTests {
    static func info(_ entries: String, catalog: String = "", pages: Int = 1) throws -> DocumentInfo {
      var pdf = PDFFixture()
      let number = pdf.add("<< \(entries) >>")
      pdf.trailer = "/Info \(number) 0 R"
      pdf.catalog = catalog
      for _ in 0..<pages { pdf.addPage() }
      return try withDocument(pdf) { document, log in document.info(log: log) }
    }

    @Test("Each text is told as it is written, also in UTF-16")
    func texts() throws {
      let info = try Self.info(
        """
        /Title <FEFF004600FC0068007200650072> /Author (Somebody) /Subject (A \\(small\\) subject) \
        /Keywords (one, two) /Creator (A writer) /Producer (A printer)
        """)
      #expect(info.format == "PDF 1.7")
      #expect(info.title == "Führer")
      #expect(info.author == "Somebody")
      #expect(info.subject == "A (small) subject")
      #expect(info.keywords == "one, two")
      #expect(info.creator == "A writer")
      #expect(info.producer == "A printer")
      #expect(
        info.linearisation == .none && info.attachments == 0 && info.labels.isEmpty && info.warnings.isEmpty)
    }

    @Test("Control characters in a text become blanks: it goes to terminals")
    func controls() throws {
      #expect(try Self.info("/Title <FEFF0061001B005B00330031006D0062000A0063>").title == "a [31mb c")
    }

    @Test("A document that says nothing leaves all empty")
    func nothing() throws {
      var info = try Self.info("")
      #expect(info.format == "PDF 1.7")
      info.format = ""
      #expect(info == DocumentInfo())
    }

    @Test(
      "Dates are ISO 8601 in the zone that the document gives",
      arguments: [
        ("D:20240301120000+01'00'", "2024-03-01T12:00:00+01:00"),
        ("D:20240301120000+01'00", "2024-03-01T12:00:00+01:00"),
        ("D:20240301120000Z", "2024-03-01T12:00:00Z"),
        ("D:20240301120000+00'00'", "2024-03-01T12:00:00Z"),
        ("D:20240301120000-08'30'", "2024-03-01T12:00:00-08:30"),
        ("D:20231231235959+14'00'", "2023-12-31T23:59:59+14:00"),
        ("not a date", ""), ("", ""), ("D:2024130199", ""),
      ])
    func dates(_ written: String, _ expected: String) throws {
      let info = try Self.info("/CreationDate (\(written)) /ModDate (\(written))")
      #expect(info.created == expected)
      #expect(info.modified == expected)
    }

    @Test(
      "Labels are told where they are not the plain numbers",
      arguments: [
        ("", []), ("/PageLabels << /Nums [0 << /S /D >>] >>", []),
        ("/PageLabels << /Nums [0 << /S /r >>] >>", ["i", "ii", "iii", "iv"]),
        ("/PageLabels << /Nums [0 << /S /R >> 2 << /S /D >>] >>", ["I", "II", "1", "2"]),
        ("/PageLabels << /Nums [0 << /S /D /St 5 >>] >>", ["5", "6", "7", "8"]),
        (
          "/PageLabels << /Nums [0 << /P (Cover) >> 1 << /S /A /P (A-) >>] >>",
          ["Cover", "A-A", "A-B", "A-C"]
        ),
      ] as [(String, [String])])
    func labels(_ catalog: String, _ expected: [String]) throws {
      let info = try Self.info("", catalog: catalog, pages: 4)
      #expect(info.labels == expected)
    }

    @Test("The first page's label comes with the facts")
    func firstLabel() throws {
      var pdf = PDFFixture()
      pdf.catalog = "/PageLabels << /Nums [0 << /P (Cover) >>] >>"
      pdf.addPage()
      #expect(try withDocument(pdf) { document, _ in document.facts().firstPageLabel } == "Cover")
    }

    @Test("Attachments are counted")
    func attachments() throws {
      let file = "<< /Type /Filespec /F (a.txt) /EF << >> >>"
      let info = try Self.info(
        "", catalog: "/Names << /EmbeddedFiles << /Names [(a) \(file) (b) \(file)] >> >>")
      #expect(info.attachments == 2)
    }

    static func forms(_ catalog: String, fields: Int) throws -> (FormKind, Int32) {
      var pdf = PDFFixture()
      let numbers = (0..<fields).map { index in
        pdf.add(
          """
          << /Type /Annot /Subtype /Widget /FT /Tx /T (field\(index)) /V (x) /F 4 \
          /Rect [\(index * 10) 10 \(index * 10 + 8) 20] /DA (/F1 8 Tf) >>
          """)
      }
      let references = numbers.map { "\($0) 0 R" }.joined(separator: " ")
      pdf.catalog = "/AcroForm << /Fields [\(references)] /DR << /Font << /F1 3 0 R >> >> \(catalog) >>"
      pdf.addPage(entries: fields > 0 ? "/Annots [\(references)]" : "")
      let file = try memoryFile(pdf.bytes())
      let document = try PDFDocument.open(
        descriptor: file.rawValue, password: nil, log: EngineLog(errorOutput: nil))
      let found = document.forms()
      return (found.kind, found.fields)
    }

    @Test("Form fields are counted, and XML forms told from them")
    func forms() throws {
      #expect(try Self.forms("", fields: 3) == (.acroForm, 3))
      #expect(try Self.forms("", fields: 0) == (.none, 0))
      #expect(try Self.forms("/XFA [(template) 3 0 R]", fields: 2) == (.xfa, 2))
    }

    @Test("Complaints since the last request are the warnings, at most sixteen")
    func warnings() throws {
      var pdf = PDFFixture()
      pdf.addPage()
      let lines = (0..<30).map { "complaint \($0)" }
      let errors = try memoryFile([])
      let log = EngineLog(errorOutput: errors.rawValue)
      let info = try withDocument(pdf, log: log) { document, log in
        try errors.writeAll(lines.joined(separator: "\n"))
        return document.info(log: log)
      }
      #expect(info.warnings == Array(lines.prefix(16)))
    }
  }
}
