import Testing

@testable import ViewerCore

@Suite struct SessionSheetTests {
  static func open(_ action: ControlAction, pages: Int = 60) -> Reader {
    var reader = Reader.reading(
      pages: pages, options: SessionBarTests.options { $0.languages = [.english, .german] })
    reader.handle(.action(action))
    reader.wait(milliseconds: 250)
    return reader
  }

  static func centre(_ rect: PixelRect) -> Point {
    Point(x: Double(rect.x + rect.maxX) / 2, y: Double(rect.y + rect.maxY) / 2)
  }

  static func place(_ action: ControlAction, _ reader: Reader) throws -> Point {
    let state = reader.session.controls
    if let control = state.sheetLayer.controls.first(where: { $0.action == action }) {
      return centre(control.frame)
    }
    if let control = state.entryLayer.controls.first(where: { $0.action == action }) {
      return centre(control.frame) + Point(x: 0, y: Double(state.entryRest))
    }
    let control = try #require(state.keyboardLayer.controls.first { $0.action == action })
    return centre(control.frame)
  }

  @Test(
    "A sheet rises within 180 ms, darkens the page, and goes by its x, by a touch beside it, by dragging down",
    arguments: 0..<3)
  func closes(way: Int) throws {
    var reader = Self.open(.pages)
    let frame = try #require(reader.session.controls.sheetFrame)
    #expect(
      reader.scene.furniture.contains { $0.content == .surface(.sheet) && $0.frame.y == frame.ground.y }
    )
    #expect(reader.scene.furniture.contains { $0.content == .surface(.scrim) && $0.opacity == 255 })
    let before = reader.viewport
    switch way {
    case 0: reader.tap(try Self.place(.close, reader))
    case 1: reader.tap(Point(x: 500, y: 100))
    default:
      reader.drag(
        from: Self.centre(frame.title), to: Self.centre(frame.title) + Point(x: 0, y: 600))
    }
    #expect(reader.session.controls.openSheet == nil)
    reader.wait(milliseconds: 400)
    #expect(!reader.scene.furniture.contains { $0.content == .surface(.sheet) })
    #expect(reader.viewport == before)
    reader.wait(milliseconds: 4000)
    reader.rest()
    #expect(reader.session.controls.sheet == nil)
  }

  @Test("The bar, which can be wider than a sheet, goes while one is open and comes back with the page")
  func bar() throws {
    var reader = Self.open(.contents)
    #expect(!reader.showsBar)
    reader.tap(try Self.place(.close, reader))
    reader.wait(milliseconds: 400)
    #expect(reader.showsBar)
  }

  @Test("A search that opens and closes has no page drawn anew, also where little is left of the panel")
  func keyboard() throws {
    var reader = Reader.reading(options: SessionBarTests.options()) { _ in Size(width: 500, height: 900) }
    let (drawn, freed) = (reader.session.stats.counters.rendersDone, reader.freed)
    for action in [ControlAction.search, .close] {
      reader.handle(.action(action))
      reader.workAll()
      reader.rest()
      #expect(reader.session.isSharp)
    }
    #expect(reader.viewport.size.height == 1500)
    #expect(reader.session.stats.counters.rendersDone == drawn && reader.freed == freed)
  }

  @Test("A short pull at a sheet's head lets it rise again")
  func pull() throws {
    var reader = Self.open(.pages)
    let frame = try #require(reader.session.controls.sheetFrame)
    reader.drag(from: Self.centre(frame.title), to: Self.centre(frame.title) + Point(x: 0, y: 80))
    reader.wait(milliseconds: 300)
    #expect(reader.session.controls.openSheet?.pulled == 0)
    #expect(
      reader.scene.furniture.contains { $0.content == .surface(.sheet) && $0.frame.y == frame.ground.y }
    )
  }

  @Test("The page never scrolls under an open sheet, whatever fingers do")
  func pageStays() throws {
    var reader = Self.open(.pages)
    let before = reader.viewport
    reader.drag(
      from: Point(x: 500, y: 1300), to: Point(x: 500, y: 700), milliseconds: 60, resting: false)
    reader.wait(milliseconds: 100)
    #expect(reader.session.controls.sheet?.scroll.offset ?? 0 > 100)
    reader.wait(milliseconds: 3000)
    reader.touch(.down, Point(x: 300, y: 1300))
    reader.touch(.down, Point(x: 700, y: 1300), slot: 1)
    for step in 1...8 {
      reader.wait(milliseconds: 10)
      reader.touch(.move, Point(x: 700 + 20 * Double(step), y: 1300), slot: 1)
    }
    reader.touch(.up, Point(x: 860, y: 1300), slot: 1)
    reader.touch(.up, Point(x: 300, y: 1300))
    reader.wait(milliseconds: 500)
    #expect(reader.viewport == before && reader.session.controls.openSheet != nil)
  }

  @Test(
    "The grid opens at the current page, asks for the pictures that are seen, and a tap goes there")
  func pages() throws {
    var reader = Reader.reading(pages: 300, options: SessionBarTests.options())
    reader.handle(.command(.goTo(page: 200)))
    reader.rest()
    reader.handle(.action(.pages))
    reader.wait(milliseconds: 250)
    let seen = reader.session.pagesOnSheet
    #expect(seen.contains(199) && seen.count < 60)
    #expect(reader.session.thumbnailsWanted == Array(seen))
    let wanted = try #require(seen.first { $0 != 199 && $0 > 195 })
    reader.tap(try Self.place(.thumbnail(wanted), reader))
    reader.wait(milliseconds: 400)
    #expect(reader.session.pageNumber == wanted + 1)
    #expect(reader.session.pagesOnSheet.isEmpty)
  }

  @Test("A tap on a list that moves stops it and takes nothing")
  func stopsList() {
    var reader = Self.open(.pages, pages: 2000)
    reader.drag(
      from: Point(x: 500, y: 1400), to: Point(x: 500, y: 800), milliseconds: 50, resting: false)
    reader.wait(milliseconds: 50)
    #expect(reader.session.controls.sheet?.scroll.isMoving == true)
    let page = reader.session.pageNumber
    reader.tap(Point(x: 500, y: 1200))
    reader.wait(milliseconds: 500)
    #expect(reader.session.controls.sheet?.scroll.isMoving == false)
    #expect(reader.session.controls.openSheet != nil && reader.session.pageNumber == page)
  }

  @Test("A visitor's language is chosen on its sheet, is told, and is gone with the visitor")
  func language() throws {
    var reader = Self.open(.languages)
    reader.tap(try Self.place(.language(.german), reader))
    #expect(reader.session.look.language == .german)
    #expect(reader.trace.contains { if case .language(.german) = $0 { true } else { false } })
    reader.session.resetVisitor(at: reader.now)
    #expect(reader.session.look.language == .english)
  }

  @Test("Typing a page's number goes there; an unknown one says so and moves nothing")
  func goToPage() throws {
    var reader = Self.open(.goToPage)
    let before = reader.viewport
    for key in [KeyboardKey.character("9"), .character("9"), .accept] {
      reader.tap(try Self.place(.key(key), reader))
      reader.wait(milliseconds: 90)
    }
    #expect(reader.viewport == before && reader.session.controls.openEntry?.missingPage == "99")
    #expect(reader.effects.contains(.announce(.phrase(.noSuchPage("99")))))
    reader.tap(try Self.place(.key(.delete), reader))
    reader.wait(milliseconds: 90)
    #expect(reader.session.controls.openEntry?.missingPage == nil)
    reader.tap(try Self.place(.key(.accept), reader))
    reader.wait(milliseconds: 400)
    #expect(reader.session.pageNumber == 9 && reader.session.controls.openEntry == nil)
  }

  @Test("A search begins 400 ms after the last key, at once on its key, and the keyboard goes then")
  func search() throws {
    var reader = Self.open(.search)
    #expect(reader.session.controls.isTyping)
    for letter in "quay" {
      reader.tap(try Self.place(.key(.character(letter)), reader))
      reader.wait(milliseconds: 100)
    }
    #expect(reader.session.controls.openEntry?.text == "quay")
    #expect(
      reader.session.controls.openEntry?.editedAt != nil && !reader.session.isAtRest(at: reader.now)
    )
    reader.wait(milliseconds: 400)
    #expect(reader.session.controls.openEntry?.editedAt == nil)
    reader.tap(try Self.place(.key(.accept), reader))
    reader.wait(milliseconds: 300)
    #expect(reader.session.controls.openEntry != nil && !reader.session.controls.isTyping)
    #expect(!reader.scene.furniture.contains { $0.content == .surface(.keyboard) })
    reader.tap(try Self.place(.searchField, reader))
    reader.wait(milliseconds: 300)
    #expect(reader.session.controls.isTyping)
    reader.tap(Point(x: 500, y: 200))
    reader.wait(milliseconds: 600)
    #expect(!reader.session.controls.isTyping && reader.session.controls.openEntry != nil)
    reader.tap(try Self.place(.close, reader))
    reader.wait(milliseconds: 300)
    #expect(reader.session.controls.entry == nil && reader.session.searchStatus == nil)
  }

  @Test("A long press on a key offers its relatives: slid to, or tapped once the finger has lifted")
  func accents() throws {
    var reader = Self.open(.search)
    let key = try Self.place(.key(.character("e")), reader)
    reader.touch(.down, key)
    reader.wait(milliseconds: 550)
    let target = try Self.place(.key(.character("ê")), reader)
    reader.touch(.move, target)
    reader.wait(milliseconds: 50)
    reader.touch(.up, target)
    #expect(reader.session.controls.openEntry?.text == "ê")
    reader.wait(milliseconds: 300)
    reader.touch(.down, key)
    reader.wait(milliseconds: 700)
    reader.touch(.up, key)
    #expect(reader.session.controls.openEntry?.text == "ê", "nothing was chosen yet")
    reader.wait(milliseconds: 2000)
    reader.tap(try Self.place(.key(.character("è")), reader))
    #expect(reader.session.controls.openEntry?.text == "êè")
    #expect(reader.session.controls.openEntry?.keyboard.offered == nil)
    // What is offered goes with the keyboard.
    reader.wait(milliseconds: 300)
    reader.touch(.down, key)
    reader.wait(milliseconds: 700)
    reader.touch(.up, key)
    #expect(reader.session.controls.openEntry?.keyboard.offered == "e")
    reader.tap(Point(x: 500, y: 200))
    reader.wait(milliseconds: 600)
    #expect(reader.session.controls.openEntry?.keyboard.offered == nil)
  }

  @Test("The field stands on the keyboard and is never covered by it")
  func fieldIsSeen() throws {
    let reader = Self.open(.search)
    let scene = reader.scene
    let field = try #require(
      scene.furniture.first { if case .field = $0.content { true } else { false } })
    let keyboard = try #require(scene.furniture.first { $0.content == .surface(.keyboard) })
    #expect(!field.frame.intersects(keyboard.frame) && field.frame.maxY < keyboard.frame.y)
  }

  @Test("A code of copied text is shown where that is wanted, whole or not at all")
  func code() {
    var reader = Reader.reading(options: SessionBarTests.options { $0.showsCopies = true })
    reader.handle(.qrCode(side: 21, modules: [true]))
    #expect(reader.session.controls.card == nil)
    let modules = Array(repeating: true, count: 441)
    reader.handle(.qrCode(side: 21, modules: modules))
    #expect(reader.scene.furniture.contains { $0.content == .qrCode(side: 21, modules: modules) })
    let before = reader.viewport
    reader.drag(from: Point(x: 500, y: 100), to: Point(x: 500, y: 60))
    reader.tap(Point(x: 500, y: 60))
    reader.wait(milliseconds: 500)
    #expect(reader.session.controls.card == nil && reader.viewport == before)
    var plain = Reader.reading(options: SessionBarTests.options())
    plain.handle(.qrCode(side: 21, modules: modules))
    #expect(plain.session.controls.card == nil)
  }

  @Test("A document that takes over 400 ms to open gets a card with its name, until it is there")
  func loading() {
    var reader = Reader(options: SessionBarTests.options { $0.names = ["Guide"] })
    reader.handle(.frame)
    reader.wait(milliseconds: 399)
    #expect(reader.session.controls.card == nil)
    reader.wait(milliseconds: 5)
    #expect(reader.session.controls.card == .loading(name: "Guide", progress: 0))
    reader.handle(.progress(document: reader.document, 128))
    #expect(reader.scene.furniture.contains { $0.content == .progress(128) })
    for step in 1...50 {
      reader.wait(milliseconds: 10)
      reader.handle(.progress(document: reader.document, UInt8(128 + step)))
    }
    let told = reader.trace.compactMap { if case .progress(let done) = $0 { done } else { nil } }
    #expect((5...6).contains(told.count) && told.first == 128 && told == told.sorted())
    #expect(reader.session.isAtRest(at: reader.now), "nothing moves while it waits")
    reader.open()
    #expect(reader.session.controls.card == nil)
  }

  @Test(
    "Without motion sheets and keyboards are there at once",
    arguments: [ControlAction.contents, .search])
  func still(action: ControlAction) {
    var reader = Reader.reading(options: SessionBarTests.options { $0.look.reducesMotion = true })
    reader.handle(.action(action))
    let ground: Furniture.Content = action == .contents ? .surface(.sheetBody) : .surface(.keyboard)
    #expect(reader.scene.furniture.contains { $0.content == ground && $0.frame.maxY == 1500 })
  }

  @Test(
    "Whatever fingers, keys and actions do, lists stay in bounds and all comes to rest",
    arguments: 0..<60)
  func anything(seed: Int) {
    var random = SplitMix(seed: UInt64(seed) &+ 900)
    var reader = Reader.reading(
      pages: 1 + random.next(below: 80),
      options: SessionBarTests.options {
        $0.languages = [.german, .english, .french]
        $0.look.isEasy = seed % 2 == 0
        $0.look.reducesMotion = seed % 3 == 0
        $0.showsCopies = true
      })
    let actions: [ControlAction] = [
      .home, .contents, .pages, .search, .smaller, .larger, .back, .nextPage, .previousPage,
      .goToPage, .close,
      .languages, .language(.french), .outlineRow(3), .thumbnail(70), .key(.accept),
      .key(.character("7")),
      .key(.shift), .key(.layer), .searchField, .nextMatch, .searchSelection, .copy,
    ]
    for _ in 0..<120 {
      let place = Point(x: Double(random.next(below: 1000)), y: Double(random.next(below: 1500)))
      switch random.next(below: 12) {
      case 0...3: reader.tap(place)
      case 4:
        reader.drag(
          from: place, to: Point(x: 500, y: Double(random.next(below: 1500))), milliseconds: 60,
          resting: false)
      case 5, 6: reader.handle(.action(actions[random.next(below: actions.count)]))
      case 7: reader.touch(.down, place, slot: Int32(random.next(below: 3)))
      case 8: reader.touch(.up, place, slot: Int32(random.next(below: 3)))
      case 9:
        let size = PixelSize(
          width: 300 + random.next(below: 1000), height: 200 + random.next(below: 1500))
        reader.handle(
          .panel(Panel(size: size, dotsPerInch: 60 + Double(random.next(below: 240))), .none))
      case 10: reader.handle(.qrCode(side: 21, modules: Array(repeating: false, count: 441)))
      default: reader.wait(milliseconds: Double(random.next(below: 400)))
      }
      let scene = reader.scene
      for item in scene.furniture {
        #expect(item.frame.width > 0 && item.frame.height > 0, "\(item.content)")
      }
      if let sheet = reader.session.controls.sheet, !sheet.scroll.isMoving,
        reader.session.controls.touch == nil
      {
        #expect(sheet.scroll.range.contains(sheet.scroll.offset))
      }
    }
    reader.handle(.touchesEnded)
    reader.rest()
    #expect(reader.session.deadline == nil && !reader.session.controls.keys.isTouching)
  }
}
