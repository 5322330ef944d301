/// Which blocks of documents that are still coming are asked for, and in which order.
///
/// A worker that waits for blocks is one less for pages whose blocks are there. Where such a page has none, another's
/// is taken from it: that page starves until its blocks have come, and is not given to a worker before.
///
/// | asked for | when |
/// |---|---|
/// | what a document is opened with | first |
/// | what a visible page needs, the one asked for longest first | then |
/// | what starving visible pages need | then |
/// | what pages out of sight need that a worker has begun | last |
/// | the rest of the document | while nothing of the above is missing, and the screen is still |
package struct BlockWants: Hashable, Sendable {
  /// What a piece of work waits for.
  package struct Need: Hashable, Sendable {
    /// Counted from 0; nil for the document's opening.
    package var page: Int?
    /// Counts up with every piece of work.
    package var order: UInt64
    package var runs: [BlockRun]

    package init(page: Int?, order: UInt64, runs: [BlockRun]) {
      self.page = page
      self.order = order
      self.runs = runs
    }
  }

  private var starving: [UInt32: [Int: [BlockRun]]] = [:]
  /// What was asked for last.
  private var asked: [UInt32: [BlockRun]] = [:]
  private var fills: [UInt32: Bool] = [:]

  package init() {}

  /// A page gave its worker to another; it needs these.
  package mutating func starve(document: UInt32, page: Int, runs: [BlockRun]) {
    starving[document, default: [:]][page] = runs
  }

  /// Blocks have come.
  /// - Parameter missing: what is not there of some.
  /// - Returns: pages that starve no longer, in order.
  package mutating func feed(document: UInt32, missing: ([BlockRun]) -> [BlockRun]) -> [Int] {
    let fed = starving[document]?.filter { missing($0.value).isEmpty }.keys.sorted() ?? []
    for page in fed { starving[document]?[page] = nil }
    return fed
  }

  /// - Returns: pages that starved.
  package mutating func forget(document: UInt32) -> [Int] {
    asked[document] = nil
    fills[document] = nil
    return starving.removeValue(forKey: document)?.keys.sorted() ?? []
  }

  /// Whoever is asked has forgotten it all.
  package mutating func askAnew(document: UInt32) {
    asked[document] = nil
    fills[document] = nil
  }

  /// What is to be asked for now.
  /// - Parameters:
  ///   - waiting: what workers wait for.
  ///   - visible: pages on the screen.
  ///   - mayFill: whether the screen is still.
  ///   - missing: what is not there of some, each block once.
  /// - Returns: nil for what has been said already.
  package mutating func news(
    document: UInt32, waiting: [Need], visible: Range<Int>, mayFill: Bool, missing: ([BlockRun]) -> [BlockRun]
  ) -> (need: [BlockRun]?, fill: Bool?) {
    func rank(_ need: Need) -> Int { need.page.map { visible.contains($0) ? 1 : 3 } ?? 0 }
    var needs = waiting.map { (rank: rank($0), order: $0.order, runs: $0.runs) }
    for (page, runs) in starving[document] ?? [:] where visible.contains(page) {
      needs.append((2, UInt64(page), runs))
    }
    needs.sort { ($0.rank, $0.order) < ($1.rank, $1.order) }
    let runs = missing(needs.flatMap(\.runs))
    let need = runs.isEmpty || runs == asked[document] ? nil : runs
    asked[document] = runs
    let fill = mayFill && runs.isEmpty
    defer { fills[document] = fill }
    return (need, fill == (fills[document] ?? false) ? nil : fill)
  }
}
