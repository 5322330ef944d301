import ViewerCore

/// How long frames took, in a histogram of fixed size: months of running cost no memory.
struct FrameTimes {
  /// µs; 5000 buckets of this width are kept, longer times count in the last.
  private let width: Int64
  private var buckets = [UInt32](repeating: 0, count: 5000)
  private(set) var count = 0
  private(set) var late = 0
  /// Of all of them together.
  private(set) var total = Duration.zero

  /// - Parameter width: of a bucket, µs: 20 for times up to 100 ms.
  init(width: Int64 = 20) {
    self.width = width
  }

  mutating func record(microseconds: Int64, isLate: Bool) {
    count += 1
    total += .microseconds(microseconds)
    if isLate { late += 1 }
    buckets[min(buckets.count - 1, max(0, Int(microseconds / width)))] &+= 1
  }

  /// The time in ms that a share of all frames did not exceed.
  func percentile(_ share: Double) -> Double {
    guard count > 0 else { return 0 }
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (index, number) in buckets.enumerated() {
      seen += Int(number)
      if seen >= wanted { return Double((Int64(index) + 1) * width) / 1000 }
    }
    return Double(Int64(buckets.count) * width) / 1000
  }
}
