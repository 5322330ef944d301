/// The card that tells a visitor something for a few seconds: above the bar, where the eye is after a tap.
package enum NoteLayout {
  /// - Parameter bar: where the bar of controls lies, or would; nothing covers it.
  package static func furniture(_ words: Words, panel: Panel, bar: PixelRect) -> [Furniture] {
    let metrics = ControlMetrics(panel)
    let width = max(1, min(panel.size.width - 2 * metrics.margin, metrics.pixels(170)))
    let height = max(1, min(2 * metrics.target, panel.size.height - 2 * metrics.margin))
    let isBelow = !bar.isEmpty && bar.y > panel.size.height / 2
    let bottom = isBelow ? bar.y - metrics.margin : panel.size.height - metrics.margin
    let card = PixelRect(
      x: (panel.size.width - width) / 2, y: max(0, bottom - height), width: width, height: height)
    return [
      Furniture(content: .surface(.card), frame: card, opacity: 255),
      Furniture(
        content: .text(TextFace(words, role: .body, alignment: .centre)),
        frame: card.inset(by: metrics.padding),
        opacity: 255),
    ]
  }
}
