import Testing

@testable import ViewerCore

struct JoinedPagesTests {
  private static let joined = JoinedPages([3, 0, 1, 5])

  @Test("A page is found in the document that it is of, beside one that has none")
  func places() {
    #expect(Self.joined.count == 9)
    let expected = [(0, 0), (0, 1), (0, 2), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (3, 4)]
    for (page, place) in expected.enumerated() {
      let found = Self.joined.place(page)
      #expect(found?.member == place.0 && found?.page == place.1, "\(page)")
      #expect(Self.joined.page(place.1, of: place.0) == page)
    }
    #expect(Self.joined.place(-1) == nil && Self.joined.place(9) == nil)
    #expect(JoinedPages([]).place(0) == nil)
  }

  @Test("Pages are divided by documents, without a gap")
  func pieces() {
    let pieces = Self.joined.pieces(1..<6)
    #expect(pieces.map(\.member) == [0, 2, 3])
    #expect(pieces.map(\.pages) == [1..<3, 0..<1, 0..<2])
    #expect(Self.joined.pieces(9..<20).isEmpty)
  }

  @Test("A link leads to its own document's page, also by name; an address stays what it is")
  func links() {
    let targets: [PageLink.Target] = [
      .page(1, x: 5, y: nil), .named("FirstPage"), .named("LastPage"), .named("NextPage"), .uri("https://h"),
    ]
    let links = targets.map { PageLink(left: 0, top: 0, right: 1, bottom: 1, target: $0) }
    #expect(
      Self.joined.links(links, of: 3).map(\.target) == [
        .page(5, x: 5, y: nil), .page(4, x: nil, y: nil), .page(8, x: nil, y: nil), .named("NextPage"),
        .uri("https://h"),
      ])
  }

  @Test("The outline has a line for each document, with its own lines below")
  func outline() {
    let lines = JoinedPages([3, 2]).outline(
      [
        [],
        [OutlineItem(title: "Ropes", depth: 0, page: 1), OutlineItem(title: "Nowhere", depth: 1, page: nil)],
      ],
      titles: ["Guide", "Walk"])
    #expect(
      lines == [
        OutlineItem(title: "Guide", depth: 0, page: 0), OutlineItem(title: "Walk", depth: 0, page: 3),
        OutlineItem(title: "Ropes", depth: 1, page: 4), OutlineItem(title: "Nowhere", depth: 2, page: nil),
      ])
  }

  @Test("Labels go on being those of each document; one without has its own numbers")
  func labels() {
    var first = DocumentInfo()
    first.title = "Guide"
    first.labels = ["i", "ii"]
    var second = DocumentInfo()
    second.warnings = ["odd"]
    let whole = JoinedPages([2, 3]).info([first, second], names: ["a", "b"])
    #expect(whole.labels == ["i", "ii", "1", "2", "3"])
    #expect(whole.title == "Guide" && whole.warnings == ["b: odd"])
    #expect(JoinedPages([2]).info([second], names: ["b"]).labels.isEmpty)
    // One that is not open says nothing at all.
    var third = DocumentInfo()
    (third.format, third.title, third.linearisation) = ("PDF 1.7", "Annex", .fine)
    let rest = JoinedPages([1, 2]).info([DocumentInfo(), third], names: ["a", "c"])
    #expect(rest.format == "PDF 1.7" && rest.title == "Annex" && rest.linearisation == .none)
  }
}
