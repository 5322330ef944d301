import Testing

@testable import ViewerApp

struct FrameTimesTests {
  @Test("Without frames every percentile is 0")
  func none() {
    let times = FrameTimes()
    #expect(times.percentile(0.5) == 0 && times.percentile(1) == 0 && times.count == 0)
  }

  @Test(
    "A percentile is the time that its share of frames did not exceed, to 20 µs",
    arguments: [(0.0, 0.12), (0.01, 0.12), (0.5, 5.02), (0.95, 9.52), (0.99, 9.92), (1.0, 10.02)])
  func percentiles(_ share: Double, _ milliseconds: Double) {
    var times = FrameTimes()
    // 0.1, 0.2 … 10 ms, in no order.
    for index in 0..<100 { times.record(microseconds: Int64((index * 37 % 100 + 1) * 100), isLate: false) }
    #expect(abs(times.percentile(share) - milliseconds) < 1e-9)
  }

  @Test("Wider buckets hold longer times")
  func wide() {
    var times = FrameTimes(width: 1000)
    times.record(microseconds: 350_500, isLate: false)
    times.record(microseconds: 9_000_000, isLate: false)
    #expect(times.percentile(0.5) == 351 && times.percentile(1) == 5000)
  }

  @Test("Times that the histogram does not hold count at its ends")
  func ends() {
    var times = FrameTimes()
    times.record(microseconds: -5, isLate: false)
    #expect(times.percentile(1) == 0.02)
    times.record(microseconds: 3_600_000_000, isLate: true)
    times.record(microseconds: .max, isLate: true)
    #expect(times.percentile(1) == 100)
    #expect(times.count == 3 && times.late == 2)
  }
}
