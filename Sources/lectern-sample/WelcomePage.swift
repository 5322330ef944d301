/// The first chapter: what the museum is, and a box with the day at a glance.
enum WelcomePage {
  private static let facts = [
    ("40 min", "is enough for the rooms on the quay, an hour and a half for everything"),
    ("8 places", "are marked in the old port; the map on page 5 shows them"),
    ("No steps", "on the ground floor; a lift goes to the sail loft and the archive"),
    ("Noon", "is when the crane turns, from Tuesday to Sunday, if four people will walk"),
  ]

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "Welcome", label: "1")
    var y = try PageFrame.drawTitle(on: canvas, kicker: "BEFORE YOU START", title: "Welcome")
    y = try canvas.text(
      "You are standing where the cargo stood. The floor under you is the old weigh house, and the marks in it are "
        + "from barrels.", .lead, x: left, baseline: y + 6, width: PageFrame.textWidth)
    y = try canvas.text(
      "For six hundred years whatever came to Tidewick came through this room: salt from the bay, wine, timber, "
        + "tar, and once a camel. It was weighed, written down and sent up Gull Lane into the town. The books in "
        + "which it was written are upstairs, and so are the people who read them; do knock.",
      .body, x: left, baseline: y + 7, width: PageFrame.textWidth)
    y = try canvas.text(
      "The museum is not one house but eight places around the basin, none of them more than five minutes from "
        + "the next. You can walk them in any order. Most people begin with the crane, because it can be heard.",
      .body, x: left, baseline: y + 5, width: PageFrame.textWidth)
    try PageFrame.drawReference(
      on: canvas, "See the map of the old port", page: Guide.mapPage, baseline: y + 6)
    try drawFacts(on: canvas, top: 384)
  }

  private static func drawFacts(on canvas: borrowing Canvas, top: Double) throws(SampleError) {
    canvas.roundedRect(PageFrame.left - 12, top, PageFrame.textWidth + 24, 158, radius: 5)
    canvas.fill(Colors.haze)
    try canvas.text(
      "AT A GLANCE", TypeStyle.kicker.colored(Colors.deep), x: PageFrame.left + 4, baseline: top + 23)
    var y = top + 44
    for (index, fact) in facts.enumerated() {
      let strong = TypeStyle(family: TypeStyle.serif, size: 13, leading: 14, color: Colors.deep)
      try canvas.text(fact.0, strong, x: PageFrame.left + 4, baseline: y + 1)
      try canvas.text(
        fact.1, TypeStyle.small.sized(7.9, leading: 10.8), x: PageFrame.left + 82, baseline: y - 1.5,
        width: 222)
      if index < facts.count - 1 {
        canvas.line((PageFrame.left + 4, y + 14.5), (PageFrame.right - 4, y + 14.5))
        canvas.stroke(Colors.shallow, width: 0.6)
      }
      y += 30
    }
  }
}
