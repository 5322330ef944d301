import Testing

@testable import ViewerCore

@Suite("Forms of documents that are still coming")
struct ComingFormTests {
  /// The first pages are here and drawn, the rest is not.
  private static func coming() -> Reader {
    var options = SessionBarTests.options { $0.fillsForms = true }
    options.controls = .bottom
    var reader = Reader(pages: 3, options: options)
    reader.form = SessionFormsTests.form
    reader.handle(
      .opened(
        document: 1, pages: 3, first: reader.size(0), encrypted: false, linearised: true, isComing: true))
    reader.workAll()
    reader.rest()
    reader.effects = []
    return reader
  }

  /// Where the checkbox stands that nobody knows of yet.
  private static func checkbox(_ reader: Reader) -> Point {
    let box = SessionFormsTests.form.fields[1].widgets[0].box
    let frame = reader.session.viewport.frame(of: reader.session.document.layout.frame(of: 0))
    return SessionSheetTests.centre(box.rect(on: frame, of: reader.session.document.sizes[0]))
  }

  @Test("A tap where there may be a field has the rest fetched, and takes the field once it is known")
  func tap() {
    var reader = Self.coming()
    #expect(!reader.session.wantsWhole)
    reader.tap(Self.checkbox(reader))
    reader.wait(milliseconds: 400)
    #expect(reader.session.wantsWhole && SessionFormsTests.fills(reader).isEmpty)
    reader.handle(.progress(document: 1, 100))
    #expect(reader.effects.contains(.trace(.progress(100))))
    reader.wait(milliseconds: 2000)
    reader.handle(.whole(document: 1))
    reader.workAll()
    #expect(!reader.session.wantsWhole)
    #expect(SessionFormsTests.fills(reader).map { $0.edits.map(\.value) } == [[.state("Yes")]])
  }

  @Test("Nothing is taken after a long wait, nor once the visitor has touched the page again")
  func tooLate() {
    var reader = Self.coming()
    reader.tap(Self.checkbox(reader))
    reader.wait(milliseconds: 6000)
    reader.handle(.whole(document: 1))
    reader.workAll()
    #expect(SessionFormsTests.fills(reader).isEmpty)

    reader = Self.coming()
    reader.tap(Self.checkbox(reader))
    reader.wait(milliseconds: 500)
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 850))
    reader.handle(.whole(document: 1))
    reader.workAll()
    #expect(SessionFormsTests.fills(reader).isEmpty)
    // What is known is taken at once, as in any document.
    reader.rest()
    reader.tap(Self.checkbox(reader))
    #expect(SessionFormsTests.fills(reader).count == 1)
  }
}
