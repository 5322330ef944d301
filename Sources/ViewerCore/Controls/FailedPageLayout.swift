/// What stands on a page that could not be drawn: a sentence and, where there is room, a button below it that tries
/// again. Both lie amid what is seen of the page.
package struct FailedPageLayout: Hashable, Sendable {
  package let sentence: PixelRect
  /// Nil where a finger could not meet it.
  package let button: PixelRect?

  /// Nil where nothing of it would be seen.
  /// - Parameters:
  ///   - pageFrame: the whole page, px of the panel.
  ///   - visible: the part of the panel that shows pages.
  package init?(
    pageFrame: PixelRect, visible: PixelRect, panel: Panel, look: Look = Look(), offersButton: Bool
  ) {
    guard
      let whole = FurnitureLayout.failureFrame(
        pageFrame: pageFrame, visible: visible, panel: panel, isEasy: look.isEasy)
    else { return nil }
    let metrics = ControlMetrics(panel, isEasy: look.isEasy)
    let capital = TypeScale(panel, isEasy: look.isEasy).body
    let words = LabelWidths.pixels(.tryAgain, capital: capital, look, panel) + 2 * metrics.gap
    let width = min(max(metrics.pixels(50), words), whole.width)
    // The sentence needs as much height as the button, and the button the width of three targets for its words.
    guard offersButton, whole.height >= 2 * metrics.target + metrics.gap, width >= 3 * metrics.target,
      whole.intersection(visible) == whole
    else {
      sentence = whole
      button = nil
      return
    }
    let height = whole.height - metrics.target - metrics.gap
    sentence = PixelRect(x: whole.x, y: whole.y, width: whole.width, height: height)
    button = PixelRect(
      x: whole.x + (whole.width - width) / 2, y: whole.maxY - metrics.target, width: width,
      height: metrics.target)
  }
}
