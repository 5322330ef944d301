/// A card that stands amid the page for a while.
package enum Card: Hashable, Sendable {
  /// A code that the visitor's phone can read: what was copied.
  case code(side: Int, modules: [Bool])
  /// A document that takes its time to open; how much of it has come, in 1/256, where that is known.
  case loading(name: String, progress: UInt8)
  /// Whether anybody is still there.
  case moreTime

  /// It has the screen to itself until it is answered.
  package var isModal: Bool {
    switch self {
    case .code, .moreTime: true
    case .loading: false
    }
  }
}

package struct CardFacts: Hashable, Sendable {
  package var panel: Panel
  package var look: Look
  package var card: Card
  package var pressed: ControlAction?

  package init(panel: Panel, look: Look = Look(), card: Card) {
    self.panel = panel
    self.look = look
    self.card = card
  }

  /// How high so many lines of a card's text are, px.
  fileprivate func height(lines: Double) -> Int {
    panel.pixels(millimetres: TypeScale(panel, isEasy: look.isEasy).body * 1.9 * lines)
  }
}

package enum CardLayout {
  /// Of a code, mm: what a hand-held phone takes in at arm's length, and the least that is worth a place above words.
  private static let codeSide = (wanted: 84.0, least: 60.0)

  package static func layer(_ facts: CardFacts) -> ControlLayer {
    switch facts.card {
    case .code(let side, let modules): code(side, modules, facts)
    case .loading(let name, let progress): loading(name, progress, facts)
    case .moreTime: moreTime(facts)
    }
  }

  /// What to do with it and the code below that; beside it on panels that are low.
  private static func code(_ side: Int, _ modules: [Bool], _ facts: CardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    let (margin, gap) = (metrics.margin, metrics.gap)
    let header = metrics.target + 2 * gap
    let words = facts.height(lines: 4)
    let (across, down) = (facts.panel.size.width - 4 * margin, facts.panel.size.height - 4 * margin)
    let wanted = metrics.pixels(codeSide.wanted * (facts.look.isEasy ? 1.25 : 1))
    let under = min(wanted, across, down - header - words)
    let isBeside = under < metrics.pixels(codeSide.least) && across > down
    let square = max(1, isBeside ? min(wanted, down) : under)
    let column = isBeside ? max(1, min(metrics.pixels(80), across - margin - square)) : square

    var layer = ControlLayer()
    layer.ground = centred(
      PixelSize(
        width: 2 * margin + (isBeside ? square + margin + column : square),
        height: 2 * margin + (isBeside ? square : header + words + square - margin + gap)), facts)
    layer.draw(.surface(.card), layer.ground)
    let x = layer.ground.x + margin + (isBeside ? square + margin : 0)
    let y = layer.ground.y + (isBeside ? margin : gap)
    let close = PixelRect(
      x: layer.ground.maxX - (isBeside ? margin : gap) - metrics.target, y: y, width: metrics.target,
      height: metrics.target)
    layer.draw(
      .text(TextFace(.phrase(.copied), role: .title)),
      PixelRect(x: x, y: y, width: max(1, close.x - gap - x), height: metrics.target))
    layer.button(
      .close, .close, close, style: .sheet, label: .phrase(.close), pressed: facts.pressed)
    let below = close.maxY + gap
    layer.draw(
      .text(TextFace(.phrase(.scanToCopy), role: .body)),
      PixelRect(
        x: x, y: below, width: column,
        height: max(1, isBeside ? min(layer.ground.maxY - margin - below, words * 5 / 4) : words)))
    layer.draw(
      .qrCode(side: side, modules: modules),
      PixelRect(
        x: layer.ground.x + margin, y: layer.ground.maxY - margin - square, width: square, height: square))
    return layer
  }

  private static func loading(_ name: String, _ progress: UInt8, _ facts: CardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    var layer = ControlLayer()
    let width = min(
      facts.panel.size.width - 2 * metrics.margin, metrics.pixels(facts.look.isEasy ? 220 : 170))
    let text = max(metrics.target, facts.height(lines: 2))
    let line = max(2, metrics.pixels(1.5))
    layer.ground = centred(
      PixelSize(width: width, height: text + line + 3 * metrics.margin), facts)
    layer.draw(.surface(.card), layer.ground)
    let inner = max(1, width - 2 * metrics.margin)
    let x = layer.ground.x + metrics.margin
    layer.draw(
      .text(TextFace(.phrase(.loading(name)), role: .body, alignment: .centre)),
      PixelRect(x: x, y: layer.ground.y + metrics.margin, width: inner, height: text))
    layer.draw(
      .progress(progress),
      PixelRect(x: x, y: layer.ground.y + 2 * metrics.margin + text, width: inner, height: line))
    return layer
  }

  /// The question, what follows without an answer, and the two answers below each other.
  private static func moreTime(_ facts: CardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel, isEasy: facts.look.isEasy)
    let (margin, gap) = (metrics.margin, metrics.gap)
    let width = min(
      facts.panel.size.width - 2 * margin, metrics.pixels(facts.look.isEasy ? 160 : 110))
    let inner = max(1, width - 2 * margin)
    let (title, words) = (max(metrics.target, facts.height(lines: 1.5)), facts.height(lines: 2))
    let buttons: [(ControlAction, Phrase, ButtonFace.Style)] = [
      (.moreTime, .moreTime, .accent), (.startOver, .startOver, .sheet),
    ]
    var layer = ControlLayer()
    layer.ground = centred(
      PixelSize(
        width: width, height: 2 * margin + title + words + buttons.count * (gap + metrics.target)), facts)
    layer.draw(.surface(.card), layer.ground)
    let x = layer.ground.x + margin
    var y = layer.ground.y + margin
    layer.draw(
      .text(TextFace(.phrase(.stillThere), role: .title, alignment: .centre)),
      PixelRect(x: x, y: y, width: inner, height: title))
    y += title
    layer.draw(
      .text(TextFace(.phrase(.startsOverSoon), role: .body, alignment: .centre)),
      PixelRect(x: x, y: y, width: inner, height: words))
    y += words
    for (action, phrase, style) in buttons {
      y += gap
      layer.button(
        action, nil, PixelRect(x: x, y: y, width: inner, height: metrics.target), style: style,
        label: .phrase(phrase), shown: phrase, pressed: facts.pressed)
      y += metrics.target
    }
    return layer
  }

  private static func centred(_ size: PixelSize, _ facts: CardFacts) -> PixelRect {
    let size = PixelSize(
      width: max(1, min(size.width, facts.panel.size.width)),
      height: max(1, min(size.height, facts.panel.size.height)))
    return PixelRect(
      x: (facts.panel.size.width - size.width) / 2, y: (facts.panel.size.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
