import Pictures
import ViewerCore

/// A picture that costs a decoder what a photograph does: blurred shapes of all sizes, the larger the stronger, and the
/// grain of a sensor. The same each time.
struct Photograph {
  private let size: PixelSize
  private let pixels: [UInt32]

  init(size: PixelSize) {
    self.size = size
    // Each octave: grey values at the corners of squares, mixed in between; the squares halve, the strength too.
    let octaves = [(1024, 96), (256, 48), (64, 24), (16, 8)]
    let middle = 128 << 16
    pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
      var values = [Int](repeating: 0, count: 3 * size.width)
      for y in 0..<size.height {
        for index in values.indices { values[index] = middle }
        for (side, strength) in octaves {
          for colour in 0..<3 {
            Self.add(side, strength, row: y, seed: colour, to: &values, width: size.width)
          }
        }
        for x in 0..<size.width {
          let grain = Int(Self.noise(x, y, 7) & 7) - 4
          let parts = (0..<3).map { UInt32(min(max((values[$0 * size.width + x] >> 16) + grain, 0), 255)) }
          buffer[y * size.width + x] = parts[0] << 16 | parts[1] << 8 | parts[2]
        }
      }
      count = size.width * size.height
    }
  }

  private static func add(
    _ side: Int, _ strength: Int, row y: Int, seed: Int, to values: inout [Int], width: Int
  ) {
    let down = y % side
    // At the corners of the squares, mixed downwards; then mixed across.
    func corner(_ column: Int) -> Int {
      let above = Int(noise(column, y / side, side + seed) & 0xFFFF)
      let below = Int(noise(column, y / side + 1, side + seed) & 0xFFFF)
      return (above * (side - down) + below * down) / side - 0x8000
    }
    var left = corner(0)
    for column in 0...(width / side) {
      let right = corner(column + 1)
      for across in 0..<min(side, width - column * side) {
        let mixed = (left * (side - across) + right * across) / side
        values[seed * width + column * side + across] += mixed * 2 * strength
      }
      left = right
    }
  }

  /// Looks like chance.
  private static func noise(_ x: Int, _ y: Int, _ seed: Int) -> UInt32 {
    var value = UInt32(truncatingIfNeeded: x &* 0x1657_4577 &+ y &* 0x27D4_EB2F &+ seed &* 0x9E37_79B1)
    value = (value ^ value >> 15) &* 0x2C1B_3C6D
    value = (value ^ value >> 12) &* 0x297A_2D39
    return value ^ value >> 15
  }

  /// As cameras store it: a quarter of the colours.
  func jpeg(isProgressive: Bool) throws(PictureError) -> [UInt8] {
    try pixels.span.withUnsafeBytes { bytes throws(PictureError) in
      guard let start = bytes.baseAddress else { throw .unusableSize(width: 0, height: 0, stride: 0) }
      return try JPEGWriter.encode(
        xrgb: start, stride: size.width * 4, width: size.width, height: size.height, quality: 80,
        isProgressive: isProgressive)
    }
  }
}
