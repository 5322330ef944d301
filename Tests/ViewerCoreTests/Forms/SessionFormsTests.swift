import Testing

@testable import ViewerCore

@Suite("Forms filled in by touch")
struct SessionFormsTests {
  /// Pages of 500 x 700 pt on a panel of 1000 px: a point is two pixels.
  static let form: DocumentForm = {
    func widget(_ top: Float, _ state: String = "", left: Float = 100, page: Int = 0) -> FormField.Widget {
      FormField.Widget(
        page: page, box: PageText.Box(left: left, top: top, right: left + 100, bottom: top + 20), state: state
      )
    }
    func option(_ name: String) -> FormField.Option {
      FormField.Option(value: name, label: name.uppercased())
    }
    var form = DocumentForm()
    form.kind = .acroForm
    form.fields = [
      FormField(
        name: "name", kind: .text, maximumLength: 3, value: .text("a"),
        widgets: [widget(100), widget(50, page: 1)]),
      FormField(
        name: "agree", kind: .checkbox, value: .state(nil), options: [option("Yes")],
        widgets: [widget(160, "Yes")]),
      FormField(
        name: "way", kind: .radio, flags: .alwaysOn, value: .state("sea"),
        options: ["sea", "land"].map(option),
        widgets: [widget(220, "sea"), widget(220, "land", left: 300)]),
      FormField(
        name: "town", kind: .dropdown, value: .lines([]), options: ["x", "y"].map(option),
        widgets: [widget(280)]),
      FormField(
        name: "likes", kind: .list, flags: .multiple, value: .lines([0]),
        options: ["p", "q", "r"].map(option),
        widgets: [widget(340)]),
      FormField(name: "pin", kind: .text, flags: .password, value: .text(""), widgets: [widget(400)]),
      FormField(name: "fixed", kind: .text, flags: .readOnly, value: .text("no"), widgets: [widget(460)]),
    ]
    return form
  }()

  static func reader(_ form: DocumentForm = form, forms: Bool = true) -> Reader {
    var options = SessionBarTests.options { $0.fillsForms = forms }
    options.controls = .bottom
    var reader = Reader(pages: 3, options: options)
    reader.form = form
    reader.open()
    reader.workAll()
    reader.rest()
    reader.effects = []
    return reader
  }

  /// Where a field's place is on the panel.
  static func place(_ field: Int, _ widget: Int = 0, _ reader: Reader) throws -> Point {
    let session = reader.session
    let box = try #require(session.forms.form?.fields[field].widgets[widget])
    let frame = session.viewport.frame(of: session.document.layout.frame(of: box.page))
    return SessionSheetTests.centre(box.box.rect(on: frame, of: session.document.sizes[box.page]))
  }

  static func fills(_ reader: Reader) -> [FormEdits] {
    reader.effects.compactMap { if case .fill(_, let edits) = $0 { edits } else { nil } }
  }

  static func told(_ reader: Reader) -> [TraceEvent] {
    reader.effects.compactMap {
      guard case .trace(let event) = $0 else { return nil }
      switch event {
      case .form, .formCleared: return event
      default: return nil
      }
    }
  }

  static func type(_ keys: [KeyboardKey], _ reader: inout Reader) {
    for key in keys { reader.handle(.action(.key(key))) }
  }

