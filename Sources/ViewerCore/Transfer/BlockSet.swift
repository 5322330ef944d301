/// Which blocks of a document are there.
///
/// Kept as runs in rising order that neither touch nor overlap: a document that is there as a whole is one run.
package struct BlockSet: Hashable, Sendable {
  package private(set) var runs: [BlockRun] = []

  package init() {}

  package init(_ runs: some Sequence<BlockRun>) {
    for run in runs { insert(run) }
  }

  package var isEmpty: Bool { runs.isEmpty }
  /// How many blocks.
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  package func contains(_ block: Int) -> Bool {
    let index = firstEnding(after: block)
    return index < runs.count && runs[index].first <= block
  }

  package func contains(_ run: BlockRun) -> Bool {
    guard run.count > 0 else { return true }
    let index = firstEnding(after: run.first)
    return index < runs.count && runs[index].first <= run.first && runs[index].end >= run.end
  }

  /// The blocks of a run that are not there, in rising order.
  package func missing(in run: BlockRun) -> [BlockRun] {
    var result: [BlockRun] = []
    var place = run.first
    var index = firstEnding(after: run.first)
    while place < run.end {
      guard index < runs.count, runs[index].first < run.end else {
        result.append(BlockRun(first: place, count: run.end - place))
        return result
      }
      if runs[index].first > place {
        result.append(BlockRun(first: place, count: runs[index].first - place))
      }
      place = runs[index].end
      index += 1
    }
    return result
  }

  /// The first block that is not there, from a place on; the place itself beyond all.
  package func firstMissing(from block: Int) -> Int {
    let index = firstEnding(after: block)
    return index < runs.count && runs[index].first <= block ? runs[index].end : block
  }

  /// The first block that is there, from a place on; nil when none is.
  package func firstPresent(from block: Int) -> Int? {
    let index = firstEnding(after: block)
    return index < runs.count ? max(block, runs[index].first) : nil
  }

  package mutating func insert(_ run: BlockRun) {
    guard run.count > 0 else { return }
    // What touches the run is taken into it.
    let start = firstEnding(after: run.first - 1)
    var (first, end, stop) = (run.first, run.end, start)
    while stop < runs.count, runs[stop].first <= run.end {
      first = min(first, runs[stop].first)
      end = max(end, runs[stop].end)
      stop += 1
    }
    runs.replaceSubrange(start..<stop, with: CollectionOfOne(BlockRun(first: first, count: end - first)))
  }

  package mutating func remove(_ run: BlockRun) {
    guard run.count > 0 else { return }
    let start = firstEnding(after: run.first)
    var stop = start
    var rest: [BlockRun] = []
    while stop < runs.count, runs[stop].first < run.end {
      let old = runs[stop]
      if old.first < run.first { rest.append(BlockRun(first: old.first, count: run.first - old.first)) }
      if old.end > run.end { rest.append(BlockRun(first: run.end, count: old.end - run.end)) }
      stop += 1
    }
    runs.replaceSubrange(start..<stop, with: rest)
  }

  /// Index of the first run that ends behind a block: only that one may hold it.
  private func firstEnding(after block: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].end > block { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension BlockSet {
  /// For a file: `0+4 7+1`, each run's first block and how many there are.
  package var text: String {
    runs.map { "\($0.first)+\($0.count)" }.joined(separator: " ")
  }

  /// - Returns: nil for what `text` does not write, or blocks that a document of `blockCount` does not have.
  package init?(_ text: String, blockCount: Int) {
    for word in text.split(separator: " ", omittingEmptySubsequences: false) where !text.isEmpty {
      let parts = word.split(separator: "+", omittingEmptySubsequences: false)
      guard parts.count == 2, let first = Int(parts[0]), let count = Int(parts[1]), first >= 0, count > 0,
        first <= blockCount, count <= blockCount - first, first > (runs.last?.end ?? -1)
      else { return nil }
      runs.append(BlockRun(first: first, count: count))
    }
  }
}
