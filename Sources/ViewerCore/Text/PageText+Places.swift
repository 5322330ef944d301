/// Where characters stand, and which characters stand where. Places are points from the page's top left; ranges
/// count characters (Unicode scalars) of `text`.
extension PageText {
  /// The word at a place, for a long press; nil where there is none within `reach` points.
  ///
  /// A word that goes on in the next line behind a hyphen is one word; where nothing but a sign is at the place it
  /// is that sign.
  package func word(at place: Point, reach: Double) -> Range<Int>? {
    let scalars = Array(text.unicodeScalars)
    var nearest: (index: Int, distance: Double)?
    forEachBox { index, box in
      let distance = box.distance(to: place)
      guard distance <= nearest?.distance ?? reach, distance < nearest?.distance ?? .infinity,
        !CharacterKind(scalars[index]).isSpace
      else { return }
      nearest = (index, distance)
    }
    return nearest.map { WordBreaks.word(around: $0.index, in: scalars) }
  }

  /// The boundary between characters that is nearest to a place, for the end of a selection that is dragged:
  /// 0...count. Nil for a page without text.
  ///
  /// Beside a column's lines it is the line at that height that counts, and not a nearer one of the next column.
  package func boundary(nearest place: Point) -> Int? {
    guard count > 0 else { return nil }
    return PageLines(self).boundary(nearest: place)
  }

  /// What covers a range on the page, a box for each stretch of a line, in reading order.
  package func boxes(covering range: Range<Int>) -> [Box] {
    boxes(covering: range, of: text.unicodeScalars.dropFirst(range.lowerBound))
  }

  /// The same for a page whose characters are at hand.
  package func boxes(covering range: Range<Int>, in scalars: [Unicode.Scalar]) -> [Box] {
    boxes(covering: range, of: scalars.dropFirst(range.lowerBound))
  }

  /// - Parameter rest: the characters from the beginning of the range on.
  private func boxes(covering range: Range<Int>, of rest: some Sequence<Unicode.Scalar>) -> [Box] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    var stretches: [Stretch] = []
    var scalars = rest.makeIterator()
    forEachBox(in: range) { _, box in
      let isBreak = scalars.next().map { CharacterKind($0) == .lineBreak } ?? true
      // What the engine put between lines has no room, and a stretch ends there.
      if isBreak {
        if let last = stretches.indices.last { stretches[last].isOver = true }
        return
      }
      guard box.right > box.left || box.bottom > box.top else { return }
      if let last = stretches.indices.last, stretches[last].take(box) { return }
      stretches.append(Stretch(box))
    }
    return stretches.map(\.box).filter { $0.right > $0.left && $0.bottom > $0.top }
  }

  /// A range as it is copied or spoken: in reading order, ligatures taken apart, soft hyphens and the hyphens of
  /// broken lines joined.
  package func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<count)
    return WordBreaks.plain(Array(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count)))
  }

  /// The lines with what is on them, as they are copied, and the box about each; lines without room are left out.
  package var lines: [(text: String, box: Box)] {
    PageLines(self).lines.map { (string(in: $0.range), $0.box) }
  }

  /// Goes through the boxes without making a list of them.
  func forEachBox(in range: Range<Int>? = nil, _ body: (Int, Box) -> Void) {
    let range = range ?? 0..<count
    var first = 0
    for run in runs {
      let end = first + run.count
      if end > range.lowerBound {
        var index = max(first, range.lowerBound)
        while index < min(end, range.upperBound) {
          body(
            index,
            Box(left: edges[index * 2], top: run.top, right: edges[index * 2 + 1], bottom: run.bottom))
          index += 1
        }
      }
      first = end
      if first >= range.upperBound { return }
    }
  }
}

/// Characters of one line that stand one beside or below the other.
private struct Stretch {
  var box: PageText.Box
  private var isVertical: Bool?
  var isOver = false

  init(_ box: PageText.Box) { self.box = box }

  /// - Returns: whether the character goes on where the stretch ends.
  mutating func take(_ next: PageText.Box) -> Bool {
    guard !isOver else { return false }
    if isVertical != true,
      Self.overlap(box.top, box.bottom, next.top, next.bottom) >= 0.4,
      Self.gap(box.left, box.right, next.left, next.right) <= 2 * max(box.height, next.height)
    {
      if next.left < box.left || next.right > box.right { isVertical = false }
    } else if isVertical != false,
      Self.overlap(box.left, box.right, next.left, next.right) >= 0.4,
      Self.gap(box.top, box.bottom, next.top, next.bottom) <= 2 * max(box.width, next.width)
    {
      isVertical = true
    } else {
      return false
    }
    box = box.union(next)
    return true
  }

  /// How much of the smaller one lies within the other, 0 to 1; what has no extent lies within or not.
  private static func overlap(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
    let smaller = min(b - a, d - c)
    let shared = min(b, d) - max(a, c)
    return smaller > 0 ? shared / smaller : shared >= 0 ? 1 : 0
  }

  private static func gap(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Float {
    max(c - b, a - d)
  }
}

extension PageText.Box {
  var width: Float { right - left }
  var height: Float { bottom - top }
  var middle: Point { Point(x: Double(left + right) / 2, y: Double(top + bottom) / 2) }

  /// Points from a place to the box, 0 within it.
  func distance(to place: Point) -> Double {
    let x = max(Double(left) - place.x, place.x - Double(right), 0)
    let y = max(Double(top) - place.y, place.y - Double(bottom), 0)
    return (x * x + y * y).squareRoot()
  }
}
