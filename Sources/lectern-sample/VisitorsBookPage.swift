/// A form to fill in: the boxes are drawn here, the fields that lie over them are appended to cairo's file.
enum VisitorsBookPage {
  static let countries = [
    "Please choose", "From Tidewick", "From the coast", "From inland", "From over the sea",
  ]

  /// In pt from the page's top left, as everything drawn is.
  static let fields = [
    FormField(
      name: "name", tooltip: "Your name", x: PageFrame.left, y: 196, width: PageFrame.textWidth, height: 26,
      kind: .text(isMultiline: false)),
    FormField(
      name: "origin", tooltip: "Where do you come from?", x: PageFrame.left, y: 256, width: 190, height: 26,
      kind: .choice(countries)),
    FormField(
      name: "message", tooltip: "What shall we know?", x: PageFrame.left, y: 316, width: PageFrame.textWidth,
      height: 104, kind: .text(isMultiline: true)),
    FormField(
      name: "crane", tooltip: "I have walked in the crane", x: PageFrame.left, y: 440, width: 18, height: 18,
      kind: .checkbox),
    FormField(
      name: "letter", tooltip: "Send me the museum's letter", x: PageFrame.left, y: 470, width: 18,
      height: 18,
      kind: .checkbox),
  ]

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    try PageFrame.drawFurniture(on: canvas, section: "Your visit", label: "10")
    let y = try PageFrame.drawTitle(on: canvas, kicker: "YOUR VISIT", title: "The visitors\u{2019} book")
    try canvas.text(
      "Every book since 1811 is on the shelf behind you. This one still has room, and somebody reads it.",
      .body,
      x: PageFrame.left, baseline: y, width: PageFrame.textWidth)
    for field in fields {
      canvas.roundedRect(field.x, field.y, field.width, field.height, radius: 3)
      canvas.fill(Colors.paper)
      canvas.roundedRect(field.x, field.y, field.width, field.height, radius: 3)
      canvas.stroke(Colors.secondary, width: 0.8)
      if case .checkbox = field.kind {
        let text = String(field.tooltip.map { $0 == "'" ? "\u{2019}" : $0 })
        try canvas.text(text, .small, x: field.x + 28, baseline: field.y + 12.4)
      } else {
        try canvas.text(field.tooltip, TypeStyle.heading, x: field.x, baseline: field.y - 7)
      }
      if case .choice = field.kind {
        let (x, y) = (field.x + field.width - 16, field.y + field.height / 2)
        canvas.line((x, y - 2), (x + 4, y + 2.5), (x + 8, y - 2))
        canvas.stroke(Colors.secondary, width: 1.2)
      }
    }
    try canvas.text(
      "What you write stays on this screen and is gone when the next visitor begins.", .caption,
      x: PageFrame.left, baseline: 514, width: 280)
  }
}
