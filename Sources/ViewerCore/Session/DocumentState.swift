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
  package var source: Int
  package var phase: Phase = .opening
  package var kind = DocumentKind.pdf
  package var sizes = PageSizes(count: 0, first: .zero)
  package var layout = PageLayout(
    sizes: PageSizes(count: 0, first: .zero), viewport: PixelSize(width: 1, height: 1), spacing: 0)
  /// Grows with each relayout.
  package var epoch: UInt32 = 0
  /// Asking for sizes, a batch at a time.
  package var sizing = Sizing()
  /// Sizes that came while the page was moving: they wait, for a relayout would pull the page from the finger.
  package var waitingSizes: [(first: Int, sizes: [Size])] = []
  /// What was gone to: it stays in place until the reader moves on, however sizes turn out.
  package var goal: PagePlace?
  /// What is gone to as soon as the sizes of the pages before it are known.
  package var landing: PagePlace?
  /// Where the reader was in the document that this one takes the place of: that is shown first.
  package var returning: LinkHistory.Place?
  /// Its file is not what is shown any more, and the new one has not been opened yet.
  package var isOutdated = false
  /// What a page is called that is gone to as soon as it is known which one that is.
  package var wantedLabel: String?
  /// The lines of its outline; nil while they have not been read, empty where there are none.
  package var outline: [OutlineItem]?
  /// What it says about itself; nil while that has not been read.
  package var info: DocumentInfo?
  /// Nil where all of it is here.
  package var coming: Coming?
  /// The server could not be asked whether there is a later version.
  package var isEarlierCopy = false

  package init(number: UInt32, source: Int) {
    self.number = number
    self.source = source
  }

  /// What the document calls its pages; empty where it does not, or while that is not known.
  package var labels: [String] { info?.labels ?? [] }
  /// Empty where it has none, or while it is not known.
  package var title: String { info?.title ?? "" }

  package var isOpen: Bool {
    if case .open = phase { true } else { false }
  }

  package var isOpening: Bool {
    if case .opening = phase { true } else { false }
  }

  /// Whether a page's size is settled: a guess is never drawn while the truth may still come.
  package func mayDraw(_ page: Int) -> Bool {
    sizes.isKnown(page) || sizing.estimatesStand
  }

  /// Whether a worker could do something about a page: its size is settled, and what it needs is there or on its way.
  package func canDraw(_ page: Int) -> Bool {
    mayDraw(page) && !isStarving(page)
  }

  package func isStarving(_ page: Int) -> Bool { coming?.starving.contains(page) ?? false }

  /// Whether all sizes are known, or as good as known, that the place of a page depends on.
  package func knowsWay(to page: Int) -> Bool {
    sizes.firstUnknown > page || sizing.estimatesStand || coming != nil
  }

  /// Of a document that is still coming no page's size is asked for that nobody is about to see.
  /// - Parameter pages: most wanted first.
  package func nextSize(of pages: some Sequence<Int>) -> Int? {
    guard coming != nil, isOpen, sizing.mayAsk, waitingSizes.isEmpty else { return nil }
    return pages.first { !sizes.isKnown($0) && !isStarving($0) }
  }

  /// The next batch of sizes to ask for.
  package var nextBatch: (first: Int, count: Int)? {
    guard isOpen || landing != nil, sizing.mayAsk, !sizes.allKnown, waitingSizes.isEmpty, coming == nil
    else { return nil }
    return (sizes.firstUnknown, min(sizing.limit, sizes.count - sizes.firstUnknown))
  }
}
