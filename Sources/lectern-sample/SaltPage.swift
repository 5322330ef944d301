/// Salt and dues, with a bar chart.
enum SaltPage {
  private static let dues: [(String, Int)] = [
    ("Salt", 214), ("Wine", 168), ("Timber", 121), ("Herring", 97), ("Cloth", 83), ("Tar and pitch", 41),
  ]

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "The harbour", label: "3")
    var y = try PageFrame.drawTitle(on: canvas, kicker: "THE HARBOUR", title: "Salt and dues")
    y = try canvas.text(
      "A herring keeps for a day; a salted one keeps for a year, and can be sold in a town that has never seen the "
        + "sea. That is why salt paid more at the water gate than wine did, and why the salt house has the thickest "
        + "walls on the quay. They still sweat before rain.", .body, x: left, baseline: y,
      width: PageFrame.textWidth)
    y = try canvas.text(
      "Dues were taken in kind until 1390: one measure in forty. Then the town asked for silver, and the clerks "
        + "began to write down what everything was worth. We know the price of a rope in the spring of 1412 "
        + "better than we know the name of the mayor.", .body, x: left, baseline: y + 5,
      width: PageFrame.textWidth)
    try drawChart(on: canvas, top: 306)
    try canvas.text(
      "\u{201C}Of the camel nothing is taken, there being no line for it in the book.\u{201D}",
      TypeStyle.lead.sized(12, leading: 17), x: left + 14, baseline: 512, width: 270)
    canvas.line((left, 500), (left, 534))
    canvas.stroke(Colors.amber, width: 2)
  }

  private static func drawChart(on canvas: borrowing Canvas, top: Double) throws(SampleError) {
    let left = PageFrame.left
    try canvas.text("Dues taken at the water gate in 1412", .heading, x: left, baseline: top)
    try canvas.text("Pounds of silver, from the weigh book", .caption, x: left, baseline: top + 12)
    let (start, scale) = (left + 78, 1.0)
    for (index, row) in dues.enumerated() {
      let y = top + 28 + Double(index) * 22
      canvas.rect(start, y, Double(row.1) * scale, 14)
      canvas.fill(index == 0 ? Colors.brick : Colors.sea)
      try canvas.text(row.0, TypeStyle.small, x: left, baseline: y + 10)
      try canvas.text(
        "\(row.1)", TypeStyle.small.weighing(600), x: start + Double(row.1) * scale + 6, baseline: y + 10)
    }
    canvas.line((start, top + 22), (start, top + 28 + Double(dues.count) * 22 - 2))
    canvas.stroke(Colors.ink, width: 0.8)
  }
}
