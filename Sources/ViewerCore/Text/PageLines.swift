/// The lines of a page's words, and the columns and paragraphs that they make, for finding the place in a text that
/// a finger means.
struct PageLines {
  struct Line {
    /// Characters, without the line's end.
    var range: Range<Int>
    var box: PageText.Box
    /// Written downwards or upwards, as on a page whose text is turned.
    var isVertical: Bool
    /// Whether words that run from left to right do so, or on a text that is upside down the other way.
    var isReversed: Bool
  }

  /// Lines one below the other.
  struct Block {
    var lines: Range<Int>
    var box: PageText.Box
  }

  private(set) var lines: [Line] = []
  private(set) var blocks: [Block] = []
  private let boxes: [PageText.Box]
  private let scalars: [Unicode.Scalar]

  init(_ text: PageText) {
    boxes = text.boxes
    scalars = Array(text.text.unicodeScalars)
    var start = 0
    for index in 0...scalars.count
    where index == scalars.count || CharacterKind(scalars[index]) == .lineBreak {
      if let line = line(of: start..<index) { append(line) }
      start = index + 1
    }
  }

  private func line(of range: Range<Int>) -> Line? {
    var box: PageText.Box?
    var ends: (first: Point, last: Point)?
    var before: (middle: Point, isRightToLeft: Bool)?
    var progress = Point.zero
    for index in range where !CharacterKind(scalars[index]).isSpace {
      let next = boxes[index]
      box = box?.union(next) ?? next
      let middle = next.middle
      ends = (ends?.first ?? middle, middle)
      let direction = WritingDirection(scalars[index], CharacterKind(scalars[index]))
      guard direction != .neutral else { continue }
      let isRightToLeft = direction == .rightToLeft
      if let before, before.isRightToLeft == isRightToLeft {
        progress = progress + (middle - before.middle) * (isRightToLeft ? -1 : 1)
      }
      before = (middle, isRightToLeft)
    }
    guard let box, let ends else { return nil }
    let way = ends.last - ends.first
    let isVertical = abs(way.y) > abs(way.x)
    return Line(
      range: range, box: box, isVertical: isVertical,
      isReversed: isVertical ? progress.y < 0 || way.y < 0 && progress.y == 0 : progress.x < 0)
  }

  /// Adds a line to the block that it goes on.
  private mutating func append(_ line: Line) {
    lines.append(line)
    let index = lines.count - 1
    if let block = blocks.last, index > 0, follows(line, lines[index - 1]) {
      blocks[blocks.count - 1].lines = block.lines.lowerBound..<lines.count
      blocks[blocks.count - 1].box = block.box.union(line.box)
    } else {
      blocks.append(Block(lines: index..<lines.count, box: line.box))
    }
  }

  private func follows(_ line: Line, _ before: Line) -> Bool {
    guard line.isVertical == before.isVertical else { return false }
    let (one, other) = (before.box, line.box)
    if line.isVertical {
      return min(one.bottom, other.bottom) > max(one.top, other.top)
        && max(other.left - one.right, one.left - other.right) < max(one.width, other.width)
    }
    return min(one.right, other.right) > max(one.left, other.left)
      && max(other.top - one.bottom, one.top - other.bottom) < max(one.height, other.height)
  }

  /// The boundary nearest to a place: of the nearest block the line at that height, of it the nearest character, and
  /// the end of it that is on that side.
  func boundary(nearest place: Point) -> Int? {
    guard let block = Self.least(blocks.indices, by: { blocks[$0].box.distance(to: place) }),
      let row = Self.least(blocks[block].lines, by: { across(lines[$0], place) })
    else { return scalars.isEmpty ? nil : 0 }
    let line = lines[row]
    guard let index = Self.least(line.range, by: { along(line, boxes[$0], place) }) else { return nil }
    let middle = boxes[index].middle
    let isBehind = line.isVertical ? place.y > middle.y : place.x > middle.x
    return isBehind != runsBackwards(index, in: line) ? index + 1 : index
  }

  private static func least(_ indices: Range<Int>, by distance: (Int) -> Double) -> Int? {
    var least: (index: Int, distance: Double)?
    for index in indices {
      let distance = distance(index)
      if distance < least?.distance ?? .infinity { least = (index, distance) }
    }
    return least?.index
  }

  private func across(_ line: Line, _ place: Point) -> Double {
    // Lines whose boxes overlap are told apart by their middles.
    let middle = line.box.middle
    return line.isVertical
      ? outside(line.box.left, line.box.right, place.x) + abs(place.x - middle.x) / 1000
      : outside(line.box.top, line.box.bottom, place.y) + abs(place.y - middle.y) / 1000
  }

  private func along(_ line: Line, _ box: PageText.Box, _ place: Point) -> Double {
    line.isVertical ? outside(box.top, box.bottom, place.y) : outside(box.left, box.right, place.x)
  }

  private func outside(_ low: Float, _ high: Float, _ place: Double) -> Double {
    max(Double(low) - place, place - Double(high), 0)
  }

  /// Whether the text goes on to the left of the character (upwards in a vertical line).
  private func runsBackwards(_ index: Int, in line: Line) -> Bool {
    var direction = WritingDirection.neutral
    var place = index
    // What has no direction goes with what is before it, at a line's beginning with what follows.
    while direction == .neutral, place >= line.range.lowerBound {
      direction = WritingDirection(scalars[place], CharacterKind(scalars[place]))
      place -= 1
    }
    place = index
    while direction == .neutral, place < line.range.upperBound {
      direction = WritingDirection(scalars[place], CharacterKind(scalars[place]))
      place += 1
    }
    return (direction == .rightToLeft) != line.isReversed
  }
}
