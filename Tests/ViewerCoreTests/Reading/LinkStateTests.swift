import Testing

@testable import ViewerCore

@Suite struct LinkStateTests {
  static func place(_ page: Int) -> LinkHistory.Place {
    LinkHistory.Place(page: page, point: Point(x: 0, y: Double(page)), zoom: 1)
  }

  @Test("The way back leads through the places that were left, the way forward through those gone back from")
  func history() {
    var history = LinkHistory()
    #expect(!history.canGoBack && !history.canGoForward)
    history.leave(Self.place(1))
    history.leave(Self.place(5))
    #expect(history.back(from: Self.place(9))?.page == 5)
    #expect(history.back(from: Self.place(5))?.page == 1)
    #expect(history.back(from: Self.place(1)) == nil)
    #expect(history.forward(from: Self.place(1))?.page == 5)
    #expect(history.canGoBack && history.canGoForward)
    history.leave(Self.place(5))
    #expect(!history.canGoForward, "another way was taken")
  }

  @Test("Of more than 64 places the oldest are forgotten")
  func bounded() {
    var history = LinkHistory()
    for page in 0..<100 { history.leave(Self.place(page)) }
    var pages: [Int] = []
    while let place = history.back(from: Self.place(0)) { pages.append(place.page) }
    #expect(pages == Array((36..<100).reversed()))
  }

  @Test("A note is there for four seconds, and a newer one takes its place")
  func notes() {
    var notes = NoteState()
    #expect(notes.words(at: .zero) == nil && notes.nextChange(after: .zero) == nil)
    notes.show(.plain("one"), at: .zero)
    notes.show(.plain("two"), at: .milliseconds(1000))
    #expect(notes.words(at: .milliseconds(4999)) == .plain("two"))
    #expect(notes.nextChange(after: .milliseconds(2000)) == .milliseconds(5000))
    #expect(notes.words(at: .milliseconds(5000)) == nil)
    #expect(notes.nextChange(after: .milliseconds(5000)) == nil)
  }

  static func link(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, _ name: String)
    -> PageLink
  {
    PageLink(left: left, top: top, right: right, bottom: bottom, target: .named(name))
  }

  @Test(
    "The nearest link within reach is meant; of several under the finger the smallest",
    arguments: [
      (Point(x: 110, y: 210), "small"), (Point(x: 190, y: 290), "large"), (Point(x: 201, y: 250), "large"),
      (Point(x: 229, y: 250), "far"), (Point(x: 215, y: 250), nil), (Point(x: 206, y: 306), "large"),
      (Point(x: 208, y: 308), nil),
    ] as [(Point, String?)])
  func hit(place: Point, name: String?) {
    // A page of 100 x 100 pt, shown twice as large at 100,200.
    var hit = LinkHit(at: place, reach: 9)
    hit.look(
      at: [
        Self.link(0, 0, 50, 50, "large"), Self.link(2, 2, 10, 10, "small"), Self.link(65, 0, 80, 50, "far"),
      ],
      page: 3, frame: PixelRect(x: 100, y: 200, width: 200, height: 200), size: Size(width: 100, height: 100))
    #expect(hit.found?.link.target == name.map { .named($0) })
    #expect(hit.found?.page == (name == nil ? nil : 3))
  }

  @Test(
    "What a finger waits for displaces what it cannot see, and nothing that it can",
    arguments: [
      (1 as Int?, true), (nil, false),
    ])
  func urgency(text: Int?, displacesLookAhead: Bool) throws {
    let urgency = try #require(Urgency(text: text, pixels: true, visible: 2..<4))
    func render(_ page: Int32, _ kind: RenderKey.Kind) -> Work {
      .render(
        RenderKey(
          document: 1, page: page, kind: kind, resolution: PixelSize(width: 1, height: 1),
          clip: PixelRect(x: 0, y: 0, width: 1, height: 1), rotation: .none, epoch: 0),
        into: BitmapID(number: 1))
    }
    #expect(urgency.displaces(render(5, .base)) == displacesLookAhead)
    #expect(!urgency.displaces(render(2, .base)) && !urgency.displaces(render(2, .tile)))
    #expect(urgency.displaces(render(2, .thumbnail)))
    #expect(urgency.displaces(.outline(document: 1)) && urgency.displaces(.info(document: 1)))
    #expect(urgency.displaces(.text(document: 1, page: 9)) && !urgency.displaces(.text(document: 1, page: 3)))
    #expect(!urgency.displaces(.sizes(document: 1, first: 0, count: 1)))
    #expect(Urgency(text: nil, pixels: false, visible: 0..<1) == nil)
  }
}
