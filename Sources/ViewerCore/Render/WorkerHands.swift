/// How many workers are at hand when work is asked for.
package struct WorkerHands: Hashable, Sendable {
  /// Without work now.
  package var idle: Int
  /// In all.
  package var count: Int

  package init(idle: Int, count: Int) {
    self.idle = idle
    self.count = count
  }

  /// More than could be wanted.
  package static let enough = WorkerHands(idle: .max, count: .max)

  /// Whether one may do what no visible page waits for (thumbnails, a search): the last idle worker stays free for
  /// pages that come into view. A single worker does both in turn.
  package var mayServeOthers: Bool { idle > 1 || count == 1 }
}
