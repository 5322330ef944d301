/// The letter of the page before in print, and what is known about its night.
enum StormPage {
  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "The people", label: "8")
    var y = try PageFrame.drawTitle(on: canvas, kicker: "THE PEOPLE", title: "The night of the flood")
    y = try canvas.text(
      "The letter on the page before was written by Josepha Brandt, harbour master, to her sister inland, four days "
        + "after the flood of November 1703. She writes as she kept her books: what came, how much, and where "
        + "it went.", .body, x: left, baseline: y, width: PageFrame.textWidth)
    y = try drawLetter(on: canvas, top: y)
    y = try canvas.text(
      "The mark she cut into the doorpost is still there, at the height of a grown man\u{2019}s chest. Below it are "
        + "eleven others, all from later years and all lower: the mole was built in the summer that followed, with "
        + "the stones of the old town wall. Nobody has needed a higher mark since.",
      .body, x: left, baseline: y, width: PageFrame.textWidth)
    try PageFrame.drawReference(
      on: canvas, "Look at the letter", page: Guide.letterPage, baseline: y + 4)
    try drawMarks(on: canvas, ground: 536)
  }

  /// - Returns: the baseline for the text after it.
  private static func drawLetter(on canvas: borrowing Canvas, top: Double) throws(SampleError) -> Double {
    let left = PageFrame.left
    let quote = TypeStyle.body.sized(10.2, leading: 14.6)
    let width = PageFrame.textWidth - 16
    var height = 22.0
    for paragraph in LetterScan.paragraphs {
      let lines = try Paragraph("<i>\(paragraph)</i>", quote, width: width, on: canvas).lineCount
      height += Double(lines) * quote.leading + 3
    }
    canvas.roundedRect(left - 12, top, PageFrame.textWidth + 24, height, radius: 5)
    canvas.fill(Colors.paper)
    canvas.line((left - 3, top + 13), (left - 3, top + height - 13))
    canvas.stroke(Colors.amber, width: 2)
    var line = top + 23
    for paragraph in LetterScan.paragraphs {
      line = try canvas.text("<i>\(paragraph)</i>", quote, x: left + 8, baseline: line, width: width) + 3
    }
    return top + height + 24
  }

  /// The marks on the doorpost, by year and height.
  private static func drawMarks(on canvas: borrowing Canvas, ground: Double) throws(SampleError) {
    let left = PageFrame.left
    try canvas.text(
      "<b>The marks on the doorpost,</b> in centimetres above the floor", .caption, x: left,
      baseline: ground - 74)
    for (year, height) in marks {
      let x = left + 10 + Double(year - 1700) * 0.93
      let y = ground - Double(height) * 0.46
      let color = year == 1703 ? Colors.brick : Colors.sea
      canvas.line((x, ground), (x, y))
      canvas.stroke(color, width: 1.2)
      canvas.circle(x, y, radius: 3)
      canvas.fill(color)
      if named.contains(year) {
        let style = TypeStyle.caption.aligned(.centre).sized(6.6, leading: 9)
        try canvas.text("\(height)", style.colored(color).weighing(600), x: x, baseline: y - 6)
        try canvas.text("\(year)", style, x: x, baseline: ground + 9.5)
      }
    }
    canvas.line((left, ground), (PageFrame.right - 6, ground))
    canvas.stroke(Colors.ink, width: 0.8)
  }

  private static let marks = [
    (1703, 112), (1717, 96), (1756, 88), (1775, 60), (1825, 104), (1855, 71), (1906, 93), (1916, 64),
    (1953, 101),
    (1962, 99), (1990, 77), (2013, 83),
  ]
  private static let named = [1703, 1756, 1825, 1906, 1953, 2013]
}
