/// What the bar with the field depends on.
package struct EntryFacts: Hashable, Sendable {
  package enum Status: Hashable, Sendable {
    case none
    case searching, noMatches
    /// Counted from 1; nil while the reader is at none.
    case matches(current: Int?, count: Int)
    case noSuchPage(String)
    case pages(Int)
    case wrongPassword
  }

  package var panel: Panel
  package var look: Look
  package var purpose: EntryState.Purpose
  package var text: String
  package var isTyping: Bool
  package var status = Status.none
  /// Of a form's field.
  package var name: Phrase?
  package var pressed: ControlAction?

  package init(
    panel: Panel, look: Look = Look(), purpose: EntryState.Purpose, text: String, isTyping: Bool
  ) {
    self.panel = panel
    self.look = look
    self.purpose = purpose
    self.text = text
    self.isTyping = isTyping
  }
}

/// Lays out the bar with the field: close, the field, how it stands, and the ways between matches.
package enum EntryBar {
  /// How high the bar is, px.
  package static func height(_ panel: Panel) -> Int {
    let metrics = ControlMetrics(panel)
    return metrics.target + 2 * metrics.padding
  }

  /// How much of the lower edge is covered, px, margins included.
  package static func obscured(_ panel: Panel, keyboard: Int) -> Int {
    keyboard + height(panel) + 2 * ControlMetrics(panel).margin
  }

  /// - Parameter keyboard: the height of the keyboard that the bar stands on, px.
  package static func layer(_ facts: EntryFacts, keyboard: Int) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel)
    var layer = ControlLayer()
    let height = height(facts.panel)
    let width = min(
      facts.panel.size.width - 2 * metrics.margin, metrics.pixels(KeyboardLayout.spread))
    layer.ground = PixelRect(
      x: (facts.panel.size.width - width) / 2,
      y: max(0, facts.panel.size.height - keyboard - metrics.margin - height), width: width,
      height: height)
    layer.draw(.surface(.bar), layer.ground)
    let y = layer.ground.y + metrics.padding
    let side = metrics.target
    var left = layer.ground.x + metrics.padding
    var right = layer.ground.maxX - metrics.padding

    layer.button(
      .close, .close, PixelRect(x: left, y: y, width: side, height: side), style: .bar,
      label: .phrase(facts.purpose.isForm ? .cancel : .close), pressed: facts.pressed)
    left += side + metrics.gap

    if facts.purpose == .search {
      let hasMatches = if case .matches(_, let count) = facts.status { count > 0 } else { false }
      let room = right - left
      // The field comes first: where it would be cramped there is one way only, onwards, and none to nothing.
      var ways: [(ControlAction, Icon, Phrase)] = [(.nextMatch, .down, .nextMatch)]
      if room >= 7 * side { ways.append((.previousMatch, .up, .previousMatch)) }
      if room < 12 * side, !hasMatches { ways = [] }
      for (action, icon, phrase) in ways {
        right -= side
        layer.button(
          action, icon, PixelRect(x: right, y: y, width: side, height: side), style: .bar,
          label: .phrase(phrase), pressed: facts.pressed, isEnabled: hasMatches)
        right -= metrics.gap
      }
    }
    if let words = words(facts) {
      // A page's number needs no long field, words to look for do.
      let share = facts.purpose == .page ? 0.75 : 0.5
      let most = Int(share * Double(right - left))
      let type = TypeScale(facts.panel, isEasy: facts.look.isEasy)
      let wanted = max(
        2 * side,
        LabelWidths.pixels(words, capital: type.body, facts.look, facts.panel) + metrics.gap)
      let frame = PixelRect(
        x: right - min(most, wanted), y: y, width: min(most, wanted), height: side)
      layer.draw(
        .text(TextFace(.phrase(words), role: .counter, alignment: .centre, isOnBar: true)), frame)
      right = frame.x - metrics.gap
    }
    let field = PixelRect(x: left, y: y, width: max(side, right - left), height: side)
    let placeholder = name(facts)
    layer.draw(
      .field(
        FieldFace(
          text: facts.text, caret: facts.isTyping ? facts.text.count : nil, placeholder: placeholder
        )), field)
    layer.offer(.searchField, field, .phrase(placeholder))
    return layer
  }

  /// What is typed in.
  static func name(_ facts: EntryFacts) -> Phrase {
    facts.name ?? (facts.purpose == .page ? .goToPage : .searchField)
  }

  /// How the search, or the pages that may be gone to, stand; nil where there is nothing to say.
  static func words(_ facts: EntryFacts) -> Phrase? {
    switch facts.status {
    case .none: nil
    case .searching: .searching
    case .noMatches: .noMatches
    case .matches(let current, let count): .matchOf(current: current ?? 0, count: count)
    case .noSuchPage(let name): .noSuchPage(name)
    case .wrongPassword: .notRight
    case .pages(let count): .page("1–\(count)")
    }
  }
}
