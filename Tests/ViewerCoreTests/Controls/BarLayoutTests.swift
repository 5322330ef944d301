import Testing

@testable import ViewerCore

@Suite struct BarLayoutTests {
  static func full(_ panel: Panel, easy: Bool = false) -> BarFacts {
    var facts = BarFacts(panel: panel, look: Look(isEasy: easy))
    facts.page = "1204"
    facts.count = 40_000
    facts.canGoBack = true
    facts.hasLanguages = true
    facts.canReadAloud = true
    facts.turnsPages = true
    return facts
  }

  @Test(
    "Targets are 15 mm with 3 mm between them, 11 and 2 on panels under 9 inches, whatever there is to offer",
    arguments: Panels.all, [false, true])
  func sizes(panel: Panel, easy: Bool) throws {
    let small = panel == Panels.small
    for facts in [Self.full(panel, easy: easy), BarFacts(panel: panel, look: Look(isEasy: easy))] {
      let layer = BarLayout.layer(facts)
      let complaint = layer.complaint(
        panel, least: panel.pixels(millimetres: small ? 11 : 15),
        gap: panel.pixels(millimetres: small ? 2 : 3))
      #expect(complaint == nil)
      #expect(layer.ground.y >= panel.size.height * 2 / 3, "all in the lower third")
      let margin = panel.pixels(millimetres: 6)
      #expect(panel.size.height - layer.ground.maxY == margin)
      #expect(layer.ground.x >= margin && panel.size.width - layer.ground.maxX >= margin)
    }
  }

  @Test("The bar of a tall panel runs from margin to margin, that of a wide one stays within reach")
  func width() {
    let margin = Panels.tall.pixels(millimetres: 6)
    let tall = BarLayout.layer(Self.full(Panels.tall)).ground
    #expect(abs(tall.width - (1080 - 2 * margin)) < 12)
    let wall = BarLayout.layer(Self.full(Panels.all[3])).ground
    #expect(Double(wall.width) < 520 * Panels.all[3].pixelsPerMillimetre)
    #expect(abs(wall.x + wall.maxX - 3840) <= 1, "amid the panel")
  }

  @Test(
    "From left to right: home, contents, pages, the page, search, smaller, larger; the rest when it is needed"
  )
  func order() {
    var facts = BarFacts(panel: Panels.tall)
    facts.page = "1"
    facts.count = 48
    let plain: [ControlAction] = [.home, .contents, .pages, .goToPage, .search, .smaller, .larger]
    #expect(BarLayout.layer(facts).controls.map(\.action) == plain)
    #expect(
      BarLayout.layer(Self.full(Panels.tall)).controls.map(\.action) == [
        .back, .home, .contents, .pages, .previousPage, .goToPage, .nextPage, .search, .smaller,
        .larger,
        .languages, .readAloud,
      ])
    for layer in [
      BarLayout.layer(Self.full(Panels.tall)), BarLayout.layer(Self.full(Panels.small)),
    ] {
      let xs = layer.controls.map(\.frame.x)
      #expect(xs == xs.sorted())
    }
  }

  @Test(
    "Where not all fit the most important stay, as large as ever; ways on and back together or not at all"
  )
  func fewer() {
    var counts: [Int] = []
    for width in stride(from: 60, through: 1400, by: 20) {
      let panel = Panel(size: PixelSize(width: width, height: 480), dotsPerInch: 133)
      let layer = BarLayout.layer(Self.full(panel))
      let actions = layer.controls.map(\.action)
      if !actions.isEmpty {
        #expect(
          layer.complaint(
            panel, least: panel.pixels(millimetres: 11), gap: panel.pixels(millimetres: 2))
            == nil)
        #expect(actions.contains(.home) && (actions.contains(.larger) || actions.count < 4))
      }
      #expect(actions.contains(.nextPage) == actions.contains(.previousPage))
      counts.append(actions.count)
    }
    #expect(counts.first ?? 9 <= 2 && counts.max() == 12)
  }

  @Test("At the top it keeps the same distance from the upper edge; off there is nothing")
  func places() {
    var facts = Self.full(Panels.tall)
    facts.place = .top
    #expect(BarLayout.layer(facts).ground.y == Panels.tall.pixels(millimetres: 6))
    facts.place = .off
    #expect(BarLayout.layer(facts) == ControlLayer())
  }

  @Test("What cannot be done now is there but rests; what a finger holds is drawn so")
  func states() throws {
    var facts = Self.full(Panels.tall)
    facts.canShrink = false
    facts.pressed = .larger
    let layer = BarLayout.layer(facts)
    func face(_ icon: Icon) throws -> ButtonFace {
      try #require(
        layer.furniture.compactMap { if case .button(let face) = $0.content { face } else { nil } }
          .first { $0.icon == icon })
    }
    #expect(try !face(.minus).isEnabled && face(.plus).isEnabled)
    #expect(try face(.plus).isPressed && !face(.minus).isPressed)
    #expect(layer.controls.first { $0.action == .smaller }?.isEnabled == false)
  }

  @Test("A finger between two buttons meets the nearer one, one on the rim none")
  func hits() throws {
    let layer = BarLayout.layer(Self.full(Panels.tall))
    let metrics = ControlMetrics(Panels.tall)
    for control in layer.controls {
      let middle = Point(
        x: Double(control.frame.x + control.frame.maxX) / 2,
        y: Double(control.frame.y + control.frame.maxY) / 2)
      #expect(layer.control(at: middle, gap: metrics.gap) == control)
    }
    for (left, right) in zip(layer.controls, layer.controls.dropFirst()) {
      let between = Point(x: Double(left.frame.maxX) + 1, y: Double(left.frame.y) + 5)
      #expect(layer.control(at: between, gap: metrics.gap)?.action == left.action)
      let nearer = Point(x: Double(right.frame.x) - 1, y: Double(left.frame.y) + 5)
      #expect(layer.control(at: nearer, gap: metrics.gap)?.action == right.action)
    }
    let rim = Point(x: Double(layer.ground.x) + 1, y: Double(layer.ground.y) + 1)
    #expect(layer.control(at: rim, gap: metrics.gap) == nil)
  }
}
