import Testing

@testable import ViewerCore

@Suite("Documents that change while they are shown")
struct SessionContentTests {
  private static func reader(sources: Int = 1) -> Reader { SessionKioskTests.reader(sources: sources) }

  /// The number of the document that is being opened beside the one that is shown.
  private static func heir(_ reader: Reader) -> UInt32? {
    reader.effects.reduce(nil) { last, effect in
      if case .openBeside(let document, _, _) = effect { document } else { last }
    }
  }

  private static func open(_ number: UInt32, pages: Int, _ reader: inout Reader) {
    reader.pages = pages
    reader.handle(.opened(document: number, pages: pages, first: reader.size(0), encrypted: false))
  }

  private static func refused(_ reader: Reader) -> [ErrorCode] {
    reader.trace.compactMap { if case .contentRefused(let failure) = $0 { failure.code } else { nil } }
  }

  @Test("The new one opens beside the old one, and shows the same place at the same zoom")
  func replaced() throws {
    var reader = Self.reader()
    reader.handle(.command(.goTo(page: 7)))
    reader.handle(.command(.zoom(2)))
    reader.wait(milliseconds: 600)
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 450, y: 580))
    reader.rest()
    reader.workAll()
    let (before, old) = (reader.viewport, reader.document)
    reader.effects = []
    reader.handle(.contentChanged(source: 0))
    let number = try #require(Self.heir(reader))
    #expect(reader.effects.contains(.openBeside(document: number, shown: old, source: 0)))
    #expect(reader.document == old && !reader.effects.contains(.close(document: old)))
    Self.open(number, pages: 20, &reader)
    #expect(reader.effects.contains(.close(document: old)) && reader.document == number)
    // The old pixels are there until the new ones are.
    #expect(reader.scene.pages.contains { $0.base != nil })
    reader.workAll()
    reader.rest()
    #expect(reader.viewport == before, "\(reader.viewport) \(before)")
    #expect(reader.session.pageNumber == 7)
    reader.wait(milliseconds: 600)
    reader.workAll()
    let isSharp = reader.session.isSharp
    #expect(isSharp)
  }

  @Test("Where the reader's page is gone the nearest one is shown")
  func shorter() throws {
    var reader = Self.reader()
    reader.handle(.command(.goTo(page: 15)))
    reader.handle(.contentChanged(source: 0))
    Self.open(try #require(Self.heir(reader)), pages: 4, &reader)
    reader.workAll()
    #expect(reader.session.pageNumber == 4 && reader.errors.isEmpty)
  }

  @Test("One that does not open leaves everything as it was, and is told to staff")
  func damaged() throws {
    var reader = Self.reader()
    reader.handle(.command(.goTo(page: 3)))
    let (before, old) = (reader.viewport, reader.document)
    reader.handle(.contentChanged(source: 0))
    let number = try #require(Self.heir(reader))
    reader.handle(.openFailed(document: number, Failure(.damagedDocument, "a.pdf", "is damaged")))
    #expect(Self.refused(reader) == [.damagedDocument])
    #expect(reader.document == old && reader.viewport == before && reader.session.documentFailure == nil)
    #expect(reader.effects.contains(.close(document: number)))
    // The next change is looked at as any other.
    reader.effects = []
    reader.handle(.contentChanged(source: 0))
    #expect(Self.heir(reader).map { $0 > number } == true)
  }

  @Test("The very same file changes nothing, and a change during the opening is looked at afterwards")
  func same() throws {
    var reader = Self.reader()
    let old = reader.document
    reader.handle(.contentChanged(source: 0))
    let first = try #require(Self.heir(reader))
    reader.handle(.contentChanged(source: 0))
    #expect(Self.heir(reader) == first)
    reader.effects = []
    reader.handle(.sameFile(document: first))
    let second = try #require(Self.heir(reader))
    #expect(second > first && reader.document == old)
    reader.handle(.sameFile(document: second))
    #expect(reader.session.heir == nil && reader.document == old)
  }

  @Test("What a visitor has put into a form is not taken away: the change waits")
  func form() throws {
    var reader = Self.reader()
    reader.tap(try SessionFormsTests.place(1, 0, reader))
    reader.effects = []
    reader.handle(.contentChanged(source: 0))
    #expect(Self.heir(reader) == nil && !reader.session.forms.edits.isEmpty)
    reader.handle(.command(.home))
    #expect(Self.heir(reader) != nil)
  }

  @Test("A document that failed is tried again when its file has changed")
  func mended() {
    var reader = Self.reader()
    reader.handle(.command(.reload))
    reader.handle(.openFailed(document: reader.document, Failure(.damagedDocument, "a.pdf", "")))
    let failed = reader.document
    reader.handle(.contentChanged(source: 0))
    #expect(reader.document > failed && reader.session.document.isOpening)
  }

  @Test("Other sources than the one that is shown are nobody's business")
  func others() {
    var reader = Self.reader(sources: 3)
    reader.handle(.contentChanged(source: 1))
    reader.handle(.contentGone(source: 2, name: "c.pdf"))
    #expect(Self.heir(reader) == nil && reader.session.documentSource == 0)
  }

  @Test("Of a document that is gone the next one takes the place; a single one stays on the screen")
  func gone() {
    var reader = Self.reader(sources: 3)
    reader.handle(.contentGone(source: 0, name: "a.pdf"))
    #expect(reader.session.documentSource == 1 && Self.refused(reader) == [.notFound])
    reader = Self.reader()
    let old = reader.document
    reader.handle(.contentGone(source: 0, name: "a.pdf"))
    #expect(reader.document == old && Self.refused(reader) == [.notFound])
  }

  @Test("A list that changes keeps the document that is shown, or goes on at its place")
  func list() {
    var reader = Self.reader(sources: 3)
    reader.handle(.command(.open(source: 1)))
    reader.open()
    let shown = reader.document
    reader.handle(.sources(names: ["a", "b", "c", "d"], current: 2, shown: "b.pdf"))
    #expect(reader.session.documentSource == 2 && reader.document == shown)
    reader.handle(.command(.next))
    #expect(reader.session.documentSource == 3)
    reader.open()
    reader.handle(.sources(names: ["a", "b"], current: nil, shown: "d.pdf"))
    #expect(reader.session.documentSource == 1 && reader.session.document.isOpening)
    let gone = reader.trace.compactMap { if case .contentRefused(let failure) = $0 { failure } else { nil } }
    #expect(gone.map(\.subject) == ["d.pdf"])
  }

  @Test("A server that cannot be reached is tried again, ever more seldom")
  func retries() {
    var reader = Self.reader()
    var pauses: [Double] = []
    reader.handle(.command(.reload))
    for _ in 0..<8 {
      let failed = reader.document
      reader.handle(.openFailed(document: failed, Failure(.networkError, "https://a.example/", "")))
      let begin = reader.now
      while reader.document == failed { reader.wait(milliseconds: 1000) }
      pauses.append((Double((reader.now - begin).microseconds) / 1e6).rounded())
    }
    #expect(pauses == [10, 20, 40, 80, 160, 300, 300, 300])
    // What is wrong with the document itself is not tried again.
    reader.handle(.openFailed(document: reader.document, Failure(.damagedDocument, "a.pdf", "")))
    #expect(reader.session.deadline == nil)
  }

  @Test("The latest version is asked for from time to time")
  func revalidates() throws {
    var reader = SessionKioskTests.reader { $0.revalidateEvery = .seconds(60) }
    reader.wait(milliseconds: 50_000)
    #expect(Self.heir(reader) == nil)
    reader.wait(milliseconds: 11_000)
    reader.handle(.sameFile(document: try #require(Self.heir(reader))))
    reader.effects = []
    reader.wait(milliseconds: 61_000)
    #expect(Self.heir(reader) != nil)
    reader.handle(.command(.blank(true)))
    #expect(reader.session.deadline == nil)
  }
}
