/// Goes through a text once and folds it.
///
/// White space becomes one blank; none is left where a line of a script without blanks goes on. Hyphens between two
/// letters and soft hyphens are left out, so that `word-break`, `wordbreak` and a word broken over two lines are the
/// same; a number goes on over a hyphen that ends a line.
struct TextFolder {
  private(set) var bytes: [UInt8] = []
  /// For each byte the character (Unicode scalar) it comes from.
  private(set) var places: [UInt32] = []

  private let table = FoldTable.shared
  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// What was written last.
  private var last: CharacterKind = .lineBreak
  /// The first of the spaces that are still to be written, and whether a line ended among them.
  private var space: (place: Int, isBreak: Bool)?

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    bytes.reserveCapacity(scalars.count + scalars.count / 8)
    places.reserveCapacity(scalars.count + scalars.count / 8)
  }

  mutating func run() {
    while index < scalars.count {
      let scalar = scalars[index]
      let kind = table.kind(scalar)
      switch kind {
      case .blank, .lineBreak:
        space = (space?.place ?? index, kind == .lineBreak || space?.isBreak == true)
      case .hyphen: takeHyphen()
      case .softHyphen:
        // Behind it a line's end is no blank.
        if let next = beginningOfNextLine { index = next - 1 }
      case .letter where scalar.value < 0x80, .digit where scalar.value < 0x80: writePlain(scalar, kind)
      default: write(scalar, kind)
      }
      index += 1
    }
  }

  /// Most of most texts: letters that differ from small ones by one bit, and digits, which have that bit.
  private mutating func writePlain(_ scalar: Unicode.Scalar, _ kind: CharacterKind) {
    if let space {
      self.space = nil
      if !bytes.isEmpty {
        bytes.append(UInt8(ascii: " "))
        places.append(UInt32(space.place))
      }
    }
    bytes.append(UInt8(truncatingIfNeeded: scalar.value) | 0x20)
    places.append(UInt32(index))
    last = kind
  }

  private mutating func write(_ scalar: Unicode.Scalar, _ kind: CharacterKind) {
    let count = table.append(scalar, to: &bytes)
    guard count > 0 else { return }
    if let space {
      self.space = nil
      if !bytes.isEmpty, bytes.count > count, !(space.isBreak && last.isUnspaced && kind.isUnspaced) {
        bytes.insert(UInt8(ascii: " "), at: bytes.count - count)
        places.append(UInt32(space.place))
      }
    }
    for _ in 0..<count { places.append(UInt32(index)) }
    if kind != .mark { last = kind }
  }

  private mutating func takeHyphen() {
    let isAfterWord = space == nil && (last == .letter || last == .digit)
    if isAfterWord, index + 1 < scalars.count {
      let next = table.kind(scalars[index + 1])
      if last == .letter, next == .letter { return }
      if let start = beginningOfNextLine {
        let begin = table.kind(scalars[start])
        if begin == .letter || begin == .digit {
          if last != .letter || begin != .letter { write("-", .hyphen) }
          index = start - 1
          return
        }
      }
    }
    write("-", .hyphen)
  }

  /// Where the text goes on when nothing but white space with a line's end follows.
  private var beginningOfNextLine: Int? {
    var place = index + 1
    var isBroken = false
    while place < scalars.count {
      let kind = table.kind(scalars[place])
      guard kind.isSpace else { return isBroken ? place : nil }
      if kind == .lineBreak { isBroken = true }
      place += 1
    }
    return nil
  }
}
