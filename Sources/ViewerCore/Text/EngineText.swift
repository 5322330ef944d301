/// A page's words as poppler's selection tells them, brought into reading order.
///
/// Poppler sorts the words of a line by where they stand, turns the right-to-left letters of each round and puts
/// marks about them (U+202B, U+202A, U+202C), but tells the boxes from left to right and without the marks. Between
/// words that run from right to left its blanks are off by one word. So a line with marks is taken apart here into
/// letters as they stand, and put together again by the bidirectional algorithm (UAX 9) read backwards.
package struct EngineText {
  /// A character where it stands.
  struct Glyph: Hashable {
    var scalar: Unicode.Scalar
    var box: PageText.Box
  }

  private static let leftToRight: Unicode.Scalar = "\u{202A}"
  private static let rightToLeft: Unicode.Scalar = "\u{202B}"
  private static let end: Unicode.Scalar = "\u{202C}"

  /// Whether a text has words that run from right to left, or stands on a page most of whose words do.
  package static func isMarked(_ text: String) -> Bool {
    // U+202B in UTF-8, of which no other character has the last two bytes behind E2.
    var before: (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if byte == 0xAB, before == (0xE2, 0x80) { return true }
      before = (before.1, byte)
    }
    return false
  }

  /// - Parameters:
  ///   - text: what the engine said, marks included.
  ///   - boxes: one for each of its characters but the marks.
  package static func page(_ text: String, _ boxes: [PageText.Box]) -> PageText {
    guard isMarked(text) else { return PageText(text: text, boxes: mended(boxes)) }
    var reader = EngineText(boxes: boxes)
    reader.read(Array(text.unicodeScalars))
    return reader.assembled
  }

  /// Gives blanks of turned lines room: the engine counts on lines that run to the right.
  private static func mended(_ boxes: [PageText.Box]) -> [PageText.Box] {
    guard boxes.contains(where: { $0.right < $0.left || $0.bottom < $0.top }) else { return boxes }
    var mended = boxes
    for index in boxes.indices where boxes[index].right < boxes[index].left {
      guard index > 0, index + 1 < boxes.count else { continue }
      mended[index] = gap(between: boxes[index - 1], boxes[index + 1])
    }
    return mended
  }

  /// What lies between two neighbours, without extent where they touch.
  static func gap(between one: PageText.Box, _ other: PageText.Box) -> PageText.Box {
    var gap = one
    if one.right <= other.left || other.right <= one.left {
      gap.left = min(one.right, other.right)
      gap.right = max(one.left, other.left)
    } else {
      gap.top = min(one.bottom, other.bottom)
      gap.bottom = max(max(one.top, other.top), gap.top)
    }
    return gap
  }

  private let boxes: [PageText.Box]
  private var place = 0
  /// Lines of words; a word's letters stand from left to right.
  private var lines: [[[Glyph]]] = [[]]
  private var word: [Glyph] = []

  private init(boxes: [PageText.Box]) {
    self.boxes = boxes
  }

  private mutating func read(_ scalars: [Unicode.Scalar]) {
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case Self.rightToLeft:
        endWord()
        var depth = 1
        let start = index
        while index < scalars.count {
          if scalars[index] == Self.end { depth -= 1 } else if Self.opens(scalars[index]) { depth += 1 }
          index += 1
          if depth == 0 { break }
        }
        let end = depth == 0 ? index - 1 : index
        for letter in Self.asTheyStand(scalars[start..<end]) { take(letter) }
        endWord()
      case Self.leftToRight, Self.end: continue
      case "\n":
        endWord()
        place += 1
        lines.append([])
      case " ":
        endWord()
        place += 1
      default: take(scalar)
      }
    }
    endWord()
  }

  private static func opens(_ scalar: Unicode.Scalar) -> Bool {
    scalar == leftToRight || scalar == rightToLeft
  }

  /// Letters between marks, from left to right: the engine turned them round, but for those within marks of their
  /// own.
  private static func asTheyStand(_ letters: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var parts: [[Unicode.Scalar]] = [[]]
    var isInner = false
    for letter in letters {
      if opens(letter) || letter == end {
        isInner = opens(letter)
        parts.append([])
      } else if isInner {
        parts[parts.count - 1].append(letter)
      } else {
        parts[parts.count - 1].insert(letter, at: 0)
      }
    }
    return Array(parts.reversed().joined())
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    guard place < boxes.count else { return }
    word.append(Glyph(scalar: scalar, box: boxes[place]))
    place += 1
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    lines[lines.count - 1].append(word)
    word = []
  }

  private var assembled: PageText {
    var toRight = 0
    var toLeft = 0
    for glyph in lines.joined().joined() {
      switch WritingDirection(glyph.scalar, CharacterKind(glyph.scalar)) {
      case .leftToRight: toRight += 1
      case .rightToLeft: toLeft += 1
      case .neutral: break
      }
    }
    var text = String.UnicodeScalarView()
    var places: [PageText.Box] = []
    for (index, line) in lines.enumerated() {
      let glyphs = VisualLine(words: line, isPageRightToLeft: toLeft > toRight).logical
      for glyph in glyphs {
        text.append(glyph.scalar)
        places.append(glyph.box)
      }
      if index + 1 < lines.count, let last = places.last {
        text.append("\n")
        places.append(
          PageText.Box(left: last.right, top: last.bottom, right: last.right, bottom: last.bottom))
      }
    }
    return PageText(text: String(text), boxes: places)
  }
}
