/// The card that tells a visitor something for a few seconds: above the bar, where the eye is after a tap.
package enum NoteLayout {
  /// mm of the widest card, and lines of the largest text that it is high enough for.
  private static let widest = 190.0
  private static let lines = 3.0
  /// From one line to the next, in heights of a capital.
  private static let pitch = 1.9

  /// - Parameter bar: where the bar of controls lies, or would; nothing covers it.
  package static func furniture(_ words: Words, panel: Panel, look: Look = Look(), bar: PixelRect)
    -> [Furniture]
  {
    let metrics = ControlMetrics(panel, isEasy: look.isEasy)
    let capital = TypeScale(panel, isEasy: look.isEasy).body
    let width = max(
      1, min(panel.size.width - 2 * metrics.margin, metrics.pixels(look.isEasy ? 1.3 * widest : widest)))
    let wanted = metrics.pixels(capital * pitch * lines) + 2 * metrics.padding
    let isBelow = !bar.isEmpty && bar.y > panel.size.height / 2
    let bottom = isBelow ? bar.y - metrics.padding : panel.size.height - metrics.margin
    let height = max(1, min(wanted, panel.size.height - 2 * metrics.margin))
    let card = PixelRect(
      x: (panel.size.width - width) / 2, y: max(0, bottom - height), width: width, height: height)
    let (aside, above) = (min(metrics.margin, card.width / 4), min(metrics.padding, card.height / 4))
    return [
      Furniture(content: .surface(.card), frame: card, opacity: 255),
      Furniture(
        content: .text(TextFace(words, role: .body, alignment: .centre)),
        frame: PixelRect(
          x: card.x + aside, y: card.y + above, width: max(1, width - 2 * aside),
          height: max(1, height - 2 * above)), opacity: 255),
    ]
  }
}
