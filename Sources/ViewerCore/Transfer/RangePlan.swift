/// Which blocks of a document that streams are asked for next.
///
/// What somebody waits for comes before what only fills. Neighbours are asked for at once; reading that goes on where
/// the last request ended gets more each time; nothing is asked for twice. While blocks are needed two requests may be
/// under way, so that a page need not wait for what was asked before it; filling is one, and only when nothing else is.
package struct RangePlan: Hashable, Sendable {
  /// A request to make.
  package struct Step: Hashable, Sendable {
    package var run: BlockRun
    /// Whether somebody waits for it.
    package var isUrgent: Bool
  }

  /// Requests under way at once.
  package static let most = 2
  /// Blocks of one request: others that are needed must get their turn.
  package static let largest = 128
  /// Blocks that are asked for beyond the needed ones, at most.
  package static let farthest = 32
  /// Blocks between two needed ones that are asked for with them: a request costs more.
  package static let gap = 1

  package let blockCount: Int
  package private(set) var present: BlockSet
  /// Blocks of requests that are under way.
  package private(set) var asked = BlockSet()
  /// How many those are.
  package private(set) var requests = 0
  /// Whether the rest may come while nothing is needed.
  package var fills = false
  /// Blocks of the next request that fills; `FillPace` knows how many.
  package var fillLength = FillPace.start

  /// The most urgent first.
  private var needs: [Need] = []
  /// Times that blocks were wanted.
  private var round = 0
  /// Where requests ended, and how many blocks more the next one there may take; the latest last.
  private var trails: [Trail] = []
  /// Where filling goes on: behind what was read last.
  private var place = 0

  fileprivate struct Need: Hashable, Sendable {
    var run: BlockRun
    var round: Int
  }

  private struct Trail: Hashable, Sendable {
    var end: Int
    var length: Int
    /// Of the need: only one that comes later reads on. What is wanted together is what it is.
    var round: Int
  }

  package init(blockCount: Int, present: BlockSet = BlockSet()) {
    self.blockCount = blockCount
    self.present = present
    // The first blocks have come already; reading is likely to go on behind them.
    let start = present.firstMissing(from: 0)
    if start > 0 { trails = [Trail(end: start, length: 1, round: 0)] }
  }

  package var isComplete: Bool { present.count == blockCount }
  /// Whether somebody waits for blocks.
  package var isNeeded: Bool { !needs.isEmpty }

  // MARK: What is wanted

  /// Blocks are wanted now, the most urgent first: before all that were wanted so far.
  package mutating func need(_ runs: [BlockRun]) {
    let wanted = runs.flatMap { run -> [BlockRun] in
      let first = min(max(0, run.first), blockCount)
      return present.missing(in: BlockRun(first: first, count: min(run.end, blockCount) - first))
    }
    guard !wanted.isEmpty else { return }
    let newer = BlockSet(wanted)
    round += 1
    needs = wanted.map { Need(run: $0, round: round) } + needs.rest { newer.missing(in: $0) }
  }

  // MARK: What is asked for

  /// The next request; nil when there is none to make now. It is under way then, until `ended`.
  package mutating func next() -> Step? {
    guard requests < Self.most else { return nil }
    if let run = nextNeeded() {
      begin(run)
      return Step(run: run, isUrgent: true)
    }
    guard fills, requests == 0, needs.isEmpty, let run = nextOfRest() else { return nil }
    begin(run)
    return Step(run: run, isUrgent: false)
  }

  /// Blocks are there.
  package mutating func arrived(_ run: BlockRun) {
    present.insert(run)
    needs = needs.rest { present.missing(in: $0) }
  }

  /// A request is over; what of it has not arrived may be asked for anew.
  package mutating func ended(_ run: BlockRun) {
    asked.remove(run)
    requests -= 1
  }

  private mutating func begin(_ run: BlockRun) {
    asked.insert(run)
    requests += 1
    place = run.end
  }

  private mutating func nextNeeded() -> BlockRun? {
    let open = needs.rest { free(in: $0) }
    guard let start = open.first else { return nil }
    // All that is needed, so that neighbours are found wherever they stand in the list.
    let wanted = BlockSet(open.map(\.run))
    var run = BlockRun(first: start.run.first, count: 0)
    var end = wanted.firstMissing(from: run.first)
    while let next = wanted.firstPresent(from: end), next - end <= Self.gap,
      isFree(BlockRun(first: end, count: next - end))
    {
      end = wanted.firstMissing(from: next)
    }
    run.count = min(end - run.first, Self.largest)
    // The one before ended here, or a little short of here where its last blocks were there already.
    let trail = trails.lastIndex {
      $0.round < start.round && ($0.end == run.first || isThere(from: $0.end, to: run.first))
    }
    let length = trail.map { trails.remove(at: $0).length } ?? 0
    let more = min(length, Self.farthest)
    let ahead = free(in: BlockRun(first: run.end, count: min(more, blockCount - run.end)))
    if let ahead = ahead.first, ahead.first == run.end { run.count += ahead.count }
    trails.append(Trail(end: run.end, length: length + run.count, round: start.round))
    if trails.count > 8 { trails.removeFirst() }
    return run
  }

  /// The first blocks behind the place of reading that nobody has asked for; from the start when there are none.
  private func nextOfRest() -> BlockRun? {
    for start in [place, 0] {
      let first = present.firstMissing(from: start)
      guard first < blockCount else { continue }
      let end = present.firstPresent(from: first) ?? blockCount
      return BlockRun(first: first, count: min(end - first, fillLength))
    }
    return nil
  }

  /// Blocks of a run that neither are there nor come.
  private func free(in run: BlockRun) -> [BlockRun] {
    present.missing(in: run).flatMap { asked.missing(in: $0) }
  }

  private func isFree(_ run: BlockRun) -> Bool { free(in: run).first == run || run.count == 0 }

  private func isThere(from start: Int, to end: Int) -> Bool {
    start < end && present.contains(BlockRun(first: start, count: end - start))
  }
}

extension [RangePlan.Need] {
  /// What is left of each.
  fileprivate func rest(_ parts: (BlockRun) -> [BlockRun]) -> [RangePlan.Need] {
    flatMap { need in parts(need.run).map { RangePlan.Need(run: $0, round: need.round) } }
  }
}

/// How much one request that fills asks for: about as much as comes in a second, for who needs a block meanwhile shares
/// the line with it.
package struct FillPace: Hashable, Sendable {
  /// Blocks of the first one.
  package static let start = 8
  package static let range = 2...256

  /// Blocks of the next one.
  package private(set) var length = Self.start

  package init() {}

  /// A request that fills is over.
  /// - Parameter time: µs.
  package mutating func took(_ time: Int64, for blocks: Int) {
    // One that was cut short says little.
    guard blocks * 2 >= length else { return }
    if time < 500_000 {
      length = min(length * 2, Self.range.upperBound)
    } else if time > 1_500_000 {
      length = max(length / 2, Self.range.lowerBound)
    }
  }
}
