import TestSupport
import Testing
import ViewerCore
import Wire

@testable import PDFRendering

extension EngineTests {
  @Suite("The words of a page")
  struct PageWordsTests {
    /// Where the n-th character of typewritten text stands: 0.6 of the height each.
    static func lefts(_ text: String, x: Double, height: Double = 10) -> [Double] {
      text.unicodeScalars.indices.enumerated().map { x + Double($0.offset) * height * 0.6 }
    }

    @Test("Each character's box is where the document put it, to a point")
    func boxes() throws {
      var pdf = PDFFixture()
      pdf.addPage(
        contents: PDFFixture.typewriter("Words", x: 20, y: 60) + " "
          + PDFFixture.typewriter("Below", x: 50, y: 20))
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      #expect(text.text == "Words\nBelow")
      let boxes = text.boxes
      #expect(boxes.count == 11)
      let expected =
        Self.lefts("Words", x: 20).map { ($0, 40.0) } + Self.lefts("Below", x: 50).map { ($0, 80.0) }
      let letters = boxes.indices.filter { $0 != 5 }.map { boxes[$0] }
      for (box, place) in zip(letters, expected) {
        #expect(abs(Double(box.left) - place.0) < 1 && abs(Double(box.right) - place.0 - 6) < 1, "\(box)")
        // The baseline lies inside the box, which is about as high as the letters.
        #expect(Double(box.top) < place.1 && Double(box.bottom) >= place.1, "\(box)")
        #expect((7...14).contains(box.bottom - box.top), "\(box)")
      }
    }

    @Test("Words stand in reading order, whichever was written first")
    func order() throws {
      var pdf = PDFFixture()
      pdf.addPage(
        contents: [
          PDFFixture.typewriter("third", x: 20, y: 20), PDFFixture.typewriter("first", x: 20, y: 80),
          PDFFixture.typewriter("second", x: 20, y: 50),
        ].joined(separator: " "))
      #expect(
        try withDocument(pdf) { document, _ in try document.page(0).text().text } == "first\nsecond\nthird")
    }

    @Test("A word's letters that are placed one by one are one word")
    func scattered() throws {
      var pdf = PDFFixture()
      let letters = "EXIT".enumerated().map {
        PDFFixture.typewriter(String($0.element), x: 20 + $0.offset * 6, y: 50)
      }
      pdf.addPage(contents: letters.reversed().joined(separator: " "))
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      #expect(text.text == "EXIT")
      #expect(zip(text.boxes, Self.lefts("EXIT", x: 20)).allSatisfy { abs(Double($0.left) - $1) < 1 })
    }

    @Test("A gap between words is a blank whose box lies between theirs")
    func blank() throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: PDFFixture.typewriter("to be", x: 20, y: 50))
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      #expect(text.text == "to be")
      let boxes = text.boxes
      try #require(boxes.count == 5)
      #expect(boxes[2].left >= boxes[1].left && boxes[2].right <= boxes[3].left + 1)
    }

    @Test(
      "On a page that is turned the boxes are turned with it",
      arguments: [
        (0, (20.0, 40.0)), (90, (60.0, 20.0)), (180, (180.0, 60.0)), (270, (40.0, 180.0)),
      ] as [(Int, (Double, Double))])
    func turned(_ rotation: Int, _ baseline: (x: Double, y: Double)) throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: PDFFixture.typewriter("M", x: 20, y: 60), entries: "/Rotate \(rotation)")
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      #expect(text.text == "M")
      let box = try #require(text.boxes.first)
      // The beginning of the baseline is on the box's rim or in it, and the box hardly reaches beyond a letter.
      #expect((Double(box.left) - 1...Double(box.right) + 1).contains(baseline.x), "\(box)")
      #expect((Double(box.top) - 1...Double(box.bottom) + 1).contains(baseline.y), "\(box)")
      #expect(box.right - box.left < 15 && box.bottom - box.top < 15)
    }

    @Test("Boxes count from the crop box's corner")
    func cropBox() throws {
      var pdf = PDFFixture()
      pdf.addPage(
        contents: PDFFixture.typewriter("Words", x: 60, y: 50), entries: "/CropBox [50 20 150 80]")
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      let box = try #require(text.boxes.first)
      #expect(abs(box.left - 10) < 1)
      #expect(box.top < 30 && box.bottom >= 30)
    }

    @Test("Letters of a Latin alphabet come over as what they are")
    func letters() throws {
      var pdf = PDFFixture()
      // Octal codes of WinAnsi: ü, ß, é and the euro.
      pdf.addPage(contents: PDFFixture.typewriter(#"\374\337\351\200"#, x: 20, y: 50))
      let text = try withDocument(pdf) { document, _ in try document.page(0).text() }
      #expect(text.text == "üßé€")
      #expect(zip(text.boxes, Self.lefts("üßé€", x: 20)).allSatisfy { abs(Double($0.left) - $1) < 1 })
      #expect(text.boxes.count == 4)
    }

    @Test(
      "A page without words has none", arguments: ["", "1 0 0 rg 0 0 10 10 re f", "BT /F1 12 Tf () Tj ET"])
    func wordless(_ contents: String) throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: contents)
      #expect(try withDocument(pdf) { document, _ in try document.page(0).text() } == .empty)
    }

    @Test("Words that the viewer would refuse are not told: too many bytes, or too many characters for boxes")
    func tooMany() throws {
      let most = String(repeating: "x", count: WorkerLimits.characters)
      #expect(PDFPage.isToldWhole(most))
      #expect(!PDFPage.isToldWhole(most + "x"))
      #expect(!PDFPage.isToldWhole(""))
      let wide = String(repeating: "\u{1F600}", count: WorkerLimits.textBytes / 4)
      #expect(PDFPage.isToldWhole(wide))
      #expect(!PDFPage.isToldWhole(wide + "x"))
    }

    @Test("The text is the same before and after the page is drawn")
    func afterDrawing() throws {
      var pdf = PDFFixture()
      pdf.addPage(contents: PDFFixture.text("Drawn or not"))
      try withDocument(pdf) { document, _ in
        let before = try document.page(0).text()
        _ = try draw(document, .whole(PixelSize(width: 20, height: 10)))
        let after = try document.page(0).text()
        #expect(after == before)
        #expect(before.text == "Drawn or not")
      }
    }
  }
}
