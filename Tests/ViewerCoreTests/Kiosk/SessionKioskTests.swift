import Testing

@testable import ViewerCore

@Suite("A kiosk that looks after itself")
struct SessionKioskTests {
  static func reader(
    pages: Int = 20, sources: Int = 1, _ change: (inout KioskSettings) -> Void = { _ in }
  ) -> Reader {
    var options = SessionBarTests.options {
      $0.fillsForms = true
      $0.sources = sources
      $0.languages = [.english, .german]
      change(&$0.kiosk)
    }
    options.controls = .bottom
    var reader = Reader(pages: pages, options: options)
    reader.form = SessionFormsTests.form
    reader.open()
    reader.workAll()
    reader.rest()
    reader.effects = []
    return reader
  }

  static func withIdle() -> Reader {
    Self.reader { $0.idle = .seconds(30) }
  }

  static func told(_ reader: Reader) -> [TraceEvent] {
    reader.trace.filter {
      switch $0 {
      case .visit, .panel, .attract: true
      default: false
      }
    }
  }

  static func lights(_ reader: Reader) -> [Bool] {
    reader.effects.compactMap { if case .light(let isLit) = $0 { isLit } else { nil } }
  }

  static func place(_ action: ControlAction, _ reader: Reader) throws -> Point {
    let control = try #require(reader.session.controls.cardLayer.controls.first { $0.action == action })
    return SessionSheetTests.centre(control.frame)
  }

  private static let middle = Point(x: 500, y: 500)

  // MARK: Visits

  @Test("A visitor who has gone is asked for, and then nothing of the visit is left")
  func over() throws {
    var reader = Self.withIdle()
    let home = reader.viewport
    reader.tap(try SessionFormsTests.place(1, 0, reader))
    reader.handle(.command(.search("word")))
    reader.handle(.action(.language(.german)))
    reader.handle(.command(.goTo(page: 7)))
    reader.handle(.command(.selectAll))
    reader.handle(.command(.zoom(3)))
    reader.workAll()
    reader.wait(milliseconds: 29_000)
    #expect(reader.session.controls.card == nil)
    reader.wait(milliseconds: 1200)
    #expect(reader.session.controls.card == .moreTime)
    #expect(reader.effects.contains(.announce(.phrase(.stillThere))))
    reader.wait(milliseconds: 18_000)
    #expect(reader.session.pageNumber == 7)
    reader.wait(milliseconds: 2000)
    #expect(Self.told(reader) == [.visit(.began), .visit(.asks), .visit(.isOver)])
    reader.workAll()
    let session = reader.session
    #expect(session.viewport == home && session.pageNumber == 1 && session.look.language == .english)
    #expect(session.forms.edits.isEmpty && SessionFormsTests.fills(reader).last?.isEmpty == true)
    #expect(session.searchStatus == nil && session.selecting.selection == nil && !session.canGoBack)
    #expect(session.controls.card == nil && session.controls.openEntry == nil)
    // Nobody is there: nothing more happens.
    reader.effects = []
    reader.wait(milliseconds: 300_000)
    #expect(Self.told(reader).isEmpty && reader.session.deadline == nil)
  }

