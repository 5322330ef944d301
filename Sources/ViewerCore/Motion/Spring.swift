/// A critically damped pull back to zero: x(t) = (a + (v + ω·a)·t)·e^(−ω·t).
///
/// ω is chosen for each start: the softest that brings |a| + (|v| + ω·|a|)·t, the largest that x(t)/e^(−ω·t)
/// can be, to within `tolerance` when `time` has passed; so a short way back is as unhurried as a long one.
/// From then on it is exactly at zero, and the last step is too small to see.
package struct Spring: Hashable, Sendable {
  /// a: displacement at the start.
  let displacement: Double
  /// v: its change per second at the start.
  let startVelocity: Double
  /// ω, 1/s.
  let stiffness: Double
  let seconds: Double

  /// - Parameters:
  ///   - displacement: from the place of rest, px (or any unit `tolerance` has).
  ///   - velocity: px/s, away from rest where its sign is the displacement's.
  package init(
    displacement: Double, velocity: Double, tolerance: Double = 0.25, time: Duration = .milliseconds(350)
  ) {
    let seconds = max(time.seconds, 0.001)
    self.displacement = displacement
    self.startVelocity = velocity
    self.seconds = seconds
    // u = ω·t; the bound (|a|·(1 + u) + |v|·t)·e^(−u) falls from u = 0 on. The lower end makes the spring
    // lively even for a displacement of a pixel; the upper one would stop 10^9 px.
    var low = 5.0
    var high = 32.0
    func bound(_ u: Double) -> Double {
      (abs(displacement) * (1 + u) + abs(velocity) * seconds) * Maths.exponential(-u)
    }
    if bound(low) <= tolerance {
      high = low
    } else {
      for _ in 0..<40 {
        let middle = (low + high) / 2
        if bound(middle) > tolerance { low = middle } else { high = middle }
      }
    }
    stiffness = high / seconds
  }

  /// Displacement from rest.
  package func position(at elapsed: Duration) -> Double {
    let t = max(0, elapsed.seconds)
    guard t < seconds else { return 0 }
    return (displacement + (startVelocity + stiffness * displacement) * t)
      * Maths.exponential(-stiffness * t)
  }

  package func velocity(at elapsed: Duration) -> Double {
    let t = max(0, elapsed.seconds)
    guard t < seconds else { return 0 }
    let slope = startVelocity + stiffness * displacement
    return (slope - stiffness * (displacement + slope * t)) * Maths.exponential(-stiffness * t)
  }

  package func isAtRest(at elapsed: Duration) -> Bool {
    elapsed.seconds >= seconds || (displacement == 0 && startVelocity == 0)
  }

  /// When it first passes the place of rest on its way; nil where it only ever comes near.
  package var crossing: Duration? {
    let slope = startVelocity + stiffness * displacement
    guard displacement != 0, slope != 0 else { return nil }
    let t = -displacement / slope
    guard t > 0, t < seconds else { return nil }
    return .microseconds(Int64((t * 1_000_000).rounded()))
  }
}
