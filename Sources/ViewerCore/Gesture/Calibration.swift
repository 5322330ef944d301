/// A touch device's mounting: the first two rows of a 3x3 matrix over shares of the axes (0 to 1), as udev's
/// `LIBINPUT_CALIBRATION_MATRIX="a b c d e f"` gives it. A quarter turn clockwise is `0 -1 1 1 0 0`.
package struct Calibration: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var e: Double
  package var f: Double

  package static let identity = Calibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

  package init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f
  }

  /// Six finite numbers between spaces; anything else is no calibration.
  package init?(_ text: some StringProtocol) {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) < 1000 }) else { return nil }
    self.init(
      a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
  }

  /// Whether the device's x axis runs along the glass's height.
  package var swapsAxes: Bool { abs(b) > abs(a) }

  package func apply(_ share: Point) -> Point {
    Point(x: a * share.x + b * share.y + c, y: d * share.x + e * share.y + f)
  }
}
