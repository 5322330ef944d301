import Testing

@testable import ViewerCore

/// What clients of the text channel are told of the screen, and what they can do there.
@Suite struct SessionAccessTests {
  static func stage(_ change: (inout SessionOptions) -> Void = { _ in }) -> ReadingStage {
    var stage = ReadingStage(pages: 40, options: SessionBarTests.options(change)) { page in
      page % 3 == 0 ? ["a harbour", "and the quay"] : ["nothing here"]
    }
    // Wide enough for every control.
    stage.reader.handle(.panel(Panel(size: PixelSize(width: 1800, height: 1500), dotsPerInch: 160), .none))
    stage.reader.handle(.clients(screenReader: true, pagesAsked: []))
    stage.read()
    return stage
  }

  static func tree(_ stage: ReadingStage) -> AccessTree { stage.session.accessTree(withText: true) }
  static func ids(_ stage: ReadingStage) -> [String] { tree(stage).nodes.map(\.id) }

  static func ask(_ request: AccessRequest, _ stage: inout ReadingStage) -> Bool {
    let isDone = stage.reader.session.obey(request, at: stage.reader.now)
    stage.reader.handle(.clients(screenReader: true, pagesAsked: stage.reader.session.pagesAsked))
    stage.reader.wait(milliseconds: 250)
    stage.read()
    return isDone
  }

  @Test("Every control has a name that scripts can rely on, each once on the screen")
  func names() {
    var stage = Self.stage { $0.languages = [.english, .german] }
    #expect(
      Set(Self.ids(stage)).isSuperset(of: [
        "document", "page-1", "controls", "home", "contents", "pages", "go-to-page", "search", "smaller",
        "larger", "languages", "read-aloud",
      ]))
    for (action, expected) in [
      ("contents", ["sheet", "close"]), ("pages", ["sheet", "thumbnail-1", "thumbnail-2"]),
      ("languages", ["sheet", "language-de", "language-en"]),
      ("go-to-page", ["field", "search-field", "keyboard", "key-7", "key-delete", "key-accept"]),
      ("search", ["search-field", "key-q", "key-space", "key-shift", "key-layer", "key-accept"]),
    ] {
      #expect(Self.ask(.activate(action), &stage), "\(action)")
      let ids = Self.ids(stage)
      #expect(Set(ids).isSuperset(of: expected), "\(action)")
      #expect(
        Set(ids).count == ids.count && !ids.contains("controls"), "what is open has the screen to itself")
      #expect(Self.ask(.activate("close"), &stage))
      #expect(Self.ids(stage).contains("controls") && !Self.ids(stage).contains("keyboard"))
    }
  }

  @Test("A search is typed, told and gone through without being seen")
  func search() throws {
    var stage = Self.stage()
    #expect(Self.ask(.activate("search"), &stage))
    for letter in "quay" { #expect(Self.ask(.activate("key-\(letter)"), &stage)) }
    let field = try #require(Self.tree(stage).node("search-field"))
    #expect(field.role == .field && field.value == .plain("quay") && field.parent == "field")
    #expect(Self.ask(.activate("key-accept"), &stage))
    stage.reader.wait(milliseconds: 400)
    stage.read()
    #expect(Self.tree(stage).node("status")?.label == .phrase(.matchOf(current: 1, count: 14)))
    #expect(Self.tree(stage).node("keyboard") == nil)
    #expect(Self.ask(.activate("next-match"), &stage))
    #expect(Self.tree(stage).node("status")?.label == .phrase(.matchOf(current: 2, count: 14)))
    let bar = try #require(Self.tree(stage).node("search-field")).bounds
    let shown = stage.reader.scene.furniture.first { if case .field = $0.content { true } else { false } }
    #expect(shown?.frame == bar, "where it is told to be, there it is")
  }

  @Test("Relatives of a letter are offered to who asks for them, and typed")
  func variants() {
    var stage = Self.stage()
    #expect(Self.ask(.activate("search"), &stage))
    #expect(Self.tree(stage).node("key-e")?.actions == [.activate, .hold])
    #expect(Self.tree(stage).node("key-x")?.actions == [.activate])
    #expect(Self.tree(stage).node("key-é") == nil)
    #expect(!Self.ask(.hold("key-x"), &stage) && !Self.ask(.hold("close"), &stage))
    #expect(Self.ask(.hold("key-e"), &stage))
    #expect(Self.ask(.activate("key-é"), &stage))
    #expect(Self.tree(stage).node("search-field")?.value == .plain("é"))
    #expect(Self.tree(stage).node("key-é") == nil)
  }

  @Test("The focus goes through a long list on a sheet, which scrolls along, both ways")
  func list() {
    var stage = Self.stage()
    #expect(Self.ask(.activate("pages"), &stage))
    #expect(Self.ask(.focus("thumbnail-1"), &stage))
    for page in 2...40 {
      #expect(Self.ask(.focusNext, &stage))
      #expect(stage.session.access.focus == "thumbnail-\(page)")
    }
    for page in (1...39).reversed() {
      #expect(Self.ask(.focusPrevious, &stage))
      #expect(stage.session.access.focus == "thumbnail-\(page)")
    }
    #expect(stage.session.pageNumber == 1)
    #expect(Self.ask(.scroll(1), &stage) && stage.session.pageNumber == 1, "the list, not the page")
    #expect(Self.ask(.activate("thumbnail-10"), &stage))
    #expect(stage.session.pageNumber == 10 && Self.tree(stage).node("back") != nil)
  }

  @Test("What is selected is told with what can be done with it")
  func selection() throws {
    var stage = Self.stage()
    stage.select(stage.place(page: 0, line: 0, column: 4))
    stage.reader.wait(milliseconds: 300)
    let node = try #require(Self.tree(stage).node("selection"))
    #expect(node.value == .plain("harbour") && node.label == .phrase(.selectedText))
    #expect(Self.ask(.activate("copy"), &stage))
    #expect(stage.copied == ["harbour"])
    #expect(Self.ask(.activate("search-selection"), &stage))
    #expect(Self.tree(stage).node("selection") == nil)
    #expect(Self.tree(stage).node("search-field")?.value == .plain("harbour"))
  }

  @Test("Read aloud gives the current page's words to who can speak, and says so where there are none")
  func aloud() {
    var stage = Self.stage()
    stage.reader.forget()
    #expect(Self.ask(.activate("read-aloud"), &stage))
    #expect(stage.reader.effects.contains(.announce(.plain("a harbour\nand the quay\n"))))
    stage.reader.words = { _ in .empty }
    stage.reader.handle(.command(.goTo(page: 30)))
    stage.reader.forget()
    // Its words are not here yet.
    stage.reader.session.obey(.activate("read-aloud"), at: stage.reader.now)
    stage.reader.collect()
    #expect(!stage.reader.effects.contains { if case .announce = $0 { true } else { false } })
    stage.read()
    #expect(stage.reader.effects.contains(.announce(.phrase(.noText))))
    var alone = ReadingStage(pages: 2, options: SessionBarTests.options())
    alone.reader.handle(.action(.readAloud))
    alone.read()
    #expect(!alone.reader.effects.contains { if case .announce = $0 { true } else { false } })
  }

  @Test("Words that were told are in the trace by their number, and nobody's without a client")
  func traced() {
    let stage = Self.stage()
    let told = stage.reader.trace.compactMap {
      if case .text(let page, let count) = $0 { [page, count] } else { nil }
    }
    #expect(told.contains([1, 23]))
    var alone = ReadingStage(pages: 2, options: SessionBarTests.options())
    alone.reader.handle(.command(.search("fox")))
    alone.read()
    #expect(!alone.reader.trace.contains { if case .text = $0 { true } else { false } })
  }
}

