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
/// Buttons are as wide as there is room, up to 33 mm. Where not all fit, those of least importance are left out. In
/// easy mode each has its word below it; where words would push out what nobody can do without, there are none, and
/// larger buttons. No word is made smaller to fit.
package enum BarLayout {
  /// From left to right.
  static let order: [ControlAction] = [
    .back, .home, .contents, .pages, .previousPage, .goToPage, .nextPage, .search, .smaller,
    .larger,
    .languages, .readAloud,
  ]
  /// Most important first: getting home, turning, enlarging, the way back, being read to where somebody is there for
  /// it, one's language, and then the rest.
  static let importance: [ControlAction] = [
    .home, .nextPage, .previousPage, .larger, .smaller, .back, .readAloud, .languages, .search, .contents,
    .goToPage, .pages,
  ]
  /// What words must not push out.
  static let essential: [ControlAction] = [
    .home, .nextPage, .previousPage, .larger, .smaller, .search, .contents,
  ]
  /// mm of the widest button.
  static let widest = 33.0

  package static func layer(_ facts: BarFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    var layer = ControlLayer()
    guard facts.place != .off else { return layer }
    let room = facts.panel.size.width - 2 * metrics.margin - 2 * metrics.padding
    let buttons = BarButtons(facts, metrics, room: room)
    let actions = buttons.actions
    guard !actions.isEmpty else { return layer }
    let widths = buttons.widths(in: room)
    let whole = widths.reduce(0, +) + metrics.gap * (actions.count - 1) + 2 * metrics.padding
    let height = min(buttons.height + 2 * metrics.padding, facts.panel.size.height)
    layer.ground = PixelRect(
      x: (facts.panel.size.width - whole) / 2, y: y(facts, metrics, height: height), width: whole,
      height: height)
    layer.draw(.surface(.bar), layer.ground)

    var x = layer.ground.x + metrics.padding
    for (action, width) in zip(actions, widths) {
      let frame = PixelRect(
        x: x, y: layer.ground.y + metrics.padding, width: width, height: height - 2 * metrics.padding)
      add(action, at: frame, facts, showsLabel: buttons.showsLabels, to: &layer)
      x = frame.maxX + metrics.gap
    }
    return layer
  }

  /// How high the bar is, px.
  package static func height(_ panel: Panel, _ look: Look) -> Int {
    layer(BarFacts(panel: panel, look: look)).ground.height
  }

  private static func add(
    _ action: ControlAction, at frame: PixelRect, _ facts: BarFacts, showsLabel: Bool,
    to layer: inout ControlLayer
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
        shown: showsLabel ? label(of: action) : nil, pressed: facts.pressed, isEnabled: isEnabled)
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

  static func offered(_ action: ControlAction, _ facts: BarFacts) -> Bool {
    switch action {
    case .back: facts.canGoBack
    case .languages: facts.hasLanguages
    case .readAloud: facts.canReadAloud
    case .nextPage, .previousPage: facts.turnsPages || facts.look.isEasy
    case .goToPage: facts.count > 0
    default: true
    }
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

  /// What stands under its icon: beside the page's number the ways on and back need not say what they turn.
  static func label(of action: ControlAction) -> Phrase {
    switch action {
    case .nextPage: .next
    case .previousPage: .previous
    default: phrase(of: action)
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
