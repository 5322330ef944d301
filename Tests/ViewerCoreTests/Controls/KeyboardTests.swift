import Testing

@testable import ViewerCore

@Suite struct KeyboardTests {
  static func state(
    _ language: Look.Language = .english, plane: KeyboardState.Plane = .letters,
    languages: [Look.Language] = [.english, .german], letters: Bool = true
  ) -> KeyboardState {
    KeyboardState(language: language, languages: languages, plane: plane, offersLetters: letters)
  }

  @Test(
    "On every panel and in every language keys are as large as fingers need, apart, and leave room for the page",
    arguments: Panels.all, Look.Language.allCases)
  func sizes(panel: Panel, language: Look.Language) {
    let small = panel == Panels.small
    for plane in [KeyboardState.Plane.letters, .figures, .pad] {
      let layer = KeyboardLayout.layer(
        KeyboardFacts(panel: panel, state: Self.state(language, plane: plane)))
      let complaint = layer.complaint(
        panel, least: panel.pixels(millimetres: small ? 11 : 15),
        gap: panel.pixels(millimetres: small ? 2 : 3),
        slack: 2)
      #expect(complaint == nil, "\(plane)")
      #expect(layer.ground.maxY == panel.size.height && layer.ground.width == panel.size.width)
      let bar = EntryBar.layer(
        EntryFacts(panel: panel, purpose: .search, text: "quay", isTyping: true),
        keyboard: layer.ground.height)
      #expect(!bar.ground.intersects(layer.ground) && bar.ground.y > 0)
      #expect(Double(panel.size.height - bar.ground.y) < 0.85 * Double(panel.size.height))
    }
  }

  @Test(
    "Relatives of a letter stand beside or above its key, as large as keys, apart, and on the keyboard's ground",
    arguments: Panels.all, Look.Language.allCases)
  func variants(panel: Panel, language: Look.Language) throws {
    let plain = KeyboardLayout.layer(KeyboardFacts(panel: panel, state: Self.state(language)))
    let metrics = ControlMetrics(panel)
    var offered = 0
    for letter in "abcdefghijklmnopqrstuvwxyz" {
      var state = Self.state(language)
      guard state.offerVariants(of: .character(letter)) else { continue }
      offered += 1
      let layer = KeyboardLayout.layer(KeyboardFacts(panel: panel, state: state))
      let count = layer.controls.count - plain.controls.count
      let key = try #require(plain.controls.first { $0.action == .key(.character(letter)) }).frame
      #expect((1...7).contains(count), "\(letter)")
      for (index, control) in layer.controls.prefix(count).enumerated() {
        #expect(control.frame.size == key.size && !control.frame.intersects(key))
        #expect(control.frame.intersection(layer.ground) == control.frame)
        #expect(layer.control(at: SessionSheetTests.centre(control.frame))?.action == control.action)
        if index > 0 {
          #expect(control.frame.x - layer.controls[index - 1].frame.maxX == metrics.gap)
        }
      }
      #expect(Set(layer.controls.map(\.action)).count == layer.controls.count, "each key once")
    }
    #expect(offered >= 6)
  }

  @Test("Readers of each language have the letters they need first, and none that has a key of its own")
  func relatives() {
    #expect(KeyVariants.of("e", .english) == Array("éèêë"))
    #expect(KeyVariants.of("e", .french) == Array("êë"), "é and è have keys")
    #expect(KeyVariants.of("o", .french).prefix(2) == ["ô", "œ"])
    #expect(KeyVariants.of("s", .english) == ["ß"] && KeyVariants.of("s", .german) == [])
    #expect(KeyVariants.of("n", .english) == ["ñ"] && KeyVariants.of("n", .spanish) == [])
    #expect(KeyVariants.of("x", .english) == [] && KeyVariants.of("?", .spanish) == ["¿"])
  }

  @Test("A finger that rests on a key types none of it, but what it slides to; another key ends the offer")
  func holding() {
    var keys = KeyContacts()
    let settings = GestureSettings()
    let a = ContactID(device: 0, slot: 0)
    _ = keys.land(a, on: .character("e"), canHold: true, at: .zero, now: .zero, reach: 20, settings)
    #expect(keys.advance(to: .milliseconds(100), settings) == nil)
    #expect(keys.deadline(settings) == .milliseconds(500))
    #expect(keys.advance(to: .milliseconds(500), settings) == .character("e"))
    #expect(keys.deadline(settings) == nil && keys.isTouching && keys.pressed.isEmpty)
    keys.move(a, to: Point(x: 90, y: -90), reach: 20, choice: .character("ê"))
    #expect(keys.pressed == [.character("ê")])
    #expect(keys.lift(a, at: .milliseconds(900)) == .character("ê"))
    var state = Self.state()
    var text = ""
    _ = state.press(.shift, into: &text, at: .zero)
    state.offerVariants(of: .character("e"))
    _ = state.press(.character("ê"), into: &text, at: .zero)
    #expect(text == "Ê" && state.offered == nil)
    state.offerVariants(of: .character("e"))
    _ = state.press(.space, into: &text, at: .zero)
    #expect(state.offered == nil)
  }

