import Testing

@testable import ViewerCore

@Suite struct SessionBarTests {
  static func options(_ change: (inout SessionOptions) -> Void = { _ in }) -> SessionOptions {
    var options = SessionOptions(budget: 256 << 20)
    options.controls = .bottom
    change(&options)
    return options
  }

  static func place(_ action: ControlAction, _ reader: Reader) throws -> Point {
    let control = try #require(
      reader.session.controls.barLayer.controls.first { $0.action == action })
    return Point(
      x: Double(control.frame.x + control.frame.maxX) / 2,
      y: Double(control.frame.y + control.frame.maxY) / 2
    )
  }

  /// The bar is up, and nothing else is under way.
  static func withBar(
    pages: Int = 20, _ change: (inout SessionOptions) -> Void = { _ in }
  ) -> Reader {
    var reader = Reader.reading(pages: pages, options: options(change))
    reader.tap(Point(x: 500, y: 200))
    reader.wait(milliseconds: 600)
    #expect(reader.showsBar)
    return reader
  }

  @Test(
    "The bar shows when a document has opened, goes after 3 s, and comes and goes with taps on the page"
  )
  func comesAndGoes() {
    var reader = Reader(options: Self.options())
    #expect(!reader.showsBar)
    reader.open()
    reader.wait(milliseconds: 200)
    #expect(reader.showsBar)
    reader.workAll()
    reader.wait(milliseconds: 3000)
    #expect(!reader.showsBar)
    reader.rest()
    reader.tap(Point(x: 500, y: 200))
    reader.wait(milliseconds: 500)
    #expect(reader.showsBar)
    reader.tap(Point(x: 500, y: 200))
    reader.wait(milliseconds: 500)
    #expect(!reader.showsBar)
    reader.rest()
    #expect(reader.session.deadline == nil && reader.session.nextFrame(after: reader.now) == nil)
  }

  @Test(
    "A finger that rests on a button keeps the bar, and takes it when it lifts, however long that was"
  )
  func longPress() throws {
    var reader = Self.withBar()
    reader.touch(.down, try Self.place(.larger, reader))
    reader.wait(milliseconds: 5000)
    #expect(reader.showsBar)
    reader.touch(.up, try Self.place(.larger, reader))
    reader.rest()
    #expect(reader.viewport.zoom == 1.25)
  }

  @Test("Each button does at once what it says: the zoom changes before a second tap could come")
  func acts() throws {
    var reader = Self.withBar()
    for expected in [1.25, 1.5625] {
      reader.tap(try Self.place(.larger, reader))
      #expect(abs(reader.session.scroller.destinationZoom - expected) < 0.001)
      reader.wait(milliseconds: 150)
    }
    reader.tap(try Self.place(.smaller, reader))
    #expect(abs(reader.session.scroller.destinationZoom - 1.25) < 0.001)
    reader.wait(milliseconds: 300)
    reader.handle(.command(.goTo(page: 7)))
    reader.tap(try Self.place(.home, reader))
    reader.wait(milliseconds: 300)
    #expect(reader.session.pageNumber == 1 && reader.viewport.zoom == 1)
  }

  @Test("At the smallest zoom nothing is smaller: the button rests, and takes the tap all the same")
  func disabled() throws {
    var reader = Self.withBar()
    let before = reader.viewport
    let place = try Self.place(.smaller, reader)
    reader.tap(place)
    reader.wait(milliseconds: 600)
    #expect(reader.viewport == before && reader.showsBar)
  }

  @Test("In easy mode pages are turned by buttons, which rest at the first and the last page")
  func turning() throws {
    var reader = Self.withBar(pages: 2) { $0.look.isEasy = true }
    func isEnabled(_ action: ControlAction) -> Bool? {
      reader.session.controls.barLayer.controls.first { $0.action == action }?.isEnabled
    }
    #expect(isEnabled(.previousPage) == false && isEnabled(.nextPage) == true)
    reader.tap(try Self.place(.nextPage, reader))
    reader.wait(milliseconds: 500)
    #expect(reader.session.pageNumber == 2)
    #expect(isEnabled(.previousPage) == true && isEnabled(.nextPage) == false)
    reader.tap(try Self.place(.previousPage, reader))
    reader.wait(milliseconds: 500)
    #expect(reader.session.pageNumber == 1)
  }

  @Test("A button darkens after 80 ms, lightens when the finger slides off, and does nothing then")
  func slidesOff() throws {
    var reader = Self.withBar()
    let place = try Self.place(.larger, reader)
    reader.touch(.down, place)
    reader.wait(milliseconds: 79)
    #expect(reader.pressed == nil)
    reader.wait(milliseconds: 2)
    #expect(reader.pressed == .plus)
    let before = reader.viewport
    reader.touch(.move, place + Point(x: 0, y: -20))
    reader.wait(milliseconds: 60)
    #expect(reader.pressed == .plus, "3.2 mm are within reach")
    reader.touch(.move, place + Point(x: 0, y: -300))
    reader.wait(milliseconds: 60)
    #expect(reader.pressed == nil)
    reader.touch(.up, place + Point(x: 0, y: -300))
    reader.wait(milliseconds: 600)
    #expect(reader.viewport == before, "and the page has not moved")
  }

  @Test("Pans and pinches that begin on the bar never move the page; those beside it do")
  func begunOnBar() throws {
    var reader = Self.withBar()
    let before = reader.viewport
    let bar = try Self.place(.contents, reader)
    reader.drag(from: bar, to: bar + Point(x: 0, y: -600), milliseconds: 80, resting: false)
    reader.wait(milliseconds: 300)
    #expect(reader.viewport == before)
    reader.touch(.down, bar)
    reader.touch(.down, Point(x: 500, y: 300), slot: 1)
    for step in 1...10 {
      reader.wait(milliseconds: 10)
      reader.touch(.move, Point(x: 500, y: 300 - 20 * Double(step)), slot: 1)
    }
    reader.touch(.up, Point(x: 500, y: 100), slot: 1)
    reader.touch(.up, bar)
    reader.wait(milliseconds: 400)
    #expect(reader.viewport == before)
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 500, y: 300))
    reader.wait(milliseconds: 400)
    #expect(reader.viewport != before)
  }

  @Test("A finger that bounces on a button takes it once")
  func bounce() throws {
    var reader = Self.withBar()
    let place = try Self.place(.larger, reader)
    reader.touch(.down, place)
    reader.wait(milliseconds: 600)
    reader.touch(.up, place)
    reader.wait(milliseconds: 30)
    reader.touch(.down, place)
    reader.wait(milliseconds: 40)
    reader.touch(.up, place)
    reader.rest()
    #expect(reader.viewport.zoom == 1.25)
  }

  @Test("Off there is no bar, and the page label shows as it did")
  func off() {
    var reader = Reader.reading(options: Self.options { $0.controls = .off })
    reader.tap(Point(x: 500, y: 1400))
    reader.wait(milliseconds: 400)
    #expect(!reader.showsBar && reader.scene.furniture.isEmpty)
    reader.handle(.key(.down))
    reader.wait(milliseconds: 50)
    #expect(reader.scene.furniture.contains { $0.content == .pageLabel(page: "1", count: 20) })
  }

  @Test("While the bar shows it says the page, so there is no label beside it")
  func oneLabel() {
    var reader = Self.withBar()
    reader.handle(.key(.down))
    reader.wait(milliseconds: 50)
    #expect(
      !reader.scene.furniture.contains { if case .pageLabel = $0.content { true } else { false } })
    let face = TextFace(
      .phrase(.pageOf(page: "1", count: 20)), role: .counter, alignment: .centre, isOnBar: true)
    #expect(reader.scene.furniture.contains { $0.content == .text(face) })
  }

  @Test("When the bar goes the page label does not show for a moment in its place", arguments: [false, true])
  func noFlash(reducesMotion: Bool) {
    var reader = Self.withBar { $0.look.reducesMotion = reducesMotion }
    reader.drag(from: Point(x: 500, y: 700), to: Point(x: 500, y: 300))
    var labels = 0
    for _ in 0..<400 {
      reader.wait(milliseconds: 10)
      labels += reader.scene.furniture.count { if case .pageLabel = $0.content { true } else { false } }
    }
    #expect(!reader.showsBar && labels == 0)
    reader.handle(.key(.down))
    reader.wait(milliseconds: 20)
    #expect(reader.scene.furniture.contains { if case .pageLabel = $0.content { true } else { false } })
  }

  @Test("The bar stays for a screen reader, and where taps would not bring it back; it can read aloud then")
  func stays() {
    var reader = Reader.reading(options: Self.options())
    reader.wait(milliseconds: 5000)
    #expect(!reader.showsBar)
    func readsAloud() -> Bool {
      reader.session.controls.barLayer.controls.contains { $0.action == .readAloud }
    }
    #expect(!readsAloud())
    reader.handle(.clients(screenReader: true, pagesAsked: []))
    reader.wait(milliseconds: 10_000)
    #expect(reader.showsBar && readsAloud())
    reader.handle(.clients(screenReader: false, pagesAsked: []))
    reader.wait(milliseconds: 4000)
    #expect(!reader.showsBar && !readsAloud())
    var bare = Reader.reading(options: Self.options { $0.gesturesOff = [.tap] })
    bare.tap(Point(x: 500, y: 200))
    bare.wait(milliseconds: 10_000)
    #expect(bare.showsBar)
  }

  @Test("What a visitor does is undone for the next one")
  func reset() {
    var reader = Reader.reading(options: Self.options { $0.languages = [.german, .english] })
    reader.session.look.language = .english
    reader.session.resetVisitor(at: reader.now)
    #expect(reader.session.look == Look())
  }
}

extension Reader {
  var showsBar: Bool {
    scene.furniture.contains { $0.content == .surface(.bar) && $0.opacity == 255 }
  }

  /// The icon of the button that is drawn darker.
  var pressed: Icon? {
    for item in scene.furniture {
      if case .button(let face) = item.content, face.isPressed { return face.icon }
    }
    return nil
  }
}