@Suite struct SessionLabelTests {
  @Test(
    "A page is gone to by its label as soon as labels are known, else by its number",
    arguments: [("iv", 4, false), ("IV", 4, false), ("1", 6, false), ("9", 9, false), ("x", 1, true)])
  func label(_ label: String, _ page: Int, _ fails: Bool) {
    var reader = Reader(options: SessionBarTests.options())
    reader.info.labels = ["i", "ii", "iii", "iv", "v", "1", "2", "3"]
    reader.handle(.command(.goToLabel(label)))
    reader.open()
    reader.workAll()
    #expect(reader.session.pageNumber == page)
    #expect(reader.errors.map(\.code) == (fails ? [.pageOutOfRange] : []))
    reader.handle(.command(.goTo(page: 12)))
    reader.handle(.command(.goToLabel(label)))
    #expect(reader.session.pageNumber == (fails ? 12 : page), "at once, for they are known")
  }

  @Test("Who goes elsewhere meanwhile is not taken away again")
  func superseded() {
    var reader = Reader(options: SessionBarTests.options())
    reader.info.labels = ["i", "ii", "iii"]
    reader.handle(.command(.goToLabel("iii")))
    reader.open()
    reader.handle(.command(.goTo(page: 2)))
    reader.workAll()
    #expect(reader.session.pageNumber == 2)
  }
}
