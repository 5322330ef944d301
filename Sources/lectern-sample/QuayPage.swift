import CCairo

/// The long quay and its crane, drawn in section.
enum QuayPage {
  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "The harbour", label: "2")
    var y = try PageFrame.drawTitle(on: canvas, kicker: "THE HARBOUR", title: "The long quay")
    y = try canvas.text(
      "The quay was walled in 1284, in the year when the town bought the right to its own weights. It is two "
        + "hundred and ten paces long, which was as much wall as the weights could pay for, and it has never been "
        + "made longer: ships that found no room waited in the roads and lit a lantern.",
      .body, x: left, baseline: y, width: PageFrame.textWidth)
    y = try canvas.text(
      "The crane by the water gate could lift two tuns of wine at once. Its engine is a wheel in which four people "
        + "walk, side by side, forever uphill. A tun rises by the height of a hand with each step, and comes down "
        + "the same way, walking backwards, which takes more practice.",
      .body, x: left, baseline: y + 5, width: PageFrame.textWidth)
    drawCrane(on: canvas, top: 290)
    try label(on: canvas, "Jib", at: (266, 341), to: (248, 319))
    try label(on: canvas, "Treadwheel,\n4.2 m across", at: (50, 381), to: (119, 397), right: false)
    try label(on: canvas, "Two tuns,\n1.9 tonnes", at: (326, 392), to: (306, 398))
    try label(on: canvas, "Water gate", at: (50, 436), to: (104, 440), right: false)
    try canvas.text(
      "<b>The crane in section.</b> The wheel is oak, the axle iron since 1780. The roof turned with the jib; "
        + "a boy in the loft did the turning, by a rope.", .caption, x: left, baseline: 508, width: 290)
    try PageFrame.drawReference(
      on: canvas, "Place 2 on the map", page: Guide.mapPage, baseline: 542)
  }

  private static func drawCrane(on canvas: borrowing Canvas, top: Double) {
    let ground = top + 166
    // Water and quay wall.
    canvas.gradient(252, ground, PageFrame.right - 252, 32, [(0, Colors.shallow), (1, 0x9FBFC5)])
    canvas.rect(PageFrame.left, ground, 202, 32)
    canvas.fill(Colors.sand)
    for row in 0..<4 {
      let y = ground + Double(row) * 8
      canvas.line((PageFrame.left, y), (252, y))
      for column in 0..<9 {
        let x = PageFrame.left + Double(column) * 24 + (row % 2 == 0 ? 0 : 12)
        if x > PageFrame.left, x < 252 { canvas.line((x, y), (x, y + 8)) }
      }
    }
    canvas.stroke(Colors.dune, width: 0.6)
    // The house with its turning roof.
    canvas.rect(96, top + 62, 114, 104)
    canvas.fill(Colors.paper)
    canvas.rect(96, top + 62, 114, 104)
    canvas.stroke(Colors.ink, width: 1)
    canvas.line((88, top + 62), (218, top + 62), (186, top + 14), (120, top + 14), closed: true)
    canvas.fill(Colors.brick)
    canvas.line((100, ground), (100, top + 130), (114, top + 130), (114, ground))
    canvas.stroke(Colors.ink, width: 0.8)
    // The wheel.
    let (x, y) = (162.0, top + 116)
    for radius in [44.0, 38] {
      canvas.circle(x, y, radius: radius)
      canvas.stroke(Colors.deep, width: 1.1)
    }
    for step in 0..<24 {
      cairo_save(canvas.context)
      cairo_translate(canvas.context, x, y)
      cairo_rotate(canvas.context, Double(step) * .pi / 12)
      canvas.line((38, 0), (44, 0))
      canvas.stroke(Colors.deep, width: 0.9)
      if step % 3 == 0 {
        canvas.line((4, 0), (38, 0))
        canvas.stroke(Colors.deep, width: 0.7)
      }
      cairo_restore(canvas.context)
    }
    canvas.circle(x, y, radius: 4)
    canvas.fill(Colors.deep)
    // Two of the four walkers.
    for (walker, lean) in [(150.0, 0.0), (170, 2)] {
      canvas.circle(walker + 2, y + 15 - lean, radius: 2.6)
      canvas.fill(Colors.brick)
      canvas.line((walker + 1, y + 18 - lean), (walker, y + 27 - lean))
      canvas.line((walker - 3, y + 36 - lean), (walker, y + 27 - lean), (walker + 5, y + 35 - lean))
      canvas.stroke(Colors.brick, width: 2)
    }
    // Jib, rope and load.
    canvas.line((186, top + 50), (298, top + 8))
    canvas.stroke(Colors.ink, width: 4)
    canvas.line((190, top + 20), (298, top + 8))
    canvas.stroke(Colors.ink, width: 1.4)
    canvas.line((166, top + 112), (200, top + 26), (298, top + 10), (298, top + 84))
    canvas.stroke(Colors.secondary, width: 0.8)
    canvas.line((298, top + 84), (288, top + 96))
    canvas.line((298, top + 84), (308, top + 96))
    canvas.stroke(Colors.secondary, width: 0.8)
    for offset in [0.0, 20] {
      canvas.roundedRect(279 + offset, top + 96, 18, 26, radius: 5)
      canvas.fill(Colors.dune)
      canvas.roundedRect(279 + offset, top + 96, 18, 26, radius: 5)
      canvas.line((279 + offset, top + 103), (297 + offset, top + 103))
      canvas.line((279 + offset, top + 115), (297 + offset, top + 115))
      canvas.stroke(Colors.ink, width: 0.8)
    }
    // The hull that waits.
    canvas.line((262, ground + 4), (364, ground + 4), (352, ground + 22), (270, ground + 22), closed: true)
    canvas.fill(Colors.deep)
    canvas.line((262, ground + 9), (362, ground + 9))
    canvas.stroke(Colors.amber, width: 1.2)
  }

  private static func label(
    on canvas: borrowing Canvas, _ text: String, at place: (Double, Double), to target: (Double, Double),
    right: Bool = true
  ) throws(SampleError) {
    let style = TypeStyle.caption.colored(Colors.ink).sized(6.8, leading: 8.6)
    let start =
      right
      ? (place.0 - 3, place.1 - 2.4) : (place.0 + (try canvas.width(of: text, style)) + 3, place.1 - 2.4)
    canvas.line(start, target)
    canvas.stroke(Colors.secondary, width: 0.5)
    try canvas.text(text, style, x: place.0, baseline: place.1, width: 80)
  }
}
