/// Where a page that was let go comes to rest in a paged layout.
///
/// | let go | then |
/// |---|---|
/// | within a page longer than the view | it goes on within that page, to its edge at most |
/// | at or beyond the page's edge, faster than 400 dp/s onwards | the next slot |
/// | past half a slot | the slot that has the larger part of the view |
/// | else | back to the slot it was taken from |
///
/// One gesture turns one page, however fast it is.
struct PageTurn: Sendable {
  /// dp/s: faster turns the page even from less than half way.
  static let speed = 400.0

  /// Where a gesture began.
  struct Start: Sendable {
    /// The page whose slot was shown, or that was being turned to.
    let page: Int
    /// The offset along the main axis, and the zoom.
    let offset: Double
    let zoom: Double
  }

  let layout: PageLayout
  let zoom: Double
  let start: Start
  /// px/s.
  let threshold: Double

  /// - Parameters:
  ///   - offset: zoomed content px along the main axis.
  ///   - velocity: of the offset, px/s.
  /// - Returns: the page whose slot it rests on.
  func page(from offset: Double, velocity: Double) -> Int {
    let range = layout.bounds(ofSlot: start.page, zoom: zoom)[layout.axis]
    guard abs(velocity) > threshold else {
      return range.contains(offset) ? start.page : nearest(offset)
    }
    let step = velocity > 0 ? 1 : -1
    let edge = velocity > 0 ? range.upperBound : range.lowerBound
    let isBeyondEdge = (offset - edge) * Double(step) >= 0
    let isShort = range.lowerBound == range.upperBound
    // A short page that was caught while it was turned to has been left again if the finger went on that way.
    let hasGoneOn = (offset - start.offset * zoom / start.zoom) * Double(step) > 0
    guard hasGoneOn, isBeyondEdge || isShort else { return start.page }
    return layout.page(beside: start.page, by: step) ?? start.page
  }

  /// The range along the main axis that the motion is bound to.
  func range(to page: Int, from offset: Double) -> ClosedRange<Double> {
    let range = layout.bounds(ofSlot: page, zoom: zoom)[layout.axis]
    if range.contains(offset) || page == start.page { return range }
    // It comes to rest where it enters the page.
    let edge = offset < range.lowerBound ? range.lowerBound : range.upperBound
    return edge...edge
  }

  /// The page that has the middle of the view.
  private func nearest(_ offset: Double) -> Int {
    layout.slot(at: (offset + Double(layout.viewport[layout.axis]) / 2) / zoom)
  }
}
