/// How far the page may be zoomed out and in; 1 is the fitted page. Both are zooms that a viewport can show, so that
/// a page at a limit is within it.
package struct ZoomLimits: Hashable, Sendable {
  package let minimum: Double
  package let maximum: Double

  package init(minimum: Double = 1, maximum: Double = 8) {
    self.minimum = Viewport.quantised(zoom: minimum)
    self.maximum = Viewport.quantised(zoom: max(minimum, maximum))
  }

  package func clamp(_ zoom: Double) -> Double {
    min(max(zoom, minimum), maximum)
  }

  /// Where a double tap leads: between the smallest zoom and the larger of 2 and twice the smallest;
  /// from any other zoom back to the smallest.
  package func doubleTapTarget(from zoom: Double) -> Double {
    let enlarged = clamp(max(2, 2 * minimum))
    return zoom <= minimum * 1.001 ? enlarged : minimum
  }
}
