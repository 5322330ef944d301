/// Which of the viewer's own things show at a moment: the page label and the scroll indicators.
package struct FurnitureState: Hashable, Sendable {
  private var label: Fade
  private var indicators: Fade

  /// - Parameter reducesMotion: what goes is gone at once.
  package init(reducesMotion: Bool = false) {
    label = reducesMotion ? Fade.label.still : .label
    indicators = reducesMotion ? Fade.indicator.still : .indicator
  }

  /// - Parameter showsLabel: not while the bar says where the reader is: it would be seen for a moment when that goes.
  package mutating func scrolled(at now: Timestamp, showsLabel: Bool = true) {
    indicators.wake(at: now)
    if showsLabel { label.wake(at: now) }
  }

  package mutating func pageChanged(at now: Timestamp) {
    label.wake(at: now)
  }

  package mutating func hideLabel() {
    label.hide()
  }

  /// When a frame will next look different although nothing happens.
  package func nextChange(after now: Timestamp) -> Timestamp? {
    Timestamp.earlier(label.nextChange(after: now), indicators.nextChange(after: now))
  }

  /// Adds what shows to the scene, over its pages.
  /// - Parameters:
  ///   - scroll: the viewport's offset and the content's size, zoomed content px.
  ///   - page: what the document calls it; nil where there is none.
  ///   - showsLabel: not while the bar says where the reader is.
  package func furnish(
    _ scene: inout Scene, panel: Panel, page: String?, count: Int, at now: Timestamp,
    scroll: (offset: Point, content: Size), showsLabel: Bool = true
  ) {
    let bars = indicators.opacity(at: now)
    if bars > 0 {
      let thumbs = [
        FurnitureLayout.scrollThumb(
          axis: .vertical, offset: scroll.offset.y, content: scroll.content.height,
          viewport: Double(panel.size.height), panel: panel),
        FurnitureLayout.scrollThumb(
          axis: .horizontal, offset: scroll.offset.x, content: scroll.content.width,
          viewport: Double(panel.size.width), panel: panel),
      ]
      for frame in thumbs {
        guard let frame else { continue }
        scene.furniture.append(Furniture(content: .scrollThumb, frame: frame, opacity: bars))
      }
    }
    let opacity = label.opacity(at: now)
    if showsLabel, opacity > 0, let page {
      scene.furniture.append(
        Furniture(
          content: .pageLabel(page: page, count: count),
          frame: FurnitureLayout.pageLabelFrame(
            panel, digits: min(max(page.count, String(count).count), 12), isEasy: scene.look.isEasy),
          opacity: opacity))
    }
  }
}
