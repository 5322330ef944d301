import Testing

@testable import ViewerCore

@Suite struct SessionHistoryTests {
  /// A jump of a visitor's, from the page it begins at.
  enum Jump: CaseIterable {
    case contents, grid, goToPage, search, home

    func make(_ reader: inout Reader) {
      switch self {
      case .contents: reader.handle(.action(.outlineRow(1)))
      case .grid: reader.handle(.action(.thumbnail(11)))
      case .goToPage:
        reader.handle(.action(.goToPage))
        for figure in "15" { reader.handle(.action(.key(.character(figure)))) }
        reader.handle(.action(.key(.accept)))
      case .search:
        reader.handle(.action(.search))
        for letter in "kiln" { reader.handle(.action(.key(.character(letter)))) }
        reader.handle(.action(.key(.accept)))
        reader.workAll()
        reader.rest()
        reader.handle(.action(.close))
      case .home: reader.handle(.action(.home))
      }
      reader.workAll()
      reader.rest()
    }
  }

  static func reading() -> Reader {
    var reader = Reader(options: SessionBarTests.options())
    reader.outline = [
      OutlineItem(title: "One", depth: 0, page: 0),
      OutlineItem(title: "Two", depth: 0, page: 9, x: nil, y: 100),
    ]
    reader.words = { page in page == 8 || page == 16 ? Self.words("kiln kiln") : .empty }
    reader.open()
    reader.workAll()
    reader.handle(.command(.goTo(page: 5)))
    reader.rest()
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 500, y: 600))
    reader.workAll()
    reader.rest()
    return reader
  }

  /// A line of letters, 10 pt wide each.
  static func words(_ text: String) -> PageText {
    let edges = text.indices.enumerated().flatMap { [Float(10 * $0.offset), Float(10 * $0.offset + 10)] }
    let run = PageText.Run(count: text.count, top: 300, bottom: 312)
    return PageText(text: text, runs: [run], edges: edges) ?? .empty
  }

  @Test("From wherever a jump led there is a way back, exactly to where it began", arguments: Jump.allCases)
  func back(_ jump: Jump) throws {
    var reader = Self.reading()
    #expect(!reader.session.canGoBack)
    let before = reader.viewport
    jump.make(&reader)
    #expect(reader.viewport != before)
    reader.handle(.action(.close))
    reader.rest()
    reader.tap(Point(x: 500, y: 150))
    reader.wait(milliseconds: 600)
    if !reader.showsBar {
      reader.tap(Point(x: 500, y: 150))
      reader.wait(milliseconds: 600)
    }
    reader.tap(try SessionBarTests.place(.back, reader))
    #expect(reader.viewport == before)
    #expect(!reader.session.canGoBack)
  }

  @Test("Of a search the first jump alone is one to come back from; the next search is another one")
  func search() {
    var reader = Self.reading()
    let before = reader.viewport
    Jump.search.make(&reader)
    #expect(reader.session.pageNumber == 9)
    reader.handle(.action(.search))
    for letter in "kiln" { reader.handle(.action(.key(.character(letter)))) }
    reader.handle(.action(.key(.accept)))
    reader.workAll()
    reader.rest()
    for _ in 0..<2 {
      reader.handle(.action(.nextMatch))
      reader.workAll()
      reader.rest()
    }
    #expect(reader.session.pageNumber == 17)
    reader.handle(.action(.close))
    reader.handle(.action(.back))
    #expect(reader.session.pageNumber == 9)
    reader.handle(.action(.back))
    #expect(reader.viewport == before && !reader.session.canGoBack)
  }

  @Test("Where the reader is already there is nowhere to go back to")
  func nowhere() {
    var reader = Self.reading()
    reader.handle(.action(.thumbnail(7)))
    reader.handle(.action(.back))
    #expect(!reader.session.canGoBack)
    reader.handle(.command(.goTo(page: 8)))
    reader.handle(.action(.thumbnail(7)))
    #expect(!reader.session.canGoBack)
  }

  @Test("However far a visitor jumps about, the way back is no longer than 64 places")
  func bounded() {
    var reader = Self.reading()
    for jump in 0..<200 { reader.handle(.action(.thumbnail(jump % 2 == 0 ? 3 : 12))) }
    var steps = 0
    while reader.session.canGoBack, steps < 1000 {
      reader.handle(.action(.back))
      steps += 1
    }
    #expect(steps == LinkHistory.limit)
  }
}
