/// Damages bytes the same way each time: a deterministic generator (SplitMix64) stands in for chance.
struct Scrambler: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// Changes, cuts, doubles or inserts bytes at one to four places.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      guard !result.isEmpty else { return result }
      let place = Int.random(in: result.indices, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: result[place] = UInt8.random(in: .min ... .max, using: &self)
      case 1: result[place] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &self) ?? 0
      case 2: result.removeLast(result.count - place)
      case 3: result.insert(UInt8.random(in: .min ... .max, using: &self), at: place)
      case 4: result.append(contentsOf: result[place...].prefix(8))
      default:
        // Counts and lengths are 32 bits: make some huge.
        for offset in 0..<min(4, result.count - place) { result[place + offset] = 0xFF }
      }
    }
    return result
  }
}
