/// A line's letters as they stand from left to right, to be read in the order in which they are spoken.
struct VisualLine {
  private typealias Glyph = EngineText.Glyph

  /// What is never turned round within: a letter, or all letters that one sign stands for.
  private struct Atom {
    var glyphs: [EngineText.Glyph]
    var direction: WritingDirection
    var isDigit = false
    var level = 0
  }

  private var atoms: [Atom] = []
  /// Whether the line is turned or upside down: then its words already follow one another.
  private let isTurned: Bool
  private let isRightToLeft: Bool

  /// - Parameters:
  ///   - words: each with its letters from left to right; the words in any order.
  ///   - isPageRightToLeft: whether most of the page runs from right to left.
  init(words: [[EngineText.Glyph]], isPageRightToLeft: Bool) {
    isTurned = words.contains { word in
      guard let first = word.first?.box, let last = word.last?.box, word.count > 1 else { return false }
      return last.left < first.left || abs(last.middle.y - first.middle.y) > Double(first.width * 2)
    }
    let ordered = isTurned ? words : words.sorted { Self.middle($0) < Self.middle($1) }
    var last: EngineText.Glyph?
    for word in ordered {
      if let last, let next = word.first, let blank = Self.blank(between: last, next) {
        atoms.append(Atom(glyphs: [blank], direction: .neutral))
      }
      Self.add(word, to: &atoms)
      last = word.last
    }
    var toRight = 0
    var toLeft = 0
    for atom in atoms where atom.direction != .neutral && !atom.isDigit {
      if atom.direction == .rightToLeft { toLeft += 1 } else { toRight += 1 }
    }
    // A page's direction is that of its lines, until one is mostly something else.
    isRightToLeft = toLeft * (isPageRightToLeft ? 3 : 1) > toRight
  }

  private static func middle(_ word: [EngineText.Glyph]) -> Float {
    guard let first = word.first, let last = word.last else { return 0 }
    return (first.box.left + last.box.right) / 2
  }

  /// The blank where two words stand apart: the engine takes words apart from 0.1 of the letters' size on, and their
  /// boxes are about 1.3 times as high.
  private static func blank(
    between one: EngineText.Glyph, _ other: EngineText.Glyph
  ) -> EngineText.Glyph? {
    guard !CharacterKind(one.scalar).isSpace, !CharacterKind(other.scalar).isSpace else { return nil }
    let gap = EngineText.gap(between: one.box, other.box)
    let room = max(other.box.left - one.box.right, other.box.top - one.box.bottom)
    guard room > 0.075 * min(one.box.height, other.box.height) else { return nil }
    return EngineText.Glyph(scalar: " ", box: gap)
  }

  private static func add(_ word: [EngineText.Glyph], to atoms: inout [Atom]) {
    var index = 0
    while index < word.count {
      let count = slices(word, from: index)
      let kind = CharacterKind(word[index].scalar)
      atoms.append(
        Atom(
          glyphs: Array(word[index..<index + count]), direction: WritingDirection(word[index].scalar, kind),
          isDigit: kind == .digit))
      index += count
    }
  }

  /// How many letters from one on are slices of a single sign. The engine cuts a sign that stands for several
  /// letters into equal slices, in the order in which they are spoken: far narrower than letters are, or lam and
  /// alef.
  private static func slices(_ word: [EngineText.Glyph], from start: Int) -> Int {
    let first = word[start]
    guard isRightToLeftOrMark(first.scalar), first.box.width > 0 else { return 1 }
    var end = start + 1
    while end < word.count, isRightToLeftOrMark(word[end].scalar),
      abs(word[end].box.width - first.box.width) < 0.02,
      abs(word[end].box.left - word[end - 1].box.right) < 0.02
    {
      end += 1
    }
    let count = end - start
    if count > 2, first.box.width < 0.15 * first.box.height { return count }
    let alefs: ClosedRange<UInt32> = 0x0622...0x0627
    if count >= 2, first.scalar.value == 0x0644, alefs.contains(word[start + 1].scalar.value) { return 2 }
    return 1
  }

  private static func isRightToLeftOrMark(_ scalar: Unicode.Scalar) -> Bool {
    let kind = CharacterKind(scalar)
    return kind == .mark || WritingDirection(scalar, kind) == .rightToLeft
  }

  /// The line in the order in which it is spoken.
  var logical: [EngineText.Glyph] {
    guard !isTurned, atoms.contains(where: { $0.direction == .rightToLeft }) else {
      return atoms.flatMap(\.glyphs)
    }
    var ordered = levelled
    for level in stride(from: 2, through: 1, by: -1) {
      var index = 0
      while index < ordered.count {
        guard ordered[index].level >= level else {
          index += 1
          continue
        }
        let start = index
        while index < ordered.count, ordered[index].level >= level { index += 1 }
        ordered[start..<index].reverse()
      }
    }
    return Self.withMarksBehind(ordered.flatMap(\.glyphs))
  }

  /// Levels of UAX 9: 0 and 2 run to the right, 1 to the left.
  private var levelled: [Atom] {
    var levelled = atoms
    let base = isRightToLeft ? 1 : 0
    for index in levelled.indices {
      switch levelled[index].direction {
      case .rightToLeft: levelled[index].level = 1
      case .leftToRight where !levelled[index].isDigit: levelled[index].level = isRightToLeft ? 2 : 0
      default: levelled[index].level = -1
      }
    }
    resolve(&levelled, of: { $0.isDigit }) { before, after in
      isRightToLeft || (before == 1 && after == 1) ? 2 : 0
    }
    resolve(&levelled, of: { _ in true }) { before, after in before == after ? before ?? base : base }
    return levelled
  }

  /// Gives runs without a level the one that follows from what is on either side, blanks looked through.
  private func resolve(
    _ atoms: inout [Atom], of kind: (Atom) -> Bool, by level: (Int?, Int?) -> Int
  ) {
    for index in atoms.indices where atoms[index].level < 0 && kind(atoms[index]) {
      let before = atoms[..<index].last { $0.level >= 0 && $0.direction != .neutral }?.level
      let after = atoms[(index + 1)...].first { $0.level >= 0 && $0.direction != .neutral }?.level
      atoms[index].level = level(before, after)
    }
  }

  /// Vowel points that stand before the letter which they are over go behind it.
  private static func withMarksBehind(_ glyphs: [EngineText.Glyph]) -> [EngineText.Glyph] {
    var glyphs = glyphs
    var index = 0
    while index + 1 < glyphs.count {
      let mark = glyphs[index]
      let letter = glyphs[index + 1]
      let isBefore = index > 0 && covers(glyphs[index - 1].box, mark.box)
      if CharacterKind(mark.scalar) == .mark,
        WritingDirection(letter.scalar, CharacterKind(letter.scalar)) == .rightToLeft,
        covers(letter.box, mark.box), !isBefore
      {
        glyphs.swapAt(index, index + 1)
        index += 1
      }
      index += 1
    }
    return glyphs
  }

  private static func covers(_ letter: PageText.Box, _ mark: PageText.Box) -> Bool {
    let middle = (mark.left + mark.right) / 2
    return middle > letter.left && middle < letter.right
  }
}
