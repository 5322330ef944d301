import Testing

@testable import ViewerCore

@Suite struct SessionLinksTests {
  /// Pages of 500 x 700 pt on a panel 1000 px wide: two pixels a point.
  static func reading(
    _ target: PageLink.Target, _ change: (inout SessionOptions) -> Void = { _ in }
  ) -> Reader {
    var options = SessionOptions(budget: 256 << 20)
    change(&options)
    var reader = Reader(options: options)
    let link = PageLink(left: 100, top: 100, right: 200, bottom: 120, target: target)
    reader.links = { $0 == 0 ? [link] : [] }
    reader.open()
    reader.workAll()
    reader.rest()
    return reader
  }

  /// On the link, and a little beyond 4 mm (25 px at 160 dpi) below it.
  static let onLink = Point(x: 300, y: 220)
  static let beside = Point(x: 300, y: 264)
  static let beyond = Point(x: 300, y: 267)

  static func links(_ reader: Reader) -> [(page: Int, target: PageLink.Target, taken: Bool)] {
    reader.trace.compactMap {
      if case .link(let page, let target, let taken) = $0 { (page, target, taken) } else { nil }
    }
  }

  @Test("A tap on a link shows its page and place at once, and the way back leads exactly where it was")
  func inside() throws {
    var reader = Self.reading(.page(7, x: nil, y: 350))
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 500, y: 650))
    let before = reader.viewport
    #expect(before.offset.y > 0)
    #expect(!reader.session.canGoBack)
    reader.tap(Self.onLink - before.offset)
    let page = reader.session.document.layout.frame(of: 7)
    #expect(reader.viewport.offset.y == Double(page.y) + 700, "without waiting for a second tap")
    #expect(Self.links(reader).map(\.page) == [1] && Self.links(reader).map(\.taken) == [true])
    #expect(reader.session.canGoBack)
    reader.handle(.action(.back))
    #expect(reader.viewport == before)
    #expect(!reader.session.canGoBack)
    reader.handle(.action(.back))
    #expect(reader.viewport == before)
  }

  @Test("A link to a page alone shows its top; a tap is no page tap then")
  func top() {
    var reader = Self.reading(.page(7, x: nil, y: nil))
    reader.tap(Self.beside)
    reader.wait(milliseconds: 400)
    #expect(reader.viewport.offset.y == Double(reader.session.document.layout.frame(of: 7).y))
    #expect(!reader.trace.contains { if case .tap = $0 { true } else { false } })
  }

  @Test("Beyond a fingertip a tap is a tap on the page")
  func beyond() {
    var reader = Self.reading(.page(7, x: nil, y: nil))
    reader.tap(Self.beyond)
    reader.wait(milliseconds: 400)
    #expect(reader.viewport.offset.y == 0 && Self.links(reader).isEmpty)
    #expect(reader.trace.contains { if case .tap = $0 { true } else { false } })
  }

  @Test(
    "A named action is done",
    arguments: [("NextPage", 1), ("LastPage", 19), ("FirstPage", 0), ("Print", 0)])
  func named(name: String, page: Int) {
    var reader = Self.reading(.named(name))
    reader.tap(Self.onLink)
    reader.rest()
    let bottom = reader.session.scroller.bounds.y.upperBound
    let top = Double(reader.session.document.layout.frame(of: page).y)
    #expect(reader.viewport.offset.y == min(top, bottom))
    #expect(Self.links(reader).map(\.taken) == [name != "Print"])
  }

  @Test(
    "What leads out of the document is told, noted and not followed",
    arguments: [
      (PageLink.Target.uri("https://www.example.org/a"), .linkIsNotFollowed("www.example.org")),
      (.uri("mailto:a@example.org"), .linkIsNotFollowed("mailto")), (.other("launch"), .linkToProgram),
      (.other("javascript"), .linkToScript), (.other("remote"), .linkToOtherDocument),
      (.other("media"), .linkCannotBeFollowed), (.named("Print"), .linkCannotBeFollowed),
      (.other("broken"), nil),
    ] as [(PageLink.Target, Phrase?)])
  func outside(target: PageLink.Target, phrase: Phrase?) {
    var reader = Self.reading(target)
    reader.forget()
    reader.tap(Self.onLink)
    #expect(Self.links(reader).map(\.target) == [target] && Self.links(reader).map(\.taken) == [false])
    let words = phrase.map { Words.phrase($0) }
    #expect(reader.session.notes.words(at: reader.now) == words)
    #expect(reader.effects.contains { if case .announce = $0 { true } else { false } } == (words != nil))
    #expect(reader.viewport.offset == .zero && !reader.session.canGoBack)
    if words != nil { #expect(reader.session.nextFrame(after: reader.now) != nil, "the note goes by itself") }
    reader.wait(milliseconds: 4100)
    #expect(reader.session.notes.words(at: reader.now) == nil)
  }

  @Test("An address that was allowed is told as such, without a note")
  func allowed() {
    let target = PageLink.Target.uri("https://example.org/a")
    var reader = Self.reading(target) { _ = $0.links.allow("example.org") }
    reader.tap(Self.onLink)
    #expect(Self.links(reader).map(\.taken) == [true])
    #expect(reader.session.notes.words(at: reader.now) == nil)
  }

  @Test("Zones at the left and right turn pages where they are switched on; a link in them comes first")
  func zones() {
    var reader = Self.reading(.page(7, x: nil, y: nil)) { $0.hasTapZones = true }
    reader.tap(Point(x: 850, y: 900))
    reader.rest()
    #expect(reader.session.currentPage == 1)
    reader.tap(Point(x: 150, y: 900))
    reader.rest()
    #expect(reader.session.currentPage == 0)
    #expect(!reader.trace.contains { if case .tap = $0 { true } else { false } })
    // The link's left end lies in the zone.
    reader.wait(milliseconds: 500)
    reader.tap(Point(x: 190, y: 220))
    #expect(reader.viewport.offset.y == Double(reader.session.document.layout.frame(of: 7).y))

    var plain = Self.reading(.page(7, x: nil, y: nil))
    plain.tap(Point(x: 850, y: 900))
    plain.wait(milliseconds: 400)
    #expect(plain.session.currentPage == 0)
    #expect(plain.trace.contains { if case .tap = $0 { true } else { false } })
  }
}
