import Testing

@testable import ViewerCore

/// The bar of easy mode: words under icons, as large as they are meant to be, or none.
@Suite struct EasyBarTests {
  private static let panels = Panels.all + [Panels.panel(1080, 1920, inches: 13)]

  private static func faces(_ layer: ControlLayer) -> [(face: ButtonFace, frame: PixelRect)] {
    layer.furniture.compactMap { item in
      if case .button(let face) = item.content, face.icon != nil { (face, item.frame) } else { nil }
    }
  }

  private static func facts(_ panel: Panel, _ language: Look.Language) -> BarFacts {
    var facts = BarLayoutTests.full(panel)
    facts.look = Look(language: language, isEasy: true)
    return facts
  }

  @Test("All buttons have words or none has, and each has room for its own", arguments: panels)
  func words(panel: Panel) {
    let type = TypeScale(panel, isEasy: true)
    for language in Look.Language.allCases {
      let faces = Self.faces(BarLayout.layer(Self.facts(panel, language)))
      #expect(Set(faces.map { $0.face.label == nil }).count == 1, "\(language)")
      for (face, frame) in faces {
        guard case .phrase(let phrase)? = face.label else { continue }
        let words = LabelWidths.capitals(phrase, language) * type.secondary * type.unit
        #expect(Double(frame.width) >= words + 2 * type.unit, "\(language) \(phrase)")
      }
    }
  }

  @Test("Words never push out home, turning, zoom, search or the contents", arguments: panels)
  func essential(panel: Panel) {
    for language in Look.Language.allCases {
      let easy = BarLayout.layer(Self.facts(panel, language))
      guard Self.faces(easy).contains(where: { $0.face.label != nil }) else { continue }
      #expect(Set(BarLayout.essential).isSubset(of: easy.controls.map(\.action)), "\(language)")
    }
  }

  @Test("27 inches have room for words, 7 inches have larger buttons instead")
  func which() {
    for language in Look.Language.allCases {
      let tall = Self.faces(BarLayout.layer(Self.facts(Panels.tall, language)))
      #expect(tall.allSatisfy { $0.face.label != nil })
      let small = Self.faces(BarLayout.layer(Self.facts(Panels.small, language)))
      let least = Panels.small.pixels(millimetres: 13)
      #expect(small.allSatisfy { $0.face.label == nil && min($0.frame.width, $0.frame.height) >= least })
    }
  }

  @Test("A word is short where the page's number says what it is about, spoken it is whole")
  func spoken() {
    let layer = BarLayout.layer(Self.facts(Panels.tall, .english))
    let labels = Self.faces(layer).compactMap(\.face.label)
    #expect(labels.contains(.phrase(.next)) && labels.contains(.phrase(.previous)))
    #expect(layer.controls.first { $0.action == .nextPage }?.label == .phrase(.nextPage))
  }

  @Test("The bar keeps its width while pages turn")
  func steady() {
    for look in [Look(), Look(isEasy: true)] {
      let grounds = ["1", "12", "999", "12345"].map { page -> PixelRect in
        var facts = BarFacts(panel: Panels.tall, look: look)
        (facts.page, facts.count) = (page, 40_000)
        return BarLayout.layer(facts).ground
      }
      #expect(Set(grounds).count == 1)
    }
  }
}
