import Testing

@testable import ViewerCore

@Suite struct FailedPageTests {
  static let screen = PixelRect(size: PixelSize(width: 1000, height: 1500))

  /// A document whose second page cannot be drawn, shown at that page.
  static func reading(_ change: (inout SessionOptions) -> Void = { _ in }) -> Reader {
    var reader = Reader(options: SessionBarTests.options(change))
    reader.open()
    while true {
      let works = reader.take()
      guard !works.isEmpty else { break }
      for work in works { reader.answer(work, failing: work.page == 1 ? (.pageRenderFailed, .answer) : nil) }
    }
    reader.handle(.command(.goTo(page: 2)))
    reader.workAll()
    reader.rest()
    return reader
  }

  static func button(_ reader: Reader) -> (face: ButtonFace, frame: PixelRect)? {
    for item in reader.scene.furniture {
      if case .button(let face) = item.content, face.label == .phrase(.tryAgain) { return (face, item.frame) }
    }
    return nil
  }

  static func failures(_ reader: Reader) -> Int {
    reader.scene.furniture.count { if case .pageFailure = $0.content { true } else { false } }
  }

  @Test(
    "The button stands below the sentence, wide enough for a finger, and not at all where it would be cramped",
    arguments: [
      (PixelRect(x: 0, y: 0, width: 1000, height: 1400), true),
      (PixelRect(x: 0, y: -700, width: 1000, height: 1400), true),
      (PixelRect(x: 0, y: 0, width: 400, height: 1400), true),
      (PixelRect(x: 0, y: 0, width: 250, height: 350), false),
      (PixelRect(x: 0, y: 0, width: 1000, height: 180), false),
      (PixelRect(x: 0, y: -1300, width: 1000, height: 1400), false),
    ])
  func layout(page: PixelRect, hasButton: Bool) throws {
    for free in [Self.screen, PixelRect(x: 0, y: 0, width: 1000, height: 1300)] {
      let layout = try #require(
        FailedPageLayout(pageFrame: page, visible: Self.screen, free: free, panel: Reader.panel))
      #expect((layout.button != nil) == hasButton)
      guard let button = layout.button else { continue }
      let metrics = ControlMetrics(Reader.panel)
      #expect(button.height >= metrics.target && button.width >= 3 * metrics.target)
      #expect(button.intersection(page).intersection(free) == button)
      #expect(button.y == layout.sentence.maxY + metrics.gap)
    }
    let bare = try #require(
      FailedPageLayout(pageFrame: page, visible: Self.screen, free: nil, panel: Reader.panel))
    #expect(bare.button == nil)
  }

  @Test("The bar of controls never lies over the button", arguments: [ControlsPlace.bottom, .top])
  func free(place: ControlsPlace) throws {
    var reader = Self.reading { $0.controls = place }
    for _ in 0..<12 {
      reader.handle(.key(.down))
      reader.rest()
      if let button = Self.button(reader) {
        #expect(!button.frame.intersects(reader.session.controls.barLayer.ground))
      }
    }
    reader.handle(.panel(Panel(size: PixelSize(width: 800, height: 480), dotsPerInch: 133), .none))
    reader.rest()
    reader.handle(.command(.goTo(page: 2)))
    reader.rest()
    let button = try #require(Self.button(reader))
    #expect(!button.frame.intersects(reader.session.controls.barLayer.ground))
  }

  @Test("A tap on the button of a failed page asks for its pixels again, at once")
  func again() throws {
    var reader = Self.reading()
    let button = try #require(Self.button(reader))
    #expect(Self.failures(reader) == 1)
    let place = SessionSheetTests.centre(button.frame)
    reader.touch(.down, place)
    reader.wait(milliseconds: 100)
    #expect(Self.button(reader)?.face.isPressed == true)
    reader.touch(.up, place)
    #expect(Self.button(reader) == nil, "before a second tap could come")
    let works = reader.take()
    #expect(works.contains { $0.page == 1 && $0.key?.kind == .base })
    for work in works { reader.answer(work) }
    reader.workAll()
    #expect(reader.session.shownPage(1)?.quality == .sharp && Self.failures(reader) == 0)
    #expect(!reader.trace.contains { if case .tap = $0 { true } else { false } })
  }

  @Test("A page that fails again says so again, and is told once more")
  func failsAgain() throws {
    var reader = Self.reading()
    reader.forget()
    reader.handle(.action(.tryAgain(1)))
    while true {
      let works = reader.take()
      guard !works.isEmpty else { break }
      for work in works { reader.answer(work, failing: work.page == 1 ? (.pageRenderFailed, .answer) : nil) }
    }
    #expect(reader.errors.map(\.page) == [2])
    #expect(Self.button(reader) != nil)
  }

  @Test("A drag that begins on the button moves the page and tries nothing")
  func drag() throws {
    var reader = Self.reading()
    let place = SessionSheetTests.centre(try #require(Self.button(reader)).frame)
    let before = reader.viewport
    reader.drag(from: place, to: place - Point(x: 0, y: 200))
    #expect(reader.viewport.offset.y > before.offset.y + 100)
    #expect(Self.failures(reader) == 1)
    let works = reader.take()
    #expect(works.allSatisfy { $0.page != 1 })
  }

  @Test("Without controls there is the sentence alone")
  func off() {
    let reader = Self.reading { $0.controls = .off }
    #expect(Self.failures(reader) == 1 && Self.button(reader) == nil)
    #expect(reader.session.accessTree(withText: false).node("retry-2") == nil)
  }

  @Test("Who does not see the button finds it after its page, and takes it")
  func access() throws {
    var reader = Self.reading()
    let nodes = reader.session.accessTree(withText: false).nodes
    let index = try #require(nodes.firstIndex { $0.id == "page-2" })
    #expect(nodes[index].value == .phrase(.pageFailure(.pageRenderFailed)))
    #expect(nodes[index + 1].id == "retry-2" && nodes[index + 1].label == .phrase(.tryAgain))
    #expect(nodes[index + 1].bounds == Self.button(reader)?.frame)
    let page = reader.session.pageNumber
    reader.session.obey(.focus("page-2"), at: reader.now)
    reader.session.obey(.focusNext, at: reader.now)
    #expect(reader.session.access.focus == "retry-2" && reader.session.pageNumber == page)
    let isDone = reader.session.obey(.activate(nil), at: reader.now)
    let works = reader.take()
    #expect(isDone && works.contains { $0.page == 1 })
  }
}
