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
  package init?(pageFrame: PixelRect, visible: PixelRect, panel: Panel, offersButton: Bool) {
    guard
      let whole = FurnitureLayout.failureFrame(pageFrame: pageFrame, visible: visible, panel: panel)
    else { return nil }
    let metrics = ControlMetrics(panel)
    let width = min(metrics.pixels(64), whole.width)
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
