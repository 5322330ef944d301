/// What the bar of controls depends on: it is laid out anew when one of these changes.
package struct BarFacts: Hashable, Sendable {
  package var panel: Panel
  package var look: Look
  package var place: ControlsPlace
  /// What the current page is called, and how many pages there are.
  package var page = ""
  package var count = 0
  package var canGoBack = false
  /// There are other languages to choose.
  package var hasLanguages = false
  /// Somebody is there to whom the document can be read.
  package var canReadAloud = false
  /// Pages are turned, not scrolled: there are buttons for it.
  package var turnsPages = false
  package var canShrink = true
  package var canGrow = true
  package var hasPrevious = true
  package var hasNext = true
  package var pressed: ControlAction?

  package init(panel: Panel, look: Look = Look(), place: ControlsPlace = .bottom) {
    self.panel = panel
    self.look = look
    self.place = place
  }
}

/// Lays out the bar: home, contents, pages, the page, search, smaller, larger and what else there is.
///
/// Buttons are as wide as there is room, up to 33 mm. Where not all fit, those of least importance are left out.
package enum BarLayout {
  /// From left to right.
  static let order: [ControlAction] = [
    .back, .home, .contents, .pages, .previousPage, .goToPage, .nextPage, .search, .smaller,
    .larger,
    .languages, .readAloud,
  ]
  /// Most important first: getting home, turning, enlarging, the way back, one's language, and then the rest.
  static let importance: [ControlAction] = [
    .home, .nextPage, .previousPage, .larger, .smaller, .back, .languages, .search, .contents,
    .goToPage,
    .readAloud, .pages,
  ]
  /// mm of the widest button.
  static let widest = 33.0

  package static func layer(_ facts: BarFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    var layer = ControlLayer()
    guard facts.place != .off else { return layer }
    let most = facts.panel.size.width - 2 * metrics.margin
    let label = labelWidth(facts, metrics)
    let least = metrics.isEasy ? metrics.pixels(metrics.isSmall ? 18 : 26) : metrics.target
    let actions = fitting(
      facts, into: most - 2 * metrics.padding, button: least, label: label, metrics.gap)
    guard !actions.isEmpty else { return layer }

    let hasLabel = actions.contains(.goToPage)
    let gaps = metrics.gap * (actions.count - 1)
    let room = most - 2 * metrics.padding - gaps
    let buttons = actions.count - (hasLabel ? 1 : 0)
    // The label takes as much as two buttons, or what its digits need.
    let share = min(room / (buttons + (hasLabel ? 2 : 0)), metrics.pixels(widest))
    let labelled = hasLabel ? max(label, 2 * share) : 0
    let width =
      buttons > 0 ? max(least, min((room - labelled) / buttons, metrics.pixels(widest))) : 0
    let whole = buttons * width + labelled + gaps + 2 * metrics.padding
    let height = min(metrics.barHeight, facts.panel.size.height)
    layer.ground = PixelRect(
      x: (facts.panel.size.width - whole) / 2, y: y(facts, metrics, height: height), width: whole,
      height: height)
    layer.draw(.surface(.bar), layer.ground)

    var x = layer.ground.x + metrics.padding
    for action in actions {
      let frame = PixelRect(
        x: x, y: layer.ground.y + metrics.padding, width: action == .goToPage ? labelled : width,
        height: height - 2 * metrics.padding)
      add(action, at: frame, facts, to: &layer)
      x = frame.maxX + metrics.gap
    }
    return layer
  }

  private static func add(
    _ action: ControlAction, at frame: PixelRect, _ facts: BarFacts, to layer: inout ControlLayer
  ) {
    guard action == .goToPage else {
      let isEnabled =
        switch action {
        case .smaller: facts.canShrink
        case .larger: facts.canGrow
        case .previousPage: facts.hasPrevious
        case .nextPage: facts.hasNext
        default: true
        }
      layer.button(
        action, icon(of: action), frame, style: .bar, label: .phrase(phrase(of: action)),
        showsLabel: facts.look.isEasy, pressed: facts.pressed, isEnabled: isEnabled)
      return
    }
    let words = Words.phrase(.pageOf(page: facts.page, count: facts.count))
    if facts.pressed == .goToPage {
      layer.draw(.button(ButtonFace(style: .bar, isPressed: true)), frame)
    }
    layer.draw(.text(TextFace(words, role: .counter, alignment: .centre, isOnBar: true)), frame)
    layer.offer(.goToPage, frame, words)
  }

  private static func y(_ facts: BarFacts, _ metrics: ControlMetrics, height: Int) -> Int {
    facts.place == .top
      ? min(metrics.margin, facts.panel.size.height - height)
      : max(0, facts.panel.size.height - metrics.margin - height)
  }

  /// In capitals: a tabular digit is 0.9 wide, " of " with its spaces 2.6, and 1.2 of air at either side.
  private static func labelWidth(_ facts: BarFacts, _ metrics: ControlMetrics) -> Int {
    let digits = Double(max(facts.page.count, String(facts.count).count))
    let capital = FurnitureLayout.labelCapital(facts.panel)
    return max(metrics.target, metrics.pixels(capital * (2 * 0.9 * min(digits, 8) + 2.6 + 2 * 1.2)))
  }

  private static func offered(_ action: ControlAction, _ facts: BarFacts) -> Bool {
    switch action {
    case .back: facts.canGoBack
    case .languages: facts.hasLanguages
    case .readAloud: facts.canReadAloud
    case .nextPage, .previousPage: facts.turnsPages || facts.look.isEasy
    case .goToPage: facts.count > 0
    default: true
    }
  }

  /// The most important actions that fit, in their order on the bar.
  private static func fitting(
    _ facts: BarFacts, into room: Int, button: Int, label: Int, _ gap: Int
  ) -> [ControlAction] {
    var left = room + gap
    var chosen: [ControlAction] = []
    for action in importance where offered(action, facts) {
      let width = (action == .goToPage ? label : button) + gap
      // Ways on and back stand together or not at all.
      let needed = action == .nextPage ? 2 * width : width
      if action == .previousPage, !chosen.contains(.nextPage) { continue }
      guard needed <= left else { continue }
      left -= width
      chosen.append(action)
    }
    return order.filter(chosen.contains)
  }

  static func icon(of action: ControlAction) -> Icon? {
    switch action {
    case .back: .back
    case .home: .home
    case .contents: .contents
    case .pages: .pages
    case .previousPage: .previous
    case .nextPage: .next
    case .search: .search
    case .smaller: .minus
    case .larger: .plus
    case .languages: .globe
    case .readAloud: .speaker
    default: nil
    }
  }

  static func phrase(of action: ControlAction) -> Phrase {
    switch action {
    case .back: .back
    case .home: .home
    case .contents: .contents
    case .pages: .pages
    case .previousPage: .previousPage
    case .nextPage: .nextPage
    case .search: .search
    case .smaller: .smaller
    case .larger: .larger
    case .languages: .language
    case .readAloud: .readAloud
    default: .goToPage
    }
  }
}
