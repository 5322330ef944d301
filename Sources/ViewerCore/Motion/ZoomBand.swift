/// The limits of the zoom, which give way like rubber: the curve of `RubberBand` on the logarithm of the
/// zoom, so that pulling to half or to double the limit feels the same.
package struct ZoomBand: Hashable, Sendable {
  /// The smallest and the largest zoom that stay.
  package let limits: ClosedRange<Double>
  private let band: RubberBand

  package init(limits: ClosedRange<Double>, give: Double = 0.55) {
    self.limits = limits
    // Never beyond a factor of two over or under a limit.
    band = RubberBand(size: Maths.logarithm(2), give: give)
  }

  /// What is shown when fingers ask for `zoom`.
  package func shown(_ zoom: Double) -> Double {
    let edge = nearest(zoom)
    return zoom == edge ? zoom : edge * Maths.exponential(band.shown(Maths.logarithm(zoom / edge)))
  }

  /// What fingers have asked for when `zoom` is shown: where a pinch goes on that takes hold of a stretched page.
  package func asked(shown zoom: Double) -> Double {
    let edge = nearest(zoom)
    return zoom == edge ? zoom : edge * Maths.exponential(band.excess(shown: Maths.logarithm(zoom / edge)))
  }

  /// The zoom that stays.
  package func nearest(_ zoom: Double) -> Double {
    min(max(zoom, limits.lowerBound), limits.upperBound)
  }
}
