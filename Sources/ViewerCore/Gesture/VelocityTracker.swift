/// How fast a finger moves: a least-squares parabola (a line through fewer than four samples) through the last
/// 100 ms of its positions, by event time, as Android's LSQ2 and Flutter do; the slope at the newest sample.
///
/// A finger that has not moved for 40 ms rests: its velocity is zero. A device that samples more slowly than
/// every 20 ms is given two of its sample intervals.
package struct VelocityTracker: Sendable {
  struct Sample: Sendable {
    var time: Timestamp
    var position: Point
  }

  private static let capacity = 32
  /// Nearer samples replace each other, so that the window fits whatever the device's rate.
  private static let spacing = Duration.milliseconds(4)

  /// A ring; `count` samples end at `newest`.
  private var samples: InlineArray<32, Sample>
  private var newest = 0
  private var count = 1
  /// The shortest time between two motions: what the device's sample interval shows as.
  private var interval: Duration?
  private var lastMotion: Timestamp

  package init(position: Point, at time: Timestamp) {
    samples = InlineArray(repeating: Sample(time: time, position: position))
    lastMotion = time
  }

  /// Takes a position in px; one equal to the last is no motion.
  package mutating func add(_ position: Point, at time: Timestamp) {
    guard position != samples[newest].position else { return }
    if time > lastMotion {
      interval = min(interval ?? (time - lastMotion), time - lastMotion)
      lastMotion = time
    }
    let isDense = count > 1 && time - sample(1).time < Self.spacing
    if time <= samples[newest].time || isDense {
      samples[newest] = Sample(time: max(time, samples[newest].time), position: position)
      return
    }
    newest = (newest + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
    samples[newest] = Sample(time: time, position: position)
  }

  /// px/s at a lift; zero where the finger rested.
  package func velocity(at lift: Timestamp, settings: GestureSettings) -> Point {
    let rest = max(Duration.milliseconds(settings.restTime), (interval ?? .zero) * 2)
    guard lift - lastMotion <= rest else { return .zero }
    let window = Duration.milliseconds(settings.velocityWindow)
    let origin = samples[newest]
    var sums = Sums()
    for back in 0..<count {
      let sample = sample(back)
      let age = origin.time - sample.time
      guard age <= window else { break }
      sums.add(time: -age.seconds / 0.1, offset: sample.position - origin.position)
    }
    return sums.slope * (1 / 0.1)
  }

  private func sample(_ back: Int) -> Sample {
    samples[(newest - back + Self.capacity) % Self.capacity]
  }
}

/// The sums of a least-squares fit of x(t) and y(t); times in units of about 1, so that the equations are tame.
private struct Sums {
  private var n = 0.0
  private var t1 = 0.0
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var p0 = Point.zero
  private var p1 = Point.zero
  private var p2 = Point.zero

  mutating func add(time t: Double, offset p: Point) {
    n += 1
    t1 += t
    t2 += t * t
    t3 += t * t * t
    t4 += t * t * t * t
    p0 = p0 + p
    p1 = p1 + p * t
    p2 = p2 + p * (t * t)
  }

  /// b of p(t) = a + b·t + c·t², or of a + b·t.
  var slope: Point {
    // Cramer's rule on the normal equations.
    let determinant = n * (t2 * t4 - t3 * t3) - t1 * (t1 * t4 - t2 * t3) + t2 * (t1 * t3 - t2 * t2)
    if n >= 4, determinant > 1e-9 {
      let along = p0 * -(t1 * t4 - t3 * t2) + p1 * (n * t4 - t2 * t2) + p2 * -(n * t3 - t1 * t2)
      return along * (1 / determinant)
    }
    let spread = n * t2 - t1 * t1
    guard n >= 2, spread > 1e-9 else { return .zero }
    return (p1 * n - p0 * t1) * (1 / spread)
  }
}
