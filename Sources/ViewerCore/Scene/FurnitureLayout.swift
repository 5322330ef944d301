/// Where the viewer's own things lie on the panel; sizes are millimetres of the real panel.
///
/// No text is measured here: frames are roomy for what they hold, and painting shrinks text that is wider.
/// Frames depend on sizes, not on positions, so that scrolling moves a painted thing without painting it anew.
package enum FurnitureLayout {
  /// What floats keeps this distance from the panel's edges, mm.
  package static let margin = 6.0
  /// Corner radius of bars and pills, mm.
  package static let cornerRadius = 5.0
  /// The thickness of a scroll thumb, its distance from the edge and its least length, mm.
  package static let thumbThickness = 1.2
  package static let thumbInset = 1.5
  package static let thumbMinimum = 8.0

  /// Panels whose diagonal is under 9 inches are held closer and have smaller controls.
  package static func isSmall(_ panel: Panel) -> Bool {
    let size = panel.millimetres
    return (size.width * size.width + size.height * size.height).squareRoot() < 9 * 25.4
  }

  /// How high a touchable control is, mm.
  package static func controlHeight(_ panel: Panel) -> Double {
    isSmall(panel) ? 11 : 15
  }

  /// How high a capital letter of the page label is, mm.
  package static func labelCapital(_ panel: Panel, isEasy: Bool = false) -> Double {
    isEasy ? 4.8 : isSmall(panel) ? 3.2 : 4
  }

  /// The pill with "12 of 48": centred, floating over the lower edge.
  /// - Parameter digits: how many digits the page count has; the width stays the same while pages turn.
  package static func pageLabelFrame(_ panel: Panel, digits: Int, isEasy: Bool = false) -> PixelRect {
    let height = controlHeight(panel)
    let capital = labelCapital(panel, isEasy: isEasy)
    // In capitals: a tabular digit is 0.9 wide, " of " with its spaces 2.6, and 1.9 of air at either side.
    let width = capital * (2 * 0.9 * Double(max(1, digits)) + 2.6 + 2 * 1.9)
    let wanted = PixelSize(
      width: panel.pixels(millimetres: max(width, height)), height: panel.pixels(millimetres: height))
    let margin = panel.pixels(millimetres: margin)
    let size = fitted(wanted, into: panel.size, margin: margin)
    return PixelRect(
      x: (panel.size.width - size.width) / 2,
      y: max(0, panel.size.height - margin - size.height), width: size.width, height: size.height)
  }

  /// The number on a page whose pixels are not there yet: amid what is seen of the page.
  /// - Parameters:
  ///   - pageFrame: the whole page, px of the panel.
  ///   - visible: what is seen of it; nil comes back when that is nothing or the page is tiny.
  package static func placeholderFrame(pageFrame: PixelRect, visible: PixelRect, panel: Panel) -> PixelRect? {
    frame(width: 44, height: 22, least: 3, on: pageFrame, visible: visible, panel: panel)
  }

  /// The sentence on a page that could not be drawn: amid what is seen of the page.
  ///
  /// See `placeholderFrame` for the parameters.
  package static func failureFrame(
    pageFrame: PixelRect, visible: PixelRect, panel: Panel, isEasy: Bool = false
  ) -> PixelRect? {
    frame(
      width: isEasy ? 190 : 150, height: isEasy ? 105 : 80, least: 8, on: pageFrame, visible: visible,
      panel: panel)
  }

  /// A message that stands alone: centred, a little above the middle, where the eye looks for it.
  package static func noticeFrame(_ panel: Panel) -> PixelRect {
    let wanted = PixelSize(
      width: panel.pixels(millimetres: 190), height: panel.pixels(millimetres: 100))
    let size = fitted(wanted, into: panel.size, margin: panel.pixels(millimetres: margin))
    return PixelRect(
      x: (panel.size.width - size.width) / 2, y: (panel.size.height - size.height) * 9 / 20,
      width: size.width, height: size.height)
  }

  /// Whether a message can be read in what a keyboard leaves of its frame.
  package static func hasRoom(forNotice frame: PixelRect, _ panel: Panel) -> Bool {
    frame.height >= panel.pixels(millimetres: isSmall(panel) ? 34 : 48)
  }

  /// The thumb of a scroll indicator at the right or lower edge; nil when all content is seen.
  /// - Parameters:
  ///   - offset: of the viewport's start in the content, px; beyond the ends it counts as the end.
  ///   - content: length of the content along `axis`, px.
  ///   - viewport: how much of it is seen, px.
  package static func scrollThumb(
    axis: Axis, offset: Double, content: Double, viewport: Double, panel: Panel
  ) -> PixelRect? {
    // Under a pixel there is nothing to scroll.
    guard viewport > 0, content.isFinite, content - viewport >= 1 else { return nil }
    let inset = panel.pixels(millimetres: thumbInset)
    let thickness = panel.pixels(millimetres: thumbThickness)
    let side = axis == .vertical ? panel.size.height : panel.size.width
    let track = side - 2 * inset
    guard track > 0 else { return nil }
    let share = (Double(track) * viewport / content).rounded()
    let length = min(track, max(panel.pixels(millimetres: thumbMinimum), Int(share)))
    let progress = offset.isNaN ? 0 : min(max(offset / (content - viewport), 0), 1)
    let start = inset + Int((Double(track - length) * progress).rounded())
    switch axis {
    case .vertical:
      return PixelRect(
        x: panel.size.width - inset - thickness, y: start, width: thickness, height: length)
    case .horizontal:
      return PixelRect(
        x: start, y: panel.size.height - inset - thickness, width: length, height: thickness)
    }
  }

  /// A frame of at most the given mm that fits the page and the panel, centred in `visible`, kept on the page.
  /// - Parameter least: the smallest side worth painting, mm.
  private static func frame(
    width: Double, height: Double, least: Double, on page: PixelRect, visible: PixelRect, panel: Panel
  ) -> PixelRect? {
    let seen = page.intersection(visible)
    guard !seen.isEmpty else { return nil }
    let room = PixelSize(
      width: min(page.width, panel.size.width), height: min(page.height, panel.size.height))
    let wanted = PixelSize(
      width: panel.pixels(millimetres: width), height: panel.pixels(millimetres: height))
    let size = fitted(wanted, into: room, margin: min(room.width, room.height) / 20)
    let smallest = panel.pixels(millimetres: least)
    guard size.width >= smallest, size.height >= smallest else { return nil }
    let x = seen.x + (seen.width - size.width) / 2
    let y = seen.y + (seen.height - size.height) / 2
    return PixelRect(
      x: min(max(x, page.x), page.maxX - size.width), y: min(max(y, page.y), page.maxY - size.height),
      width: size.width, height: size.height)
  }

  /// `size` cut to what lies within the margins of `room`, never under a pixel.
  private static func fitted(_ size: PixelSize, into room: PixelSize, margin: Int) -> PixelSize {
    PixelSize(
      width: max(1, min(size.width, room.width - 2 * margin)),
      height: max(1, min(size.height, room.height - 2 * margin)))
  }
}
