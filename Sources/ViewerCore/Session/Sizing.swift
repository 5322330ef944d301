/// How the sizes of a document's pages are asked for: in batches, and around pages whose size cannot be had.
///
/// | a batch | what follows |
/// |---|---|
/// | comes | the next, ten times as large, up to 1000 pages |
/// | fails | again from the same page, a tenth as large |
/// | of one page fails | the page keeps its estimate |
/// | the 8th page fails | all that are left keep their estimates: nothing more is asked |
package struct Sizing: Hashable, Sendable {
  private static let largest = 1000
  private static let patience = 8

  /// Pages in the next batch, at most.
  private(set) var limit = largest
  /// The batch that a worker has.
  private(set) var underWay: Range<Int>?
  private var failures = 0

  /// The sizes of some pages will never be known.
  var estimatesStand: Bool { failures >= Self.patience }

  var mayAsk: Bool { underWay == nil && !estimatesStand }

  mutating func began(_ pages: Range<Int>) {
    underWay = pages
  }

  /// - Returns: whether the answer is one to the batch under way, and brings something.
  mutating func came(first: Int, count: Int) -> Bool {
    guard let pages = underWay, first == pages.lowerBound, count > 0 else { return false }
    underWay = nil
    limit = min(limit * 10, Self.largest)
    return true
  }

  /// A worker had to do something else: asked for again.
  mutating func gaveWay() {
    underWay = nil
  }

  /// - Returns: the page whose estimate stands from now on, when it was asked for alone.
  mutating func failed() -> Int? {
    guard let pages = underWay else { return nil }
    underWay = nil
    if pages.count > 1 {
      limit = max(1, min(pages.count, limit) / 10)
      return nil
    }
    failures += 1
    return pages.first
  }
}
