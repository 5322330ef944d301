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
  ///   - free: what of that no control lies over: there the button is, or nowhere.
  package init?(
    pageFrame: PixelRect, visible: PixelRect, free: PixelRect?, panel: Panel, look: Look = Look()
  ) {
    if let free,
      let whole = FurnitureLayout.failureFrame(
        pageFrame: pageFrame, visible: free, panel: Panel(size: free.size, dotsPerInch: panel.dotsPerInch),
        isEasy: look.isEasy),
      whole.intersection(free) == whole
    {
      let metrics = ControlMetrics(panel, isEasy: look.isEasy)
      let capital = TypeScale(panel, isEasy: look.isEasy).body
      let words = LabelWidths.pixels(.tryAgain, capital: capital, look, panel) + 2 * metrics.gap
      let width = min(max(metrics.pixels(50), words), whole.width)
      // Close together: on a small panel the frame is higher than what stands in it.
      let most = (metrics.isSmall ? 46 : 58) * (look.isEasy ? 1.4 : 1)
      let height = min(metrics.pixels(most), whole.height - metrics.target - metrics.gap)
      // The sentence needs as much height as the button, and the button the width of three targets for its words.
      if height >= metrics.target, width >= 3 * metrics.target {
        let top = whole.y + (whole.height - height - metrics.gap - metrics.target) / 2
        sentence = PixelRect(x: whole.x, y: top, width: whole.width, height: height)
        button = PixelRect(
          x: whole.x + (whole.width - width) / 2, y: top + height + metrics.gap, width: width,
          height: metrics.target)
        return
      }
    }
    guard
      let whole = FurnitureLayout.failureFrame(
        pageFrame: pageFrame, visible: visible, panel: panel, isEasy: look.isEasy)
    else { return nil }
    sentence = whole
    button = nil
  }
}
