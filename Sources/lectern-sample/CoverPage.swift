/// The cover: dusk over the harbour, drawn.
enum CoverPage {
  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let (width, height) = (PageFrame.width, PageFrame.height)
    canvas.gradient(
      0, 0, width, 372,
      [(0, 0x1D3F4D), (0.42, 0x3F7283), (0.74, 0xD9A679), (0.92, 0xF0C98E), (1, 0xF4D9A8)])
    drawSun(on: canvas)
    drawTown(on: canvas)
    drawSea(on: canvas)
    drawLighthouse(on: canvas)
    drawBoat(on: canvas)

    let title = TypeStyle(family: TypeStyle.serif, size: 43, leading: 46, color: Colors.paper)
    try canvas.text("Tidewick\nHarbour\nMuseum", title, x: 44, baseline: 92, width: 330)
    canvas.rect(45, 205, 34, 2)
    canvas.fill(Colors.amber)
    try canvas.text(
      "A visitor\u{2019}s guide", TypeStyle.lead.colored(Colors.paper).sized(15, leading: 20), x: 44,
      baseline: 230)
    let foot = TypeStyle.kicker.colored(Colors.shallow)
    try canvas.text("WATER GATE 1, TIDEWICK", foot, x: 44, baseline: height - 34)
    try canvas.text("SPRING EDITION", foot.aligned(.right), x: width - 44, baseline: height - 34)
  }

  private static func drawSun(on canvas: borrowing Canvas) {
    for step in 0..<5 {
      canvas.circle(276, 352, radius: 34 + Double(step * step) * 6)
      canvas.fill(0xFBE7B8, alpha: 0.16)
    }
    canvas.circle(276, 352, radius: 30)
    canvas.fill(0xFDF1CF)
  }

  private static func drawTown(on canvas: borrowing Canvas) {
    canvas.curve([(0, 318), (46, 306), (100, 316), (168, 338), (240, 352), (330, 362), (419.53, 366)])
    canvas.polygonTail([(419.53, 380), (0, 380)])
    canvas.fill(0xA2968A)
    // The church behind the houses.
    canvas.line((78, 340), (78, 286), (85, 254), (92, 286), (92, 340), closed: true)
    canvas.fill(0x243338)
    // Gabled houses along the quay: width, wall height, gable height, shade.
    let houses: [(Double, Double, Double, UInt32)] = [
      (28, 40, 20, 0x2B3B40), (22, 52, 16, 0x37474A), (30, 34, 24, 0x243338), (24, 46, 18, 0x31413F),
      (20, 38, 15, 0x2B3B40), (32, 50, 24, 0x243338), (22, 34, 17, 0x37474A),
    ]
    var x = -6.0
    for (index, house) in houses.enumerated() {
      let (width, wall, gable, shade) = house
      canvas.line(
        (x, 380), (x, 380 - wall), (x + width / 2, 380 - wall - gable), (x + width, 380 - wall),
        (x + width, 380), closed: true)
      canvas.fill(shade)
      for row in 0..<3 {
        for column in 0..<2 where (index + row * 2 + column) % 3 != 0 {
          canvas.rect(
            x + 5 + Double(column) * (width - 14), 380 - wall + 4 + Double(row) * 11, 4, 5.5)
          canvas.fill(0xF6C66F, alpha: 0.9)
        }
      }
      x += width - 1
    }
  }

  private static func drawSea(on canvas: borrowing Canvas) {
    canvas.gradient(
      0, 372, PageFrame.width, PageFrame.height - 372,
      [(0, 0xD9B98A), (0.12, 0x7E9A97), (0.4, 0x33606F), (1, 0x173741)])
    // The quay wall and its reflection.
    canvas.rect(0, 372, 176, 12)
    canvas.fill(0x1C292D)
    for step in 0..<16 {
      let y = 379 + Double(step) * 2.6 + Double(step * step) * 0.55
      let half = 20 + Double(step) * 3.1
      let shift = Double((step * 37) % 13) - 6
      canvas.line((276 - half + shift, y), (276 + half * 0.8 + shift, y))
      canvas.stroke(0xFCEBC0, width: 1.1 + Double(step) * 0.08, alpha: 0.62 - Double(step) * 0.028)
    }
    for row in 0..<9 {
      let y = 408 + Double(row) * 19 + Double(row * row) * 0.6
      let amplitude = 1.6 + Double(row) * 0.5
      var points: [(Double, Double)] = []
      for step in 0...14 {
        let wave = (step + row) % 2 == 0 ? amplitude : -amplitude
        points.append((Double(step) * 34 - 28 + Double((row * 53) % 30), y + wave))
      }
      canvas.curve(points)
      canvas.stroke(0xDCE9E6, width: 0.8, alpha: 0.2)
    }
  }

  private static func drawLighthouse(on canvas: borrowing Canvas) {
    // The mole, stone by stone in outline.
    canvas.line((419.53, 396), (352, 396), (336, 414), (330, 430), (419.53, 430), closed: true)
    canvas.fill(0x18272C)
    canvas.line((362, 396), (366, 306), (384, 306), (388, 396), closed: true)
    canvas.fill(0xEFE3CE)
    for (top, upper, lower) in [(326.0, 1.0, 1.9), (362, 2.6, 3.5)] {
      canvas.line(
        (365.1 - upper, top), (384.9 + upper, top), (384.9 + lower, top + 18), (365.1 - lower, top + 18),
        closed: true)
      canvas.fill(Colors.brick)
    }
    canvas.rect(362, 302, 26, 4)
    canvas.fill(0x18272C)
    canvas.rect(368, 289, 14, 13)
    canvas.fill(0xFDE9A9)
    canvas.line((366, 289), (375, 279), (384, 289), closed: true)
    canvas.fill(0x18272C)
    canvas.line((368, 293), (120, 262), (120, 284), (368, 299), closed: true)
    canvas.fill(0xFDF1CF, alpha: 0.13)
  }

  private static func drawBoat(on canvas: borrowing Canvas) {
    canvas.line((176, 452), (250, 452), (238, 468), (190, 468), closed: true)
    canvas.fill(0x12262D)
    canvas.line((212, 450), (212, 388))
    canvas.stroke(0x12262D, width: 1.8)
    canvas.line((209, 446), (209, 394), (182, 446), closed: true)
    canvas.fill(0xEFE3CE)
    canvas.line((215, 446), (215, 390), (247, 446), closed: true)
    canvas.fill(Colors.brick)
    canvas.line((186, 474), (242, 474))
    canvas.stroke(0x0E1F25, width: 1.4, alpha: 0.5)
  }
}
