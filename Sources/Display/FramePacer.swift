package import ViewerCore

/// When to start the next frame: as late as it can still make its vblank, so that the newest touch is in it.
///
/// After a flip at T the next frame starts at T + period - window. The window follows what frames have cost:
/// the 95th percentile of compose and copy, a quarter more, and 1.5 ms for the kernel, within 3 ms and
/// period - 1 ms (Weston's fixed 7 ms is the start). From idle a frame starts at once.
package struct FramePacer: Hashable, Sendable {
  package var period: Duration
  private var costs: [Int64] = []
  private var nextCost = 0
  private var lastFlip: Timestamp?
  private var lastSequence: UInt32 = 0
  private var hasVblanks = true

  static let remembered = 64
  static let firstWindow = Duration.milliseconds(7)

  /// - Parameter period: of one refresh; a screen that does not know its own is taken for 60 Hz.
  package init(period: Duration?) {
    self.period = max(period ?? .microseconds(16_667), .milliseconds(4))
    costs.reserveCapacity(Self.remembered)
  }

  /// Takes in what one frame cost: composing and copying, as measured by the loop.
  package mutating func record(cost: Duration) {
    if costs.count < Self.remembered {
      costs.append(cost.microseconds)
    } else {
      costs[nextCost] = cost.microseconds
      nextCost = (nextCost + 1) % Self.remembered
    }
  }

  package mutating func flipped(at time: Timestamp, sequence: UInt32) {
    // Virtual cards complete a flip at once and count no vblanks: there is nothing to be in time for.
    hasVblanks = sequence != lastSequence
    lastSequence = sequence
    lastFlip = time
  }

  /// How long before the vblank a frame starts.
  package var window: Duration {
    let longest = period - .milliseconds(1)
    guard !costs.isEmpty else { return min(Self.firstWindow, longest) }
    let sorted = costs.sorted()
    let slow = sorted[(sorted.count * 95 + 99) / 100 - 1]
    return min(max(.microseconds(slow + slow / 4 + 1500), .milliseconds(3)), longest)
  }

  /// The moment to start the next frame; `now` when that has passed or the screen was idle.
  package func nextFrameTime(now: Timestamp) -> Timestamp {
    guard let lastFlip else { return now }
    return max(now, hasVblanks ? lastFlip + period - window : lastFlip + period)
  }
}
