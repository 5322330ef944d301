/// A card that stands amid the page for a while.
package enum Card: Hashable, Sendable {
  /// A code that the visitor's phone can read: what was copied.
  case code(side: Int, modules: [Bool])
  /// A document that takes its time to open; how much of it has come, in 1/256, where that is known.
  case loading(name: String, progress: UInt8)
}

package struct CardFacts: Hashable, Sendable {
  package var panel: Panel
  package var card: Card
  package var pressed: ControlAction?

  package init(panel: Panel, card: Card) {
    self.panel = panel
    self.card = card
  }
}

package enum CardLayout {
  package static func layer(_ facts: CardFacts) -> ControlLayer {
    switch facts.card {
    case .code(let side, let modules): code(side, modules, facts)
    case .loading(let name, let progress): loading(name, progress, facts)
    }
  }

  private static func code(_ side: Int, _ modules: [Bool], _ facts: CardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel)
    var layer = ControlLayer()
    let header = metrics.target + 2 * metrics.padding
    let room = min(
      facts.panel.size.width - 2 * metrics.margin,
      facts.panel.size.height - 2 * metrics.margin - header)
    let width = max(1, min(room, metrics.pixels(90)))
    layer.ground = centred(
      PixelSize(width: width, height: min(width + header, facts.panel.size.height)), facts)
    layer.draw(.surface(.card), layer.ground)
    let close = PixelRect(
      x: layer.ground.maxX - metrics.padding - metrics.target, y: layer.ground.y + metrics.padding,
      width: metrics.target, height: metrics.target)
    let left = layer.ground.x + metrics.margin
    layer.draw(
      .text(TextFace(.phrase(.scanToCopy), role: .body)),
      PixelRect(
        x: left, y: close.y, width: max(1, close.x - metrics.gap - left), height: metrics.target))
    layer.button(
      .close, .close, close, style: .sheet, label: .phrase(.close), pressed: facts.pressed)
    let inset = metrics.margin
    layer.draw(
      .qrCode(side: side, modules: modules),
      PixelRect(
        x: layer.ground.x + inset, y: layer.ground.y + header, width: max(1, width - 2 * inset),
        height: max(1, width - 2 * inset)))
    return layer
  }

  private static func loading(_ name: String, _ progress: UInt8, _ facts: CardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel)
    var layer = ControlLayer()
    let width = min(facts.panel.size.width - 2 * metrics.margin, metrics.pixels(160))
    let text = metrics.target
    let line = max(2, metrics.pixels(1.5))
    layer.ground = centred(
      PixelSize(
        width: width, height: min(text + line + 3 * metrics.margin, facts.panel.size.height)), facts
    )
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

  private static func centred(_ size: PixelSize, _ facts: CardFacts) -> PixelRect {
    PixelRect(
      x: (facts.panel.size.width - size.width) / 2, y: (facts.panel.size.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
