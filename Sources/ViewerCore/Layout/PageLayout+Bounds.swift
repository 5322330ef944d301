/// Where a view of the content may rest.
extension PageLayout {
  /// Anywhere in the content.
  package func bounds(zoom: Double) -> OffsetBounds {
    OffsetBounds(content: extent, zoom: zoom, view: viewport)
  }

  /// On a page's slot, and across on the page itself.
  package func bounds(ofSlot page: Int, zoom: Double) -> OffsetBounds {
    let slot = slot(of: page)
    var bounds = OffsetBounds(x: 0...0, y: 0...0)
    bounds[axis] = OffsetBounds.range(
      from: Double(slot.lowerBound) * zoom, length: Double(slot.count) * zoom, view: viewport[axis])
    bounds[axis.other] = across(page, zoom: zoom)
    return bounds
  }

  /// From the first slot to the last along the main axis.
  package func slotRun(zoom: Double) -> ClosedRange<Double> {
    guard let first = page(beside: 0, by: style.isRightToLeft ? 1 - count : 0),
      let last = page(beside: first, by: count - 1)
    else { return bounds(ofSlot: solePage ?? 0, zoom: zoom)[axis] }
    let start = bounds(ofSlot: first, zoom: zoom)[axis].lowerBound
    return start...max(start, bounds(ofSlot: last, zoom: zoom)[axis].upperBound)
  }

  /// Where the offset may lie across the main axis for a page to fill the view as far as it can.
  package func across(_ page: Int, zoom: Double) -> ClosedRange<Double> {
    let frame = frame(of: page)
    let start = frame.start(axis.other) - style.insets.start(axis.other)
    let length = frame.length(axis.other) + style.insets.sum(axis.other)
    return OffsetBounds.range(
      from: Double(start) * zoom, length: Double(length) * zoom, view: viewport[axis.other])
  }

  /// The offset along the main axis at which reading of a page begins: its top at the view's, or its left or right.
  package func leading(_ page: Int, zoom: Double) -> Double {
    guard style.mode == .continuous else {
      let range = bounds(ofSlot: page, zoom: zoom)[axis]
      return style.isRightToLeft ? range.upperBound : range.lowerBound
    }
    let frame = frame(of: page)
    let margin = Double(page == 0 ? style.insets.start(axis) : 0)
    guard style.isRightToLeft else { return (Double(frame.start(axis)) - margin) * zoom }
    let end = Double(frame.end(axis) + (page == 0 ? style.insets.end(axis) : 0))
    return end * zoom - Double(viewport[axis])
  }
}
