/// Numbers as traces write them: fixed decimals, no exponent, no negative zero, the same on every machine.
package enum Decimal {
  /// `value` with exactly `places` decimals, halves away from zero. What no trace should hold does no harm: beyond
  /// 64 bits a number stays at their end, and no number is 0.
  package static func text(_ value: Double, places: Int) -> String {
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = whole((value * Double(scale)).rounded())
    let sign = scaled < 0 ? "-" : ""
    let magnitude = scaled.magnitude
    let whole = magnitude / UInt64(scale)
    guard places > 0 else { return "\(sign)\(whole)" }
    let fraction = String(magnitude % UInt64(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
  }

  private static func whole(_ value: Double) -> Int64 {
    if value.isNaN { return 0 }
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }
}
