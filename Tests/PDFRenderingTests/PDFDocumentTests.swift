import PDFRendering
import Posix
import TestSupport
import Testing
import ViewerCore

extension EngineTests {
  @Suite("Opening a document")
  struct PDFDocumentTests {
    static func failure(_ bytes: [UInt8], log: EngineLog = EngineLog(errorOutput: nil)) throws -> PDFError? {
      let file = try memoryFile(bytes)
      do throws(PDFError) {
        _ = try PDFDocument.open(descriptor: file.rawValue, password: nil, log: log)
        return nil
      } catch {
        return error
      }
    }

    static func pages(_ count: Int) -> PDFFixture {
      var pdf = PDFFixture()
      for page in 0..<count { pdf.addPage(width: 100 + page, height: 50) }
      return pdf
    }

    @Test("Facts of a plain document")
    func facts() throws {
      try withDocument(Self.pages(3)) { document, _ in
        let facts = document.facts()
        #expect(
          facts
            == DocumentFacts(
              pages: 3, firstPageSize: Size(width: 100, height: 50), firstPageLabel: "1", encrypted: false,
              permissions: .all))
        let count = document.pageCount
        let isEncrypted = document.isEncrypted
        #expect(count == 3 && !isEncrypted)
      }
    }

    @Test("The descriptor stays the caller's, also after a failure, and its document can be opened again")
    func descriptor() throws {
      let file = try memoryFile(Self.pages(1).bytes())
      let log = EngineLog(errorOutput: nil)
      let before = try Hardening.openDescriptorCount()
      for _ in 0..<3 {
        let document = try PDFDocument.open(descriptor: file.rawValue, password: nil, log: log)
        let count = document.pageCount
        #expect(count == 1)
      }
      let rubbish = try memoryFile(Array("%PDF-1.7 rubbish".utf8))
      for _ in 0..<200 {
        #expect(throws: PDFError.self) {
          _ = try PDFDocument.open(descriptor: rubbish.rawValue, password: nil, log: log).pageCount
        }
      }
      #expect(try rubbish.size() == 16)
      // Other suites open and close files meanwhile; a descriptor lost each time would show all the same.
      #expect(try Hardening.openDescriptorCount() - before < 100)
    }

    @Test(
      "Sizes are told of the pages that are there",
      arguments: [
        (0, 3, [100, 101, 102]), (1, 1, [101]), (2, 10, [102]), (3, 1, []), (0, 0, []), (-1, 2, []),
        (1, Int32.max, [101, 102]), (Int32.max, Int32.max, []),
      ] as [(Int32, Int32, [Double])])
    func sizes(_ first: Int32, _ count: Int32, _ expected: [Double]) throws {
      try withDocument(Self.pages(3)) { document, _ in
        let widths = document.pageSizes(first: first, count: count).map(\.width)
        #expect(widths == expected)
      }
    }

    @Test("A page that is not there is out of range", arguments: [-1, 3, Int32.max, Int32.min])
    func outOfRange(_ index: Int32) throws {
      try withDocument(Self.pages(3)) { document, _ in
        #expect(throws: PDFError.pageOutOfRange) { _ = try document.page(index).size }
      }
    }

    @Test("A document without pages is empty")
    func noPages() throws {
      #expect(try Self.failure(PDFFixture().bytes()) == .emptyDocument)
    }

    @Test("What is no document, or only its beginning, is damaged", arguments: [0, 1, 8, 20, 100])
    func damaged(_ length: Int) throws {
      let bytes = Self.pages(2).bytes()
      #expect(try Self.failure(Array(bytes.prefix(length)))?.code == .damagedDocument)
    }

    @Test("A document whose end is missing is damaged or shows what is left, at every length")
    func cutOff() throws {
      let bytes = Self.pages(2).bytes()
      for length in stride(from: 200, to: bytes.count, by: 23) {
        let failure = try Self.failure(Array(bytes.prefix(length)))
        #expect(failure == nil || failure?.code == .damagedDocument, "\(length)")
      }
    }

    @Test("A cross-reference table that lies is mended")
    func wrongTable() throws {
      let text = String(decoding: Self.pages(2).bytes(), as: UTF8.self)
      let lying = text.replacing("startxref\n", with: "startxref\n9")
      let file = try memoryFile(Array(lying.utf8))
      let document = try PDFDocument.open(
        descriptor: file.rawValue, password: nil, log: EngineLog(errorOutput: nil))
      let count = document.pageCount
      #expect(count == 2)
    }

    @Test(
      "A page whose size is no size has none, and cannot be drawn",
      arguments: ["0 0 0 0", "0 0 0 100", "5 5 5 5"])
    func noSize(_ box: String) throws {
      var pdf = PDFFixture()
      pdf.addPage(box: box)
      pdf.addPage()
      try withDocument(pdf) { document, log in
        let sizes = document.pageSizes(first: 0, count: 2)
        // The engine may take another size for it: then it must be one that can be drawn.
        if sizes[0] == .zero {
          let error = #expect(throws: PDFError.self) {
            _ = try draw(document, .whole(PixelSize(width: 10, height: 10)))
          }
          #expect(error?.code == .pageRenderFailed)
        } else {
          let grid = try draw(document, .whole(PixelSize(width: 10, height: 10)))
          #expect(grid.count(of: 0xFFFFFF) == 100)
        }
        #expect(sizes[1] == Size(width: 200, height: 100))
        let facts = document.facts()
        #expect(facts.firstPageSize == sizes[0])
      }
    }

    @Test("A size beyond belief counts as none")
    func hugeSize() throws {
      var pdf = PDFFixture()
      pdf.addPage(box: "0 0 2000000 10")
      try withDocument(pdf) { document, _ in
        let size = try document.page(0).size
        #expect(size == .zero)
      }
    }

    @Test(
      "Contents that are missing or broken leave an empty page, not an error",
      arguments: ["q", "1 2", "/X Do", "]["])
    func brokenContents(_ contents: String) throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: contents)
      try withDocument(pdf) { document, _ in
        let grid = try draw(document, .whole(PixelSize(width: 20, height: 10)))
        #expect(grid.count(of: 0xFFFFFF) == 200)
      }
    }

    @Test("A picture too large for the engine is a failed page, not a blank one")
    func lostPicture() throws {
      var pdf = PDFFixture()
      let picture = pdf.add(
        PDFFixture.stream(
          """
          << /Type /XObject /Subtype /Image /Width 60000 /Height 4 /ColorSpace /DeviceRGB \
          /BitsPerComponent 8
          """, "abc"))
      pdf.addPage(contents: "q 200 0 0 100 0 0 cm /X Do Q", drawings: "/X \(picture) 0 R")
      try withDocument(pdf) { document, _ in
        let error = #expect(throws: PDFError.self) {
          _ = try draw(document, .whole(PixelSize(width: 40, height: 20)))
        }
        #expect(error?.code == .pageRenderFailed || error?.code == .outOfMemory)
      }
    }

    @Test("A blank page is fine where no picture is lost")
    func blank() throws {
      var pdf = PDFFixture()
      let picture = pdf.add(
        PDFFixture.stream(
          """
          << /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB \
          /BitsPerComponent 8 /Filter /ASCIIHexDecode
          """, "FFFFFF>"))
      pdf.addPage(contents: "q 200 0 0 100 0 0 cm /X Do Q", drawings: "/X \(picture) 0 R")
      try withDocument(pdf) { document, _ in
        let grid = try draw(document, .whole(PixelSize(width: 40, height: 20)))
        #expect(grid.count(of: 0xFFFFFF) == 800)
      }
    }

    @Test("Words of the engine about memory fail a page that looks finished")
    func memoryWhileDrawing() throws {
      try withDocument(Self.pages(1)) { document, _ in
        let errors = try memoryFile(Array("Syntax Error: x\nOut of memory\n".utf8))
        let error = #expect(throws: PDFError.self) {
          _ = try draw(
            document, .whole(PixelSize(width: 10, height: 10)), log: EngineLog(errorOutput: errors.rawValue))
        }
        #expect(error == .outOfMemory("Out of memory"))
      }
    }

    @Test("Words of the engine about protection refuse a document that opens all the same")
    func protectionWhileOpening() throws {
      let line = "Unsupported version/revision (9/9) of Standard security handler"
      let errors = try memoryFile(Array("\(line)\n".utf8))
      let log = EngineLog(errorOutput: errors.rawValue)
      #expect(try Self.failure(Self.pages(1).bytes(), log: log) == .unsupportedEncryption(line))
      // Said once: the next document is not blamed for it.
      #expect(try Self.failure(Self.pages(1).bytes(), log: log) == nil)
    }

    @Test("Words of the engine about memory explain a document that does not open")
    func memoryWhileOpening() throws {
      let errors = try memoryFile(Array("std::bad_alloc\n".utf8))
      let log = EngineLog(errorOutput: errors.rawValue)
      #expect(try Self.failure(Array("%PDF-1.7".utf8), log: log) == .outOfMemory("std::bad_alloc"))
    }
  }
}
