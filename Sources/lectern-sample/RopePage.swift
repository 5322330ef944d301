import CCairo

/// The ropewalk: prose, a row of cross-sections, and a table.
enum RopePage {
  private static let ropes = [
    ("Marline", "2", "6 mm", "Lashings, the ends of things"),
    ("Bolt rope", "3", "18 mm", "The edges of sails"),
    ("Halyard", "3", "24 mm", "Raising yards and flags"),
    ("Shroud", "4", "40 mm", "Holding a mast up"),
    ("Anchor cable", "9", "120 mm", "Holding a ship, on a bad night"),
  ]

  static func draw(on canvas: borrowing Canvas) throws(SampleError) {
    let left = PageFrame.left
    try PageFrame.drawFurniture(on: canvas, section: "The people", label: "6")
    var y = try PageFrame.drawTitle(on: canvas, kicker: "THE PEOPLE", title: "Rope, tar and timber")
    y = try canvas.text(
      "A rope is as long as the house it is made in. The walk behind Tar Street measures two hundred and eight "
        + "metres under one roof, and the people who worked there walked it backwards, twisting, some eighteen "
        + "kilometres a day. They were paid by the fathom and shod by the guild.", .body, x: left,
      baseline: y,
      width: PageFrame.textWidth)
    y = try canvas.text(
      "Tar came in the same barrels as herring and was kept as far from them as the quay allowed. The shipwrights "
        + "bought both. In the yard you may try an adze on a piece of oak; the oak usually wins.",
      .body, x: left, baseline: y + 5, width: PageFrame.textWidth)
    try drawSections(on: canvas, top: 306)
    try drawTable(on: canvas, top: 400)
  }

  private static func drawSections(on canvas: borrowing Canvas, top: Double) throws(SampleError) {
    let strands = [(1, "Yarn"), (2, "Marline"), (3, "Halyard"), (4, "Shroud"), (9, "Cable")]
    for (index, section) in strands.enumerated() {
      let x = PageFrame.left + 28 + Double(index) * 66
      drawRope(on: canvas, x: x, y: top + 28, strands: section.0)
      try canvas.text(section.1, TypeStyle.caption.aligned(.centre), x: x, baseline: top + 68)
    }
  }

  private static func drawRope(on canvas: borrowing Canvas, x: Double, y: Double, strands: Int) {
    let outer = 26.0
    canvas.circle(x, y, radius: outer)
    canvas.fill(Colors.haze)
    // A cable is three ropes of three strands.
    let groups = strands == 9 ? 3 : 1
    let inGroup = strands / groups
    for group in 0..<groups {
      let (centreX, centreY, room) = groups == 1 ? (x, y, outer) : ring(x, y, outer, 3, group)
      if groups > 1 {
        canvas.circle(centreX, centreY, radius: room)
        canvas.fill(Colors.sand)
      }
      for strand in 0..<inGroup {
        let (strandX, strandY, radius) =
          inGroup == 1 ? (centreX, centreY, room * 0.5) : ring(centreX, centreY, room, inGroup, strand)
        canvas.circle(strandX, strandY, radius: radius * 0.94)
        canvas.fill(Colors.dune)
        canvas.circle(strandX, strandY, radius: radius * 0.55)
        canvas.stroke(Colors.brick, width: 0.6, alpha: 0.7)
        canvas.circle(strandX, strandY, radius: radius * 0.2)
        canvas.fill(Colors.brick)
      }
    }
  }

  /// The place and radius of one of `count` equal circles that touch inside a circle.
  private static func ring(_ x: Double, _ y: Double, _ outer: Double, _ count: Int, _ index: Int) -> (
    Double, Double, Double
  ) {
    // sin(180° / count) for the counts that ropes have.
    let half = count == 2 ? 1 : count == 3 ? 0.866_025 : 0.707_107
    let radius = outer * half / (1 + half)
    // Unit vectors from the top, clockwise.
    let directions: [(Double, Double)] =
      switch count {
      case 2: [(-1, 0), (1, 0)]
      case 3: [(0, -1), (0.866_025, 0.5), (-0.866_025, 0.5)]
      default:
        [(0.707_107, -0.707_107), (0.707_107, 0.707_107), (-0.707_107, 0.707_107), (-0.707_107, -0.707_107)]
      }
    let direction = directions[index % directions.count]
    return (x + direction.0 * (outer - radius), y + direction.1 * (outer - radius), radius)
  }

  private static func drawTable(on canvas: borrowing Canvas, top: Double) throws(SampleError) {
    let columns = [0.0, 88, 138, 190].map { PageFrame.left + $0 }
    try canvas.text("What the walk made", .heading, x: PageFrame.left, baseline: top)
    let head = TypeStyle.caption
    for (text, x) in zip(["Rope", "Strands", "Thickness", "Used for"], columns) {
      try canvas.text(text, head, x: x, baseline: top + 18)
    }
    canvas.line((PageFrame.left, top + 23), (PageFrame.right, top + 23))
    canvas.stroke(Colors.ink, width: 0.8)
    for (index, rope) in ropes.enumerated() {
      let y = top + 37 + Double(index) * 19
      try canvas.text(rope.0, TypeStyle.small.weighing(600), x: columns[0], baseline: y)
      try canvas.text(rope.1, .small, x: columns[1], baseline: y)
      try canvas.text(rope.2, .small, x: columns[2], baseline: y)
      try canvas.text(rope.3, .small, x: columns[3], baseline: y)
      canvas.line((PageFrame.left, y + 6), (PageFrame.right, y + 6))
      canvas.stroke(Colors.line, width: 0.5)
    }
  }
}
