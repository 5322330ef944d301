/// A page's words as searches see them: case, accents, ligatures and broken lines folded away.
///
/// Kept small, since all pages of a document may be held: a byte for each byte of the folded text in UTF-8, and a
/// byte beside it that leads back to the page's characters.
package struct FoldedText: Hashable, Sendable {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// How many characters each byte's character stands behind that of the byte before, at most 254; 255 says that
  /// `jumps` tells.
  package private(set) var steps: [UInt8] = []
  /// The character of every 256th byte.
  private var marks: [UInt32] = []
  /// Steps too long for a byte, by the byte's place.
  private var jumps: [UInt32: UInt32] = [:]

  package init(_ text: PageText) {
    self.init(text.text)
  }

  /// Folds words, counting their Unicode scalars as characters.
  package init(_ text: String) {
    var folder = TextFolder(text)
    folder.run()
    bytes = folder.bytes
    steps.reserveCapacity(bytes.count)
    var last: UInt32 = 0
    for (index, place) in folder.places.enumerated() {
      if index & 255 == 0 { marks.append(place) }
      let step = place - last
      if step < 255 {
        steps.append(UInt8(step))
      } else {
        steps.append(255)
        jumps[UInt32(index)] = step
      }
      last = place
    }
  }

  /// Words that another process has folded.
  /// - Parameters:
  ///   - longSteps: what each 255 among `steps` stands for, in order.
  ///   - limit: as many characters as there may be.
  /// - Returns: nil where the parts do not fit each other.
  package init?(bytes: [UInt8], steps: [UInt8], longSteps: [UInt32], limit: Int) {
    guard bytes.count == steps.count else { return nil }
    self.bytes = bytes
    self.steps = steps
    marks.reserveCapacity(bytes.count >> 8 + 1)
    var rest = longSteps[...]
    var character = 0
    for index in steps.indices {
      var step = Int(steps[index])
      if step == 255 {
        guard let long = rest.popFirst(), long >= 255 else { return nil }
        jumps[UInt32(index)] = long
        step = Int(long)
      }
      character += step
      guard character < limit else { return nil }
      if index & 255 == 0 { marks.append(UInt32(character)) }
    }
    guard rest.isEmpty else { return nil }
  }

  /// What each 255 among `steps` stands for, in order.
  package var longSteps: [UInt32] {
    jumps.isEmpty ? [] : jumps.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Bytes of memory that it takes.
  package var byteCount: Int { bytes.count * 2 + marks.count * 4 + jumps.count * 16 + 128 }

  /// The matches on the page, in reading order, as ranges of the page's characters. None overlaps another.
  package func matches(_ query: FoldedQuery) -> [Range<Int>] {
    guard let other = query.joined else { return matches(query.needle) }
    // A broken word and a hyphen that is followed by a blank are two ways to read the same query.
    var merged: [Range<Int>] = []
    let found = (matches(query.needle) + matches(other)).sorted { $0.lowerBound < $1.lowerBound }
    for match in found where merged.last.map({ $0.upperBound <= match.lowerBound }) ?? true {
      merged.append(match)
    }
    return merged
  }

  private func matches(_ needle: FoldedQuery.Needle) -> [Range<Int>] {
    let length = needle.bytes.count
    guard let first = needle.bytes.first, length <= bytes.count else { return [] }
    var found: [Range<Int>] = []
    var reader = CharacterReader(self)
    let hay = bytes.span
    let wanted = needle.bytes.span
    var place = 0
    let end = hay.count - length
    while place <= end {
      guard hay[place] == first else {
        place += 1
        continue
      }
      var same = 1
      while same < length, hay[place + same] == wanted[same] { same += 1 }
      guard same == length, needle.hyphens.isEmpty || hasHyphens(of: needle, at: place) else {
        place += 1
        continue
      }
      let start = reader.character(of: place)
      found.append(start..<(length == 1 ? start : reader.character(of: place + length - 1)) + 1)
      place += length
    }
    return found
  }

  /// Whether something was left out wherever the query has a hyphen: who types one wants it.
  private func hasHyphens(of needle: FoldedQuery.Needle, at place: Int) -> Bool {
    for hyphen in needle.hyphens {
      let index = place + hyphen
      guard index < steps.count else { return false }
      guard steps[index] > 1 || bytes[index] == UInt8(ascii: "-") else { return false }
    }
    return true
  }

  /// Leads from bytes of the folded text, one behind the other, back to the page's characters: each step is taken
  /// once, or passed over by a mark.
  private struct CharacterReader {
    private let text: FoldedText
    private var byte = 0
    private var last: UInt32

    init(_ text: FoldedText) {
      self.text = text
      last = text.marks.first ?? 0
    }

    /// - Parameter place: not before that of the last call.
    mutating func character(of place: Int) -> Int {
      var at = byte
      var character = last
      if place >> 8 != at >> 8 {
        at = place & ~255
        character = text.marks[place >> 8]
      }
      let all = text.steps
      let steps = all.span
      while at < place {
        at += 1
        let step = steps[at]
        character += step < 255 ? UInt32(step) : text.jumps[UInt32(at)] ?? 0
      }
      byte = at
      last = character
      return Int(character)
    }
  }
}