  @Test(
    "A checkbox and radio buttons change at once; workers are told all that is in the form, and the page is drawn anew"
  )
  func buttons() throws {
    var reader = Self.reader()
    let before = try #require(reader.session.desk.cache.base(0)?.key)
    reader.tap(try Self.place(1, 0, reader))
    reader.tap(try Self.place(2, 1, reader))
    #expect(
      Self.fills(reader).map { $0.edits.map(\.value) } == [[.state("Yes")], [.state("Yes"), .state("land")]])
    #expect(
      Self.told(reader) == [
        .form(field: "agree", value: "YES", characters: 0), .form(field: "way", value: "LAND", characters: 0),
      ])
    // The old picture stays until the new one is here.
    #expect(reader.session.desk.cache.base(0)?.key == before)
    reader.workAll()
    #expect(reader.session.desk.cache.base(0)?.key.edition == 2)
    // Nothing of the other pages has changed.
    #expect(reader.session.desk.cache.base(1)?.key.edition == 0)
    // One of these is always on; what is off again is no change.
    reader.tap(try Self.place(2, 1, reader))
    reader.tap(try Self.place(1, 0, reader))
    #expect(Self.fills(reader).last?.edits.map(\.value) == [.state("land")])
  }

  @Test("A render that began before something was put in is not shown")
  func stale() throws {
    var reader = Self.reader()
    reader.tap(try Self.place(1, 0, reader))
    let old = reader.take().filter { $0.key?.kind == .base && $0.key?.page == 0 }
    #expect(old.count == 1)
    reader.wait(milliseconds: 600)
    reader.tap(try Self.place(1, 0, reader))
    for work in old { reader.answer(work) }
    #expect(reader.session.desk.cache.base(0)?.key.edition == 0)
    reader.workAll()
    #expect(reader.session.desk.cache.base(0)?.key.edition == 2)
  }

  @Test(
    "A text is typed on the bar, no longer than it may be; Done puts it in, a touch beside as well, Cancel does not"
  )
  func texts() throws {
    var reader = Self.reader()
    reader.tap(try Self.place(0, 0, reader))
    #expect(reader.session.controls.openEntry?.purpose == .field(0))
    #expect(reader.session.controls.openEntry?.text == "a")
    Self.type([.character("b"), .character("c"), .character("d")], &reader)
    #expect(reader.session.controls.openEntry?.text == "abc")
    #expect(Self.fills(reader).isEmpty)
    Self.type([.accept], &reader)
    #expect(reader.session.controls.openEntry == nil)
    #expect(Self.fills(reader).last?.value(of: 0) == .text("abc"))
    reader.workAll()
    // The field stands on two pages.
    #expect(reader.session.desk.cache.base(1)?.key.edition == 1)

    reader.wait(milliseconds: 1000)
    reader.tap(try Self.place(0, 0, reader))
    Self.type([.delete], &reader)
    reader.handle(.action(.close))
    #expect(Self.fills(reader).count == 1)
    reader.wait(milliseconds: 1000)
    reader.tap(try Self.place(0, 0, reader))
    Self.type([.delete], &reader)
    reader.wait(milliseconds: 400)
    reader.tap(try Self.place(1, 0, reader))
    #expect(Self.fills(reader).last?.edits.map(\.value) == [.text("ab"), .state("Yes")])
  }

  @Test("The field that is typed into is never covered", arguments: [0, 5])
  func uncovered(field: Int) throws {
    var form = Self.form
    form.fields[field].widgets[0].box = PageText.Box(left: 100, top: 670, right: 200, bottom: 690)
    var reader = Self.reader(form)
    reader.session.handle(.command(.goTo(page: 1)), at: reader.now)
    reader.tap(try Self.place(field, 0, reader))
    reader.wait(milliseconds: 1500)
    let place = try Self.place(field, 0, reader)
    #expect(place.y > 0)
    #expect(place.y < Double(reader.session.controls.entryLayer.ground.y))
    #expect(reader.scene.pages.flatMap(\.highlights).contains { $0.kind == .currentField })
  }

  @Test("What a password field holds is told by its length alone: on the bar, to clients, in the trace")
  func secrets() throws {
    var reader = Self.reader()
    reader.tap(try Self.place(5, 0, reader))
    Self.type([.character("x"), .character("y")], &reader)
    #expect(
      reader.scene.furniture.contains {
        if case .field(let face) = $0.content { face.text == "••" } else { false }
      })
    func values() -> [Words] { reader.session.accessTree(withText: true).nodes.compactMap(\.value) }
    #expect(values().contains(.phrase(.characters(2))))
    #expect(!values().contains(.plain("xy")))
    Self.type([.accept], &reader)
    reader.rest()
    #expect(values().contains(.phrase(.characters(2))))
    #expect(!values().contains(.plain("xy")))
    #expect(Self.told(reader) == [.form(field: "pin", value: nil, characters: 2)])
  }

  @Test("A list has its lines on a sheet: one closes it, of several each goes on and off")
  func lists() throws {
    var reader = Self.reader()
    reader.tap(try Self.place(3, 0, reader))
    reader.wait(milliseconds: 250)
    reader.tap(try SessionSheetTests.place(.line(1), reader))
    #expect(reader.session.controls.openSheet == nil)
    #expect(Self.fills(reader).last?.value(of: 3) == .lines([1]))
    reader.wait(milliseconds: 1000)
    reader.tap(try Self.place(4, 0, reader))
    reader.wait(milliseconds: 250)
    reader.tap(try SessionSheetTests.place(.line(2), reader))
    reader.wait(milliseconds: 250)
    reader.tap(try SessionSheetTests.place(.line(0), reader))
    #expect(reader.session.controls.openSheet != nil)
    #expect(Self.fills(reader).last?.value(of: 4) == .lines([2]))
  }

  @Test("Home, the reset and the next document forget what was put in", arguments: 0..<4)
  func forgets(way: Int) throws {
    var reader = Self.reader()
    reader.tap(try Self.place(1, 0, reader))
    reader.workAll()
    switch way {
    case 0: reader.handle(.action(.home))
    case 1: reader.handle(.command(.home))
    case 2:
      reader.session.resetVisitor(at: reader.now)
      reader.collect()
    default: reader.handle(.command(.reload))
    }
    #expect(reader.session.forms.edits.isEmpty)
    guard way < 3 else { return }
    #expect(Self.fills(reader).last?.isEmpty == true)
    #expect(Self.told(reader).last == .formCleared)
    reader.workAll()
    #expect(reader.session.desk.cache.base(0)?.key.edition == 2)
  }

  @Test("Nothing can be put in where that is off, not permitted, or certified; nor into what is read-only")
  func closed() throws {
    var locked = Self.form
    locked.isPermitted = false
    var certified = Self.form
    certified.isCertified = true
    for (form, isOn) in [(Self.form, false), (locked, true), (certified, true)] {
      var reader = Self.reader(form, forms: isOn)
      reader.tap(Point(x: 300, y: 340))
      #expect(Self.fills(reader).isEmpty)
      let marks = reader.scene.pages.flatMap(\.highlights)
      #expect(marks.isEmpty)
    }
    let reader = Self.reader()
    let fields = reader.session.accessTree(withText: false).nodes.filter { $0.id.hasPrefix("field-1-") }
    #expect(fields.map(\.role) == [.field, .checkbox, .radio, .radio, .field, .field, .field])
    #expect(fields.map(\.label).contains(.plain("way, LAND")))
  }

  @Test("Those who do not see fields take them by their ids")
  func clients() throws {
    var reader = Self.reader()
    let isTaken = reader.session.obey(.activate("field-1-2"), at: reader.now)
    #expect(isTaken)
    reader.collect()
    #expect(Self.fills(reader).last?.value(of: 1) == .state("Yes"))
    let node = reader.session.accessTree(withText: false).node("field-1-2")
    #expect(node?.value == .phrase(.on))
    let isThere = reader.session.obey(.activate("field-1-99"), at: reader.now)
    #expect(!isThere)
  }
}
