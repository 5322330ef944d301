import CCairo

/// The map of the old port, on a page that lies across.
enum MapPage {
  static let width = 595.28
  static let height = 419.53

  private static let places: [(name: String, note: String, x: Double, y: Double)] = [
    ("Weigh house", "You are here", 201, 189), ("Treadwheel crane", "Noon, not on Mondays", 258.5, 218),
    ("Salt house", "Mind your head", 311.5, 171), ("Ropewalk", "Demonstrations at 2", 118, 96.5),
    ("Archive", "Ring the bell", 130, 206), ("Shipyard", "Open air", 108, 288),
    ("Pilots\u{2019} steps", "Slippery when wet", 216, 326), ("Lighthouse", "Last entry at 5", 338, 322),
  ]

  private static let coast: [(Double, Double)] = [
    (0, 352), (26, 344), (52, 330), (84, 324), (106, 312), (122, 304), (146, 306), (160, 296),
    (172, 272), (180, 250),
  ]
  private static let northCoast: [(Double, Double)] = [
    (348, 182), (362, 168), (374, 142), (392, 124), (398, 98), (388, 72), (396, 44), (384, 20), (388, 0),
  ]

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    drawSea(on: canvas)
    drawLand(on: canvas)
    drawBlocks(on: canvas)
    drawMole(on: canvas)
    try drawNames(on: canvas)
    try drawPlaces(on: canvas)
    try drawLegend(on: canvas)
    try drawScale(on: canvas)
  }

  private static func land(on canvas: borrowing Canvas) {
    canvas.curve(coast)
    // The straight quay between the two shores.
    cairo_line_to(canvas.context, 186, 232)
    cairo_line_to(canvas.context, 344, 206)
    canvas.curve(northCoast, continues: true)
    canvas.polygonTail([(388, -60), (-60, -60), (-60, 352)])
  }

  private static func drawSea(on canvas: borrowing Canvas) {
    canvas.rect(0, 0, width, height)
    canvas.fill(0xD5E5E6)
    // Lines that follow the shore, fainter further out, as engravers drew water.
    for (offset, color) in [(64.0, 0xCCDFE1), (44, 0xC2D9DC), (27, 0xB6D1D5), (13, 0xA8C7CD)]
      as [(Double, UInt32)]
    {
      land(on: canvas)
      canvas.stroke(color, width: offset)
    }
  }

  private static func drawLand(on canvas: borrowing Canvas) {
    land(on: canvas)
    canvas.fill(0xF5EFE0)
    land(on: canvas)
    canvas.stroke(0x7E8F8C, width: 1)
    // A strand in the south, the gardens in the north.
    cairo_save(canvas.context)
    land(on: canvas)
    cairo_clip(canvas.context)
    canvas.curve(coast.map { ($0.0 - 6, $0.1 - 2) }.dropLast(3))
    canvas.stroke(Colors.sand, width: 13)
    canvas.curve([(300, -4), (306, 30), (330, 52), (352, 90), (344, 130), (380, 140), (420, 90), (410, -4)])
    cairo_close_path(canvas.context)
    canvas.fill(Colors.moss, alpha: 0.75)
    cairo_restore(canvas.context)
    for (x, y) in [(324.0, 22.0), (344, 40), (336, 66), (362, 62), (368, 96), (356, 118), (372, 30)] {
      canvas.circle(x, y, radius: 5.5)
      canvas.fill(0x9DB086)
      canvas.circle(x - 1.2, y - 1.4, radius: 3)
      canvas.fill(0xACBD95)
    }
  }

  /// Streets are what blocks leave free: one grid leans with the quay.
  private static func drawBlocks(on canvas: borrowing Canvas) {
    cairo_save(canvas.context)
    land(on: canvas)
    cairo_clip(canvas.context)
    lean(canvas)
    let columns = [-186.0, -140, -98, -46, 0, 40, 78, 118, 152]
    let rows = [-224.0, -186, -152, -128, -92, -58, -24]
    for (columnIndex, pair) in zip(columns, columns.dropFirst()).enumerated() {
      for (rowIndex, span) in zip(rows, rows.dropFirst()).enumerated() {
        // The market place stays open; the ropewalk is one long house.
        if rowIndex == 2 || (columnIndex == 4 && rowIndex == 4) || columnIndex > 6 && rowIndex < 4 {
          continue
        }
        block(
          on: canvas, pair.0 + 3, span.0 + 3, pair.1 - pair.0 - 6, span.1 - span.0 - 6,
          seed: columnIndex * 7 + rowIndex)
      }
    }
    for (left, right) in [(-186.0, -140.0), (-140, -104)] {
      block(on: canvas, left + 3, 2, right - left - 6, 32, seed: Int(-left))
    }
    canvas.rect(-120, -150, 200, 8)
    canvas.fill(0xC98E6C)
    canvas.rect(-120, -150, 200, 8)
    canvas.stroke(0x8A5538, width: 0.5)
    // Market place with its church.
    canvas.roundedRect(14, -82, 15, 11, radius: 1)
    canvas.fill(0xB5725B)
    canvas.line((9, -76.5), (14, -76.5))
    canvas.stroke(0xB5725B, width: 4)
    // The quay road and Gull Lane run on top.
    canvas.line((-150, -10), (160, -10))
    canvas.stroke(0xFFFFFF, width: 9)
    canvas.line((-1.5, -220), (-1.5, -10))
    canvas.stroke(0xFFFFFF, width: 9)
    canvas.line((-190, -134.5), (128, -134.5))
    canvas.stroke(0xFFFFFF, width: 8)
    cairo_restore(canvas.context)
  }

  private static func block(
    on canvas: borrowing Canvas, _ x: Double, _ y: Double, _ width: Double, _ height: Double, seed: Int
  ) {
    let shades: [UInt32] = [0xE3D7BE, 0xDDCFB3, 0xE7DCC6]
    canvas.roundedRect(x, y, width, height, radius: 2)
    canvas.fill(shades[seed % shades.count])
    // A courtyard, and the joints between houses.
    if width > 26, height > 22 {
      canvas.roundedRect(x + 8, y + 8, width - 16, height - 16, radius: 1.5)
      canvas.fill(seed % 4 == 1 ? Colors.moss : 0xF1E9D8)
    }
    var joint = x + 9 + Double(seed % 5)
    while joint < x + width - 4 {
      canvas.line((joint, y), (joint, y + 7))
      canvas.line((joint + 3, y + height), (joint + 3, y + height - 7))
      joint += 11
    }
    canvas.stroke(0xC4B598, width: 0.5)
  }

  private static func drawMole(on canvas: borrowing Canvas) {
    for (color, width) in [(0x7E8F8C, 11.0), (0xE9DFC8, 8.6)] as [(UInt32, Double)] {
      canvas.curve([(126, 300), (176, 318), (250, 332), (338, 322)])
      canvas.stroke(color, width: width)
      canvas.line((378, 146), (372, 190), (358, 222))
      canvas.stroke(color, width: width * 0.8)
    }
    canvas.circle(338, 322, radius: 9)
    canvas.fill(0xE9DFC8)
    canvas.circle(338, 322, radius: 9)
    canvas.stroke(0x7E8F8C, width: 1.1)
    // Ships at the quay, and the way in between the lights.
    for (x, y, turn) in [
      (226.0, 238.0, -0.163), (300, 226, -0.163), (262, 290, 0.35), (96, 268, -0.6), (120, 266, -0.6),
    ] {
      cairo_save(canvas.context)
      cairo_translate(canvas.context, x, y)
      cairo_rotate(canvas.context, turn)
      canvas.curve([(-13, 0), (-9, -4), (6, -4), (14, 0), (6, 4), (-9, 4), (-13, 0)])
      canvas.fill(Colors.deep)
      canvas.line((-8, 0), (8, 0))
      canvas.stroke(Colors.sand, width: 1)
      cairo_restore(canvas.context)
    }
    canvas.curve([(290, 286), (330, 279), (372, 283), (424, 304)])
    canvas.stroke(Colors.sea, width: 1, dash: [0.1, 4])
  }

  private static func drawNames(on canvas: borrowing Canvas) throws(SampleError) {
    let water = TypeStyle(
      family: TypeStyle.serif, size: 12, leading: 15, italic: true, color: Colors.sea, tracking: 1.1,
      alignment: .centre)
    try canvas.text("Old basin", water, x: 256, baseline: 262)
    try canvas.text("Tidewick Roads", water.sized(15, leading: 20), x: 262, baseline: 380)
    let street = TypeStyle(
      family: TypeStyle.sans, size: 5.6, leading: 8, weight: 500, color: 0x6F6552, tracking: 0.3)
    try inTown(on: canvas, "LONG QUAY", street, x: 96, y: -8)
    try inTown(on: canvas, "Gull Lane", street, x: 0.4, y: -158, turn: -.pi / 2)
    try inTown(on: canvas, "Tar Street", street, x: 24, y: -132.4)
    try inTown(on: canvas, "Market", street, x: 9, y: -60)
    try canvas.text("Sea gardens", street.colored(0x5E7048).sized(7, leading: 9), x: 318, baseline: 54)
    try canvas.text("The strand", street.colored(0x8A7442).sized(7, leading: 9), x: 12, baseline: 365)
  }

  /// Sets a name in the leaning grid of the streets.
  private static func inTown(
    on canvas: borrowing Canvas, _ text: String, _ style: TypeStyle, x: Double, y: Double, turn: Double = 0
  ) throws(SampleError) {
    cairo_save(canvas.context)
    defer { cairo_restore(canvas.context) }
    lean(canvas)
    cairo_translate(canvas.context, x, y)
    cairo_rotate(canvas.context, turn)
    try canvas.text(text, style, x: 0, baseline: 0)
  }

  /// From here on, the quay's west end is the origin and the quay the horizontal.
  private static func lean(_ canvas: borrowing Canvas) {
    cairo_translate(canvas.context, 186, 232)
    cairo_rotate(canvas.context, -0.163)
  }

  private static func drawPlaces(on canvas: borrowing Canvas) throws(SampleError) {
    for (index, place) in places.enumerated() {
      try marker(on: canvas, index + 1, place.x, place.y, strong: index == 0)
    }
  }

  private static func marker(
    on canvas: borrowing Canvas, _ number: Int, _ x: Double, _ y: Double, strong: Bool
  )
    throws(SampleError)
  {
    canvas.circle(x, y, radius: 8.4)
    canvas.fill(Colors.white)
    canvas.circle(x, y, radius: 7)
    canvas.fill(strong ? Colors.brick : Colors.deep)
    let style = TypeStyle(
      family: TypeStyle.sans, size: 8.4, leading: 10, weight: 700, color: Colors.white, alignment: .centre)
    try canvas.text("\(number)", style, x: x, baseline: y + 3)
  }

  private static func drawLegend(on canvas: borrowing Canvas) throws(SampleError) {
    let left = 424.0
    canvas.rect(left - 16, 0, width - left + 16, height)
    canvas.fill(Colors.white)
    canvas.line((left - 16, 0), (left - 16, height))
    canvas.stroke(0x7E8F8C, width: 0.8)
    try canvas.text("THE HARBOUR", .kicker, x: left, baseline: 44)
    try canvas.text(
      "Map of the\nold port", TypeStyle.title.sized(21, leading: 23), x: left, baseline: 68)
    var y = 122.0
    for (index, place) in places.enumerated() {
      try marker(on: canvas, index + 1, left + 7, y - 3, strong: index == 0)
      try canvas.text(place.name, TypeStyle.small.weighing(600), x: left + 24, baseline: y - 3.4)
      try canvas.text(place.note, .caption, x: left + 24, baseline: y + 6)
      y += 31
    }
    let paths: [(UInt32, [Double], String)] = [
      (Colors.sea, [0.1, 4], "Way in for boats"), (0xC98E6C, [], "Ropewalk, under one roof"),
    ]
    for (color, dash, text) in paths {
      canvas.line((left, y - 6), (left + 16, y - 6))
      canvas.stroke(color, width: dash.isEmpty ? 4 : 1.4, dash: dash)
      try canvas.text(text, .caption, x: left + 24, baseline: y - 3.4)
      y += 14
    }
    try canvas.text("5", TypeStyle.folio.aligned(.right), x: width - 30, baseline: height - 24)
    canvas.link(toPage: Guide.contentsPage, left, 30, 150, 66)
  }

  private static func drawScale(on canvas: borrowing Canvas) throws(SampleError) {
    let (x, y) = (34.0, 394.0)
    for step in 0..<4 {
      canvas.rect(x + Double(step) * 24, y, 24, 3.4)
      canvas.fill(step % 2 == 0 ? Colors.ink : Colors.white)
    }
    canvas.rect(x, y, 96, 3.4)
    canvas.stroke(Colors.ink, width: 0.6)
    let style = TypeStyle.caption.sized(6, leading: 8).aligned(.centre).colored(Colors.ink)
    for (text, offset) in [("0", 0.0), ("50", 48), ("100 m", 96)] {
      try canvas.text(text, style, x: x + offset, baseline: y - 3.5)
    }
    // North.
    let (north, top) = (376.0, 346.0)
    canvas.line((north, top), (north + 8, top + 30), (north, top + 24), closed: true)
    canvas.fill(Colors.ink)
    canvas.line((north, top), (north - 8, top + 30), (north, top + 24), closed: true)
    canvas.fill(Colors.white)
    canvas.line((north, top), (north - 8, top + 30), (north, top + 24), (north + 8, top + 30), closed: true)
    canvas.stroke(Colors.ink, width: 0.7)
    try canvas.text("N", style.sized(8, leading: 9).weighing(600), x: north, baseline: top - 4)
  }
}
