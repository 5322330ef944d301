/// Smooth random values that are the same on every run.
enum Noise {
  /// A value 0..<1 for a lattice point (an integer hash after Wang).
  static func lattice(_ x: Int32, _ y: Int32, seed: UInt32) -> Float {
    var hash =
      UInt32(bitPattern: x) &* 0x8DA6_B343 ^ UInt32(bitPattern: y) &* 0xD816_3841 ^ seed &* 0xCB1A_B31F
    hash = (hash ^ hash >> 16) &* 0x7FEB_352D
    hash = (hash ^ hash >> 15) &* 0x846C_A68B
    return Float((hash ^ hash >> 16) >> 8) / Float(1 << 24)
  }

  /// Values between lattice points, eased so that no edges show.
  static func smooth(_ x: Float, _ y: Float, seed: UInt32) -> Float {
    let floorX = x.rounded(.down)
    let floorY = y.rounded(.down)
    let (left, top) = (Int32(floorX), Int32(floorY))
    var (u, v) = (x - floorX, y - floorY)
    u = u * u * (3 - 2 * u)
    v = v * v * (3 - 2 * v)
    let a = lattice(left, top, seed: seed)
    let b = lattice(left &+ 1, top, seed: seed)
    let c = lattice(left, top &+ 1, seed: seed)
    let d = lattice(left &+ 1, top &+ 1, seed: seed)
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v
  }

  /// Octaves of halving size and strength, 0..<1.
  static func cloud(_ x: Float, _ y: Float, octaves: Int, seed: UInt32) -> Float {
    var (sum, strength, total, scale): (Float, Float, Float, Float) = (0, 1, 0, 1)
    for octave in 0..<octaves {
      sum += strength * smooth(x * scale, y * scale, seed: seed &+ UInt32(octave) &* 101)
      total += strength
      strength *= 0.5
      scale *= 2.03
    }
    return sum / total
  }
}
