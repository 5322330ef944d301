/// What is shown of a pull beyond an edge: the further, the less it gives, never more than the view's size.
///
/// f(x) = (1 − 1/(x·c/d + 1))·d with c = 0.55, as measured on iOS.
package struct RubberBand: Hashable, Sendable {
  /// c: how much the first pixel of a pull gives.
  package let give: Double
  /// d: the view's size along this axis, in the unit of the pull.
  package let size: Double

  package init(size: Double, give: Double = 0.55) {
    self.size = size
    self.give = give
  }

  /// A pull of `excess` beyond the edge, as shown; the sign stays.
  package func shown(_ excess: Double) -> Double {
    guard size > 0 else { return 0 }
    let pull = abs(excess) * give / size
    let amount = pull.isFinite ? pull / (pull + 1) * size : size
    return excess < 0 ? -amount : amount
  }

  /// The pull that is shown as `amount`: what a finger that takes hold of a stretched page has already pulled.
  package func excess(shown amount: Double) -> Double {
    guard size > 0, give > 0 else { return 0 }
    // A thousandth short of the full size, which no pull reaches.
    let share = min(abs(amount) / size, 0.999)
    let pull = size / give * share / (1 - share)
    return amount < 0 ? -pull : pull
  }

  /// A place that may lie outside `range`, as shown.
  package func shown(_ position: Double, in range: ClosedRange<Double>) -> Double {
    let edge = min(max(position, range.lowerBound), range.upperBound)
    return edge + shown(position - edge)
  }

  /// The inverse of `shown(_:in:)`.
  package func unstretched(_ position: Double, in range: ClosedRange<Double>) -> Double {
    let edge = min(max(position, range.lowerBound), range.upperBound)
    return edge + excess(shown: position - edge)
  }
}
