/// Opening hours and prices as tables, and the way here.
enum HoursPage {
  static let address = "https://www.example.org/tidewick"

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "Your visit", label: "9")
    let y = try PageFrame.drawTitle(on: canvas, kicker: "YOUR VISIT", title: "Opening hours\nand prices")
    var row = try drawTable(
      on: canvas, top: y + 2, head: ["", "April to October", "November to March"],
      columns: [0, 132, 234],
      rows: [
        ["Monday", "closed", "closed"],
        ["Tuesday to Friday", "10.00 \u{2013} 18.00", "11.00 \u{2013} 16.00"],
        ["Saturday, Sunday", "10.00 \u{2013} 19.00", "10.00 \u{2013} 17.00"],
        ["First Thursday", "10.00 \u{2013} 21.00", "11.00 \u{2013} 20.00"],
      ])
    row = try drawTable(
      on: canvas, top: row + 22, head: ["Admission", "One day", "All year"], columns: [0, 132, 234],
      rows: [
        ["Adults", "9.00", "24.00"], ["Students, over 65", "6.00", "16.00"],
        ["Under 16, and whoever lives here", "free", "free"],
      ])
    row += 22
    try canvas.text("How to get here", .heading, x: left, baseline: row)
    row = try canvas.text(
      "From the station it is nine minutes on foot, downhill: follow the gulls. The number 4 tram stops at the Water "
        + "Gate. Bicycles may stand in the salt yard, boats at the visitors\u{2019} berth for two hours.",
      .body, x: left, baseline: row + 16, width: PageFrame.textWidth)
    let link = TypeStyle.small.weighing(600).colored(Colors.brick)
    let text = "www.example.org/tidewick"
    try canvas.text(text, link, x: left, baseline: row + 8)
    let width = try canvas.width(of: text, link)
    canvas.line((left, row + 10.5), (left + width, row + 10.5))
    canvas.stroke(Colors.brick, width: 0.6)
    canvas.link(toAddress: address, left - 4, row - 8, width + 8, 24)
    try PageFrame.drawReference(
      on: canvas, "Write in the visitors\u{2019} book", page: Guide.formPage, baseline: row + 30)
  }

  /// - Returns: the baseline after the last row.
  private static func drawTable(
    on canvas: borrowing Canvas, top: Double, head: [String], columns: [Double], rows: [[String]]
  ) throws(SampleError) -> Double {
    let (left, right) = (PageFrame.left, PageFrame.right)
    for (text, x) in zip(head, columns) where !text.isEmpty {
      try canvas.text(text, TypeStyle.caption.weighing(600), x: left + x, baseline: top)
    }
    canvas.line((left, top + 6), (right, top + 6))
    canvas.stroke(Colors.ink, width: 0.8)
    var y = top + 21
    for row in rows {
      for (index, (text, x)) in zip(row, columns).enumerated() {
        try canvas.text(
          text, index == 0 ? TypeStyle.small.weighing(600) : .small, x: left + x, baseline: y,
          width: index == 0 ? 126 : nil)
      }
      // A first column that takes two lines pushes the rule down.
      let lines = try Paragraph(row[0], TypeStyle.small.weighing(600), width: 126, on: canvas).lineCount
      y += Double(lines - 1) * TypeStyle.small.leading
      canvas.line((left, y + 6.5), (right, y + 6.5))
      canvas.stroke(Colors.line, width: 0.5)
      y += 20
    }
    return y
  }
}
