import Glibc
import Posix
import TestSupport
import Testing
import ViewerCore
import Wire

@Suite("What a worker answers")
struct WorkerRequestTests {
  /// A guide of two pages: words, a link, a field and a label.
  static func guide(title: String = "A guide", pages: Int = 2) -> [UInt8] {
    var pdf = PDFFixture()
    let info = pdf.add("<< /Title (\(title)) >>")
    let field = pdf.add(
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4 /Rect [10 10 60 20] /DA (/F1 8 Tf) >>")
    pdf.trailer = "/Info \(info) 0 R"
    pdf.catalog = "/AcroForm << /Fields [\(field) 0 R] >> /PageLabels << /Nums [0 << /S /r >>] >>"
    for page in 0..<pages {
      let link = "<< /Type /Annot /Subtype /Link /Rect [20 40 80 60] /A << /S /URI /URI (a:\(page)) >> >>"
      pdf.addPage(
        width: 200 + page,
        contents: PDFFixture.typewriter("Page \(page)", x: 20, y: 80) + " "
          + PDFFixture.box("0 0 1", x: 100, y: 0, width: 200, height: 100),
        entries: "/Annots [\(link) \(page == 0 ? "\(field) 0 R" : "")]")
    }
    return pdf.bytes()
  }

  static func text(_ words: WorkerWords) throws -> String {
    #expect(words.reply.body == .text(byteCount: words.bulk.count))
    return try PageText(decodingBulk: words.bulk[...]).text
  }

  @Test("Every kind of request has its answer")
  func everything() throws {
    let worker = try TestWorker()
    let facts = DocumentFacts(
      pages: 2, firstPageSize: Size(width: 200, height: 100), firstPageLabel: "i", encrypted: false,
      permissions: .all)
    let opened = try worker.open(Self.guide())
    #expect(opened.reply.body == .opened(facts))
    #expect(opened.reply.anonymousBytes > 0 && opened.reply.anonymousBytes < 1 << 30)
    #expect(
      try worker.ask(.pageSizes(first: 0, count: 10)).reply.body
        == .sizes(first: 0, [Size(width: 200, height: 100), Size(width: 201, height: 100)]))
    let (plain, pixels) = try worker.render()
    #expect(plain.reply.body == .rendered(Rendered(warnings: [], harvest: nil)))
    #expect(plain.bulk.isEmpty)
    #expect(pixels[5 * 20 + 19] == 0x0000FF && pixels[9 * 20 + 5] != 0x0000FF)
    #expect(try Self.text(worker.ask(.text(page: 1))) == "Page 1")
    let words = try worker.ask(.words(first: 0, count: 3))
    #expect(words.reply.body == .words(byteCount: words.bulk.count))
    let pages = try PageAnswers<FoldedText>(decodingBulk: words.bulk[...]).pages
    #expect(pages == [.item(FoldedText("page 0")), .item(FoldedText("page 1")), .failed])
    #expect(try worker.ask(.words(first: 2, count: 1)).failure == .pageOutOfRange)
    let found = try worker.ask(.find(first: 0, count: 2, query: "PAGE 1"))
    #expect(found.reply.body == .found(byteCount: found.bulk.count))
    let texts = try PageAnswers<PageText>(decodingBulk: found.bulk[...]).pages
    #expect(texts.first == .nothing && texts.last?.item?.text == "Page 1" && texts.count == 2)
    let links = try worker.ask(.links(page: 1))
    #expect(
      try PageLinks(decodingBulk: links.bulk[...]).links
        == [PageLink(left: 20, top: 40, right: 80, bottom: 60, target: .uri("a:1"))])
    let info = try DocumentInfo(decodingBulk: try worker.ask(.info).bulk[...])
    #expect(info.title == "A guide" && info.labels == ["i", "ii"])
    #expect(try worker.ask(.forms).reply.body == .forms(.acroForm, fields: 1))
    #expect(try worker.ask(.trim).reply.body == .trimmed)
    #expect(try Self.text(worker.ask(.text(page: 1))) == "Page 1", "the document is still open")
    #expect(try worker.ask(.close).reply.body == .closed)
    #expect(try worker.ask(.trim).reply.body == .trimmed)
  }

  @Test("A harvest is the text and the links that are asked for by themselves")
  func harvest() throws {
    let worker = try TestWorker()
    _ = try worker.open(Self.guide())
    let words = try worker.render(page: 1, harvest: .all).words
    guard case .rendered(let rendered) = words.reply.body else {
      Issue.record("\(words.reply)")
      return
    }
    let harvest = try #require(rendered.harvest)
    #expect(Array(words.bulk.prefix(harvest.textBytes)) == (try worker.ask(.text(page: 1)).bulk))
    #expect(Array(words.bulk.dropFirst(harvest.textBytes)) == (try worker.ask(.links(page: 1)).bulk))
    #expect(words.bulk.count == harvest.textBytes + harvest.linkBytes)
  }

  static let needDocument: [WorkerRequest.Body] = [
    .pageSizes(first: 0, count: 1), .render(.whole()), .text(page: 0), .links(page: 0), .info, .forms,
    .words(first: 0, count: 1), .find(first: 0, count: 2, query: "page"),
  ]

  @Test(
    "Before a document is open, and for one nobody opened, there is nothing but a refusal",
    arguments: needDocument)
  func tooEarly(_ body: WorkerRequest.Body) throws {
    let worker = try TestWorker()
    let memory = try SharedMemory(byteCount: RenderOrder.whole().byteCount)
    let files = [memory.descriptor.rawValue]
    #expect(try worker.ask(body, descriptors: files).failure == .damagedDocument)
    _ = try worker.open(Self.guide(), document: 7)
    #expect(try worker.ask(body, document: 8, descriptors: files).failure == .damagedDocument)
    #expect(try worker.ask(body, document: 7, descriptors: files).failure == nil)
    _ = try worker.ask(.close, document: 7)
    #expect(try worker.ask(body, document: 7, descriptors: files).failure == .damagedDocument)
  }

  @Test("A page that the document has not is out of range", arguments: [2, 3, Int32.max])
  func outOfRange(_ page: Int32) throws {
    let worker = try TestWorker()
    _ = try worker.open(Self.guide())
    #expect(try worker.ask(.text(page: page)).failure == .pageOutOfRange)
    #expect(try worker.ask(.links(page: page)).failure == .pageOutOfRange)
    let (words, pixels) = try worker.render(page: page)
    #expect(words.failure == .pageOutOfRange)
    // Nothing was drawn.
    #expect(pixels.allSatisfy { $0 == 0 })
    let first = min(page, WorkerLimits.pages)
    #expect(try worker.ask(.pageSizes(first: first, count: 5)).reply.body == .sizes(first: first, []))
    #expect(try Self.text(worker.ask(.text(page: 1))) == "Page 1")
  }

  @Test("Two documents are open at once, and closing one leaves the other")
  func two() throws {
    let worker = try TestWorker()
    _ = try worker.open(Self.guide(title: "One", pages: 1), document: 1)
    _ = try worker.open(Self.guide(title: "Two", pages: 3), document: 2)
    func title(_ document: UInt32) throws -> String {
      try DocumentInfo(decodingBulk: try worker.ask(.info, document: document).bulk[...]).title
    }
    #expect(try title(1) == "One")
    #expect(try title(2) == "Two")
    #expect(try worker.ask(.text(page: 2), document: 1).failure == .pageOutOfRange)
    #expect(try Self.text(worker.ask(.text(page: 2), document: 2)) == "Page 2")
    _ = try worker.ask(.close, document: 1)
    #expect(try worker.ask(.info, document: 1).failure == .damagedDocument)
    #expect(try title(2) == "Two")
  }

  @Test("A number that is opened again names the new document, also when that one is none")
  func again() throws {
    let worker = try TestWorker()
    _ = try worker.open(Self.guide(pages: 1))
    _ = try worker.open(Self.guide(pages: 3))
    #expect(try Self.text(worker.ask(.text(page: 2))) == "Page 2")
    #expect(try worker.open(Array("rubbish".utf8)).failure == .damagedDocument)
    #expect(try worker.ask(.text(page: 2)).failure == .damagedDocument)
  }

  @Test("Closing what is not open is no mistake")
  func closeTwice() throws {
    let worker = try TestWorker()
    #expect(try worker.ask(.close, document: 99).reply.body == .closed)
  }

  @Test("Opening without a descriptor, or with one that is no file, is refused")
  func noFile() throws {
    let worker = try TestWorker()
    #expect(try worker.ask(.open(password: nil)).failure == .damagedDocument)
    let null = try FileDescriptor.open("/dev/null", .readWrite)
    #expect(try worker.ask(.open(password: nil), descriptors: [null.rawValue]).failure == .damagedDocument)
    let folder = try FileDescriptor.open("/", .directory)
    #expect(try worker.ask(.open(password: nil), descriptors: [folder.rawValue]).failure == .damagedDocument)
    #expect(try worker.open(Self.guide()).failure == nil)
  }

  @Test(
    "What is wrong with a document is told by its code",
    arguments: [
      ("", ErrorCode.damagedDocument), ("Dear Sir", .damagedDocument), ("%PDF-1.7\n", .damagedDocument),
    ])
  func damaged(_ text: String, _ code: ErrorCode) throws {
    #expect(try TestWorker().open(Array(text.utf8)).failure == code)
  }

  @Test("A document without pages is empty")
  func empty() throws {
    #expect(try TestWorker().open(PDFFixture().bytes()).failure == .emptyDocument)
  }

  @Test("The engine's own words about a protection it does not know refuse the document")
  func unknownProtection() throws {
    let key = String(repeating: "k", count: 32)
    for dictionary in [
      "<< /Filter /Standard /V 9 /R 9 /Length 128 /O (\(key)) /U (\(key)) /P -4 >>",
      "<< /Filter /Nobody /V 1 /R 2 >>",
    ] {
      var pdf = PDFFixture()
      let number = pdf.add(dictionary)
      pdf.trailer = "/Encrypt \(number) 0 R /ID [(a) (b)]"
      pdf.addPage()
      let worker = try TestWorker()
      let answer = try worker.open(pdf.bytes())
      #expect(answer.failure == .unsupportedEncryption, "\(dictionary): \(answer.reply.body)")
      #expect(try worker.open(Self.guide()).failure == nil)
    }
  }

  @Test("The engine's complaints about a page come with its pixels, clean and few")
  func warnings() throws {
    var pdf = PDFFixture()
    pdf.addPage(contents: (0..<100).map { "(\($0)) nonsense\($0)" }.joined(separator: " "))
    pdf.addPage()
    let worker = try TestWorker()
    _ = try worker.open(pdf.bytes())
    guard case .rendered(let rendered) = try worker.render().words.reply.body else {
      Issue.record("not rendered")
      return
    }
    #expect(rendered.warnings.count == WorkerLimits.warnings)
    #expect(rendered.warnings.allSatisfy { !$0.isEmpty && !$0.contains("\n") && $0.utf8.count <= 200 })
    #expect(rendered.warnings.contains { $0.contains("nonsense0") })
    // They belong to their page alone.
    guard case .rendered(let clean) = try worker.render(page: 1).words.reply.body else {
      Issue.record("not rendered")
      return
    }
    #expect(clean.warnings.isEmpty)
  }
}
