import ViewerCore

/// How long frames took, in a histogram of fixed size: months of running cost no memory.
struct FrameTimes {
  /// Buckets of 20 µs up to 100 ms; longer ones count in the last.
  private static let width: Int64 = 20
  private var buckets = [UInt32](repeating: 0, count: 5000)
  private(set) var count = 0
  private(set) var late = 0

  mutating func record(microseconds: Int64, isLate: Bool) {
    count += 1
    if isLate { late += 1 }
    buckets[min(buckets.count - 1, max(0, Int(microseconds / Self.width)))] &+= 1
  }

  /// The time in ms that a share of all frames did not exceed.
  func percentile(_ share: Double) -> Double {
    guard count > 0 else { return 0 }
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (index, number) in buckets.enumerated() {
      seen += Int(number)
      if seen >= wanted { return Double((Int64(index) + 1) * Self.width) / 1000 }
    }
    return Double(Int64(buckets.count) * Self.width) / 1000
  }
}