  @Test("Every letter that its language needs has a key", arguments: Look.Language.allCases)
  func letters(language: Look.Language) {
    let needed: [Look.Language: String] = [
      .english: "", .german: "äöüß", .french: "éèàçù", .spanish: "ñáéíóúü",
    ]
    let layer = KeyboardLayout.layer(KeyboardFacts(panel: Panels.tall, state: Self.state(language)))
    let keys = layer.controls.map(\.action)
    for letter in "abcdefghijklmnopqrstuvwxyz0123456789" + (needed[language] ?? "") {
      #expect(keys.contains(.key(.character(letter))), "\(letter)")
    }
    #expect(Set(keys).count == keys.count, "each key once")
    for key in [KeyboardKey.shift, .delete, .space, .layer, .accept] {
      #expect(keys.contains(.key(key)))
    }
  }

  @Test("Where a row of figures has no room there is a key to them and back")
  func figures() {
    let letters = KeyboardLayout.layer(KeyboardFacts(panel: Panels.small, state: Self.state()))
    #expect(!letters.controls.contains { $0.action == .key(.character("1")) })
    #expect(letters.controls.contains { $0.action == .key(.figures) })
    var state = Self.state()
    var text = ""
    #expect(state.press(.figures, into: &text, at: .zero) == .nothing)
    let figures = KeyboardLayout.layer(KeyboardFacts(panel: Panels.small, state: state))
    #expect(figures.controls.contains { $0.action == .key(.character("1")) })
    _ = state.press(.figures, into: &text, at: .zero)
    #expect(state.plane == .letters)
  }

  @Test("Shift holds for one letter, a double touch locks it, another ends it")
  func shift() {
    var state = Self.state()
    var text = ""
    func press(_ key: KeyboardKey, _ time: Double) {
      _ = state.press(key, into: &text, at: .milliseconds(time))
    }
    press(.shift, 0)
    press(.character("a"), 500)
    press(.character("b"), 600)
    press(.shift, 1000)
    press(.shift, 1200)
    press(.character("c"), 1500)
    press(.character("ß"), 1600)
    press(.shift, 3000)
    press(.character("d"), 3100)
    #expect(text == "AbCßd")
    press(.shift, 4000)
    press(.shift, 6000)
    #expect(state.shift == .off, "two slow touches are on and off")
  }

  @Test(
    "The layer key goes round the languages, and between the pad and letters where that is where it began"
  )
  func layers() {
    var state = Self.state(.german, languages: [.german, .english, .french])
    var text = ""
    var seen: [Look.Language] = []
    for _ in 0..<3 {
      _ = state.press(.layer, into: &text, at: .zero)
      seen.append(state.language)
    }
    #expect(seen == [.english, .french, .german])
    var pad = Self.state(plane: .pad)
    _ = pad.press(.layer, into: &text, at: .zero)
    #expect(pad.plane == .letters && pad.language == .english)
    _ = pad.press(.layer, into: &text, at: .zero)
    #expect(pad.plane == .pad)
    let plain = KeyboardLayout.layer(
      KeyboardFacts(panel: Panels.tall, state: Self.state(plane: .pad, letters: false)))
    #expect(!plain.controls.contains { $0.action == .key(.layer) })
  }

  @Test("A text ends at 120 characters, and nothing is deleted from none")
  func limits() {
    var state = Self.state()
    var text = ""
    #expect(state.press(.delete, into: &text, at: .zero) == .nothing)
    for _ in 0..<200 { _ = state.press(.character("a"), into: &text, at: .zero) }
    #expect(text.count == 120)
    #expect(state.press(.delete, into: &text, at: .zero) == .edited && text.count == 119)
    #expect(state.press(.accept, into: &text, at: .zero) == .accepted)
  }

  @Test(
    "Two thumbs type: a key whose finger is still down counts when the next one lands, once and in order"
  )
  func rollover() {
    var keys = KeyContacts()
    let settings = GestureSettings()
    let (a, b) = (ContactID(device: 0, slot: 0), ContactID(device: 0, slot: 1))
    var typed = keys.land(
      a, on: .character("h"), at: .zero, now: .milliseconds(0), reach: 20, settings)
    #expect(keys.deadline(settings) == .milliseconds(80))
    typed += keys.land(
      b, on: .character("i"), at: Point(x: 300, y: 0), now: .milliseconds(60), reach: 20, settings)
    if let key = keys.lift(a, at: .milliseconds(90)) { typed.append(key) }
    keys.advance(to: .milliseconds(140), settings)
    #expect(keys.pressed == [.character("i")])
    if let key = keys.lift(b, at: .milliseconds(150)) { typed.append(key) }
    #expect(typed == [.character("h"), .character("i")])
    #expect(!keys.isTouching && keys.pressed.isEmpty)
  }

  @Test("A finger that slides off a key types nothing, one that bounces types once")
  func straying() {
    var keys = KeyContacts()
    let settings = GestureSettings()
    let a = ContactID(device: 0, slot: 0)
    _ = keys.land(a, on: .space, at: .zero, now: .zero, reach: 20, settings)
    keys.move(a, to: Point(x: 40, y: 0), reach: 22)
    #expect(keys.lift(a, at: .milliseconds(100)) == nil)
    _ = keys.land(a, on: .space, at: .zero, now: .milliseconds(1000), reach: 20, settings)
    #expect(keys.lift(a, at: .milliseconds(1050)) == .space)
    _ = keys.land(a, on: .space, at: .zero, now: .milliseconds(1080), reach: 20, settings)
    #expect(keys.lift(a, at: .milliseconds(1120)) == nil)
    _ = keys.land(a, on: .space, at: .zero, now: .milliseconds(1300), reach: 20, settings)
    #expect(keys.lift(a, at: .milliseconds(1350)) == .space)
  }
}