  @Test("At home nobody is asked and nothing happens")
  func home() {
    var reader = Self.withIdle()
    reader.tap(Self.middle)
    reader.wait(milliseconds: 40_000)
    #expect(Self.told(reader) == [.visit(.began)] && reader.session.controls.card == nil)
    // There and back again is home too.
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 300))
    reader.wait(milliseconds: 2000)
    #expect(reader.viewport.offset.y > 0)
    reader.handle(.command(.home))
    reader.wait(milliseconds: 60_000)
    #expect(!Self.told(reader).contains(.visit(.asks)))
  }

  @Test(
    "More time is given by its button, by a tap beside the card, and by a key; what was typed is still there")
  func moreTime() throws {
    var reader = Self.withIdle()
    reader.handle(.command(.goTo(page: 3)))
    reader.tap(Self.middle)
    for way in 0..<3 {
      reader.handle(.action(.search))
      SessionFormsTests.type([.character("a")], &reader)
      reader.wait(milliseconds: 300)
      reader.touch(.down, Point(x: 500, y: 100))
      reader.touch(.cancel, Point(x: 500, y: 100))
      reader.wait(milliseconds: 30_100)
      #expect(reader.session.controls.card == .moreTime, "\(way)")
      reader.wait(milliseconds: 15_000)
      switch way {
      case 0: reader.tap(try Self.place(.moreTime, reader))
      case 1: reader.tap(Point(x: 20, y: 20))
      default: reader.handle(.action(.moreTime))
      }
      #expect(reader.session.controls.card == nil && reader.session.pageNumber == 3)
      #expect(reader.session.controls.openEntry?.text.isEmpty == false)
      reader.wait(milliseconds: 20_000)
      #expect(reader.session.pageNumber == 3)
    }
    #expect(Self.told(reader).filter { $0 == .visit(.goesOn) }.count == 3)
  }

  @Test("A finger that is looking for a button has as long again")
  func touching() {
    var reader = Self.withIdle()
    reader.handle(.command(.goTo(page: 3)))
    reader.tap(Self.middle)
    reader.wait(milliseconds: 31_000)
    reader.touch(.down, Point(x: 30, y: 30))
    reader.wait(milliseconds: 19_000)
    reader.touch(.cancel, Point(x: 30, y: 30))
    reader.wait(milliseconds: 19_000)
    #expect(reader.session.controls.card == .moreTime)
    reader.wait(milliseconds: 2000)
    #expect(Self.told(reader).last == .visit(.isOver))
  }

  @Test("Who says that the visit is over starts at once")
  func startOver() throws {
    var reader = Self.withIdle()
    reader.handle(.command(.goTo(page: 9)))
    reader.tap(Self.middle)
    reader.wait(milliseconds: 31_000)
    reader.tap(try Self.place(.startOver, reader))
    #expect(reader.session.pageNumber == 1 && Self.told(reader).last == .visit(.isOver))
    reader.tap(Self.middle)
    #expect(Self.told(reader).last == .visit(.began))
  }

  @Test("The question stands in the text channel, and what its clients do is a sign of life")
  func channel() throws {
    var reader = Self.withIdle()
    reader.handle(.command(.goTo(page: 3)))
    reader.tap(Self.middle)
    reader.wait(milliseconds: 31_000)
    let ids = reader.session.accessTree(withText: false).nodes.map(\.id)
    #expect(ids.contains("more-time") && ids.contains("start-over") && !ids.contains("next-page"))
    reader.wait(milliseconds: 15_000)
    let isFocused = reader.session.obey(.focus("more-time"), at: reader.now)
    #expect(isFocused)
    reader.wait(milliseconds: 15_000)
    let isDone = reader.session.obey(.activate("more-time"), at: reader.now)
    reader.collect()
    #expect(isDone && reader.session.controls.card == nil && Self.told(reader).last == .visit(.goesOn))
  }

  @Test("The last visitor's document and password do not wait for the next one")
  func otherDocument() {
    var reader = Self.reader(sources: 3) { $0.idle = .seconds(30) }
    reader.handle(.command(.open(source: 2)))
    reader.open()
    reader.workAll()
    reader.tap(Self.middle)
    reader.session.hasTypedPassword = true
    reader.effects = []
    reader.wait(milliseconds: 52_000)
    #expect(reader.session.documentSource == 0)
    #expect(reader.effects.contains(.unlock(source: 2, password: nil)))
    #expect(!reader.session.hasTypedPassword)
  }

  // MARK: The panel

  @Test("The touch that wakes the panel does nothing else, the next one works")
  func wake() throws {
    var reader = Self.reader { $0.blankAfter = .seconds(60) }
    reader.tap(Self.middle)
    reader.wait(milliseconds: 59_000)
    #expect(Self.lights(reader).isEmpty)
    reader.wait(milliseconds: 1200)
    #expect(Self.lights(reader) == [false] && !reader.session.isVisible)
    #expect(Self.told(reader).last == .panel(isLit: false, .idle))
    let work = reader.session.nextWork()
    #expect(work == nil && reader.session.nextFrame(after: reader.now) == nil)

    let before = reader.viewport
    reader.effects = []
    // A whole drag with a second finger: all of it is eaten.
    reader.touch(.down, Point(x: 500, y: 1000))
    #expect(Self.lights(reader) == [true] && reader.session.isVisible)
    reader.wait(milliseconds: 50)
    reader.touch(.move, Point(x: 500, y: 600))
    reader.wait(milliseconds: 50)
    reader.touch(.up, Point(x: 500, y: 600))
    reader.wait(milliseconds: 1000)
    #expect(reader.viewport == before)
    #expect(!reader.trace.contains { if case .gesture = $0 { true } else { false } })
    reader.drag(from: Point(x: 500, y: 1000), to: Point(x: 500, y: 700))
    #expect(reader.viewport.offset.y > before.offset.y + 200)
  }

  @Test("A key and a client's word wake it as well, and do nothing else")
  func wakeByOthers() {
    var reader = Self.reader { $0.blankAfter = .seconds(60) }
    reader.wait(milliseconds: 61_000)
    let before = reader.viewport
    reader.handle(.key(.pageDown))
    reader.wait(milliseconds: 1000)
    #expect(Self.lights(reader) == [false, true] && reader.viewport == before)
    reader.handle(.key(.pageDown))
    reader.wait(milliseconds: 1000)
    #expect(reader.viewport != before)
    reader.handle(.command(.blank(true)))
    #expect(!reader.session.isLit)
    _ = reader.session.obey(.focusNext, at: reader.now)
    reader.collect()
    #expect(reader.session.isLit)
    reader.handle(.command(.blank(true)))
    reader.handle(.command(.blank(false)))
    #expect(reader.session.isLit && Self.lights(reader).suffix(2) == [false, true])
  }

  @Test("A finger that is down when the panel goes dark does nothing and wakes nothing")
  func heldInTheDark() {
    var reader = Self.reader()
    reader.touch(.down, Self.middle)
    reader.handle(.command(.blank(true)))
    reader.touch(.move, Point(x: 500, y: 300))
    reader.wait(milliseconds: 100)
    reader.touch(.up, Point(x: 500, y: 300))
    #expect(!reader.session.isLit)
    reader.tap(Self.middle)
    #expect(reader.session.isLit)
  }

  @Test("Outside its hours the panel is dark, and lights up by itself when they begin")
  func hours() {
    var reader = Self.reader()
    reader.wait(milliseconds: 100_000)
    reader.handle(.hours(isOpen: false))
    #expect(Self.told(reader) == [.panel(isLit: false, .hours)])
    reader.tap(Self.middle)
    #expect(reader.session.isLit)
    reader.wait(milliseconds: 61_000)
    #expect(!reader.session.isLit)
    reader.handle(.hours(isOpen: true))
    #expect(reader.session.isLit && Self.told(reader).last == .panel(isLit: true, .hours))
    reader.wait(milliseconds: 100_000)
    #expect(reader.session.isLit)
  }

  @Test("A visitor at closing time is not left in the dark")
  func closing() {
    var reader = Self.reader { $0.idle = .seconds(90) }
    reader.wait(milliseconds: 100_000)
    reader.drag(from: Point(x: 500, y: 1000), to: Point(x: 500, y: 300))
    reader.handle(.hours(isOpen: false))
    reader.wait(milliseconds: 85_000)
    #expect(reader.session.isLit)
    reader.wait(milliseconds: 26_000)
    #expect(!reader.session.isLit && reader.session.viewport.offset.y == 0)
  }

  @Test("Where nobody could be seen before the first event, nobody has been idle since the machine began")
  func lateStart() {
    var options = SessionOptions(budget: 256 << 20)
    options.kiosk.blankAfter = .seconds(60)
    var reader = Reader(options: options)
    reader.now = Timestamp(microseconds: 86_400_000_000)
    reader.open()
    reader.wait(milliseconds: 59_000)
    #expect(reader.session.isLit)
    reader.wait(milliseconds: 2000)
    #expect(!reader.session.isLit)
  }

  // MARK: The show

  @Test(
    "Pages turn by themselves once nobody is there, begin again at the end, and the first touch only ends it")
  func pages() {
    var reader = Self.reader(pages: 3) {
      $0.attract.subject = .pages
      $0.idle = .seconds(30)
    }
    reader.wait(milliseconds: 50_000)
    #expect(Self.told(reader).isEmpty && reader.session.pageNumber == 1)
    var seen: [Int] = []
    // A part of the minute has passed before.
    while Self.told(reader).isEmpty { reader.wait(milliseconds: 100) }
    reader.wait(milliseconds: 1000)
    for _ in 0..<5 {
      seen.append(reader.session.pageNumber)
      reader.wait(milliseconds: 10_000)
    }
    #expect(Self.told(reader) == [.attract(true)])
    #expect(seen.first == 2 && seen.contains(3) && seen.contains(1), "\(seen)")
    let place = reader.viewport
    reader.drag(from: Point(x: 500, y: 900), to: Point(x: 500, y: 500))
    #expect(reader.viewport == place && Self.told(reader).suffix(2).contains(.attract(false)))
    reader.wait(milliseconds: 29_000)
    #expect(reader.viewport == place)
  }

  @Test(
    "With several documents their first pages follow each other, and one that does not open is passed soon")
  func documents() {
    var reader = Self.reader(sources: 3) { $0.attract.subject = .documents }
    reader.wait(milliseconds: 61_000)
    #expect(reader.session.documentSource == 1)
    reader.handle(
      .openFailed(document: reader.document, Failure(.damagedDocument, "b.pdf", "is damaged")))
    reader.wait(milliseconds: 3500)
    #expect(reader.session.documentSource == 2)
    // One that takes its time is waited for.
    reader.wait(milliseconds: 30_000)
    #expect(reader.session.documentSource == 2)
    reader.open()
    reader.wait(milliseconds: 11_000)
    #expect(reader.session.documentSource == 0)
  }
}
