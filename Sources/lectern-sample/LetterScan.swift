import CCairo

/// A page from the archive as a scanner saw it: grey, a little crooked, with stains, a fold and noise.
enum LetterScan {
  static let width = 1240
  static let height = 1760

  static let paragraphs = [
    "Dear sister, we are all dry again, and the cat is found.",
    "On Monday the wind went round to the north at seven and the water came over the quay at nine. By ten it stood in "
      + "the weigh house to my belt. We lost forty barrels of salt, which is to say that the harbour was for one night "
      + "a very good brine, and eleven of herring, which may like it there.",
    "Nobody is drowned. I have cut a mark into the doorpost so that I need not tell it higher every year.",
    "Your Josepha",
  ]

  static func make() throws(SampleError) -> PixelImage {
    let image = try PixelImage(width: width, height: height)
    try write(on: image)
    image.eachRow { y, row in
      for x in 0..<row.count {
        // Red stands for ink: 255 bare paper, 0 the darkest stroke.
        let ink = 1 - Float(row[x] >> 16 & 0xFF) / 255
        let level = UInt32(min(max(paper(x, y) * (1 - ink * inkStrength(x, y)), 0), 255))
        row[x] = level << 16 | level << 8 | level
      }
    }
    return image
  }

  private static func write(on image: borrowing PixelImage) throws(SampleError) {
    let canvas = try Canvas(on: image.surface)
    canvas.rect(0, 0, Double(width), Double(height))
    canvas.fill(Colors.white)
    // Nobody lays a letter quite straight on the glass.
    cairo_rotate(canvas.context, 0.0068)
    let hand = TypeStyle(family: TypeStyle.script, size: 49, leading: 66, color: 0x000000)
    var y = try canvas.text(
      "Tidewick, the last of November 1703", hand.sized(41, leading: 60).aligned(.right), x: 190,
      baseline: 230, width: 890)
    y += 46
    for (index, paragraph) in paragraphs.enumerated() {
      let closing = index == paragraphs.count - 1
      if closing { y += 34 }
      y = try canvas.text(
        paragraph, closing ? hand.sized(62, leading: 70).aligned(.right) : hand, x: 190, baseline: y,
        width: 890)
      y += 20
    }
    // A flourish under the name.
    canvas.curve([(770, y - 52), (860, y - 34), (980, y - 46), (1080, y - 62), (990, y - 30), (900, y - 22)])
    canvas.stroke(0x000000, width: 3)
    let stamp = TypeStyle(
      family: TypeStyle.sans, size: 22, leading: 30, weight: 600, color: 0x303030, tracking: 3)
    canvas.roundedRect(176, 1530, 330, 96, radius: 8)
    canvas.stroke(0x303030, width: 3)
    try canvas.text("TIDEWICK ARCHIVE\nHM 1703 / 44", stamp, x: 196, baseline: 1568)
    try canvas.check()
  }

  /// The light that bare paper sends back, 0-255.
  private static func paper(_ x: Int, _ y: Int) -> Float {
    let (u, v) = (Float(x) / Float(width), Float(y) / Float(height))
    let inset = min(min(u, 1 - u), min(v, 1 - v) * 1.4)
    // The scanner's black lid shows beyond the sheet's torn edge.
    if inset < 0.032, inset < 0.02 + Noise.cloud(u * 9, v * 13, octaves: 2, seed: 5) * 0.012 {
      return 46 + 10 * Noise.lattice(Int32(x), Int32(y), seed: 3)
    }
    let mottle = Noise.smooth(u * 7, v * 9, seed: 11)
    let fibre = Noise.smooth(Float(x) * 0.11, Float(y) * 0.45, seed: 13)
    var level: Float = 214 + 22 * mottle + 7 * fibre
    level -= 26 * max(0, 1 - inset * 14)
    // One fold across and one down, and what a cup left.
    for (distance, depth) in [(v - 0.487 - (u - 0.5) * 0.01, Float(34)), (u - 0.512, 20)] {
      let near = abs(distance) * 420
      if near < 6 { level -= depth * (1 - near / 6) * (0.6 + 0.4 * fibre) }
    }
    let (dx, dy) = (Float(x) - 930, Float(y) - 1420)
    let ring = abs((dx * dx + dy * dy).squareRoot() - 118)
    if ring < 11 { level -= 30 * (1 - ring / 11) * (0.35 + mottle) }
    return level + (Noise.lattice(Int32(x), Int32(y), seed: 17) - 0.5) * 16
  }

  /// Ink fades where the pen ran dry.
  private static func inkStrength(_ x: Int, _ y: Int) -> Float {
    0.66 + 0.28 * Noise.smooth(Float(x) * 0.02, Float(y) * 0.03, seed: 19)
  }
}
