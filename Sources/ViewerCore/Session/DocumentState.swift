/// What is known of the document that is shown, or why there is none.
package struct DocumentState: Sendable {
  package enum Phase: Sendable {
    case opening
    case open
    case failed(Failure)
  }

  /// Grows with each document opened, so that late answers of an earlier one are told apart.
  package let number: UInt32
  /// Which source, counted from 0.
  package let source: Int
  package var phase: Phase = .opening
  package var sizes = PageSizes(count: 0, first: .zero)
  package var layout = PageLayout(
    sizes: PageSizes(count: 0, first: .zero), viewport: PixelSize(width: 1, height: 1), spacing: 0)
  /// Grows with each relayout.
  package var epoch: UInt32 = 0
  /// A batch of sizes is under way, or they cannot be had.
  package var sizesUnderWay = false
  package var sizesUnavailable = false
  /// Sizes that came while the page was moving: they wait, for a relayout would pull the page from the finger.
  package var waitingSizes: [(first: Int, sizes: [Size])] = []

  package init(number: UInt32, source: Int) {
    self.number = number
    self.source = source
  }

  package var isOpen: Bool {
    if case .open = phase { true } else { false }
  }

  /// The next batch of sizes to ask for.
  package var nextBatch: (first: Int, count: Int)? {
    guard isOpen, !sizesUnderWay, !sizesUnavailable, !sizes.allKnown, waitingSizes.isEmpty else { return nil }
    return (sizes.firstUnknown, min(1000, sizes.count - sizes.firstUnknown))
  }
}
