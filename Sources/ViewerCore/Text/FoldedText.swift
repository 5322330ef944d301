/// A page's words as searches see them: case, accents, ligatures and broken lines folded away.
///
/// Kept small, since all pages of a document may be held: a byte for each byte of the folded text in UTF-8, and a
/// byte beside it that leads back to the page's characters.
package struct FoldedText: Hashable, Sendable {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []
  /// How many characters each byte's character stands behind that of the byte before, at most 254; 255 says that
  /// `jumps` tells.
  private(set) var steps: [UInt8] = []
  /// The character of every 256th byte.
  private var marks: [UInt32] = []
  /// Steps too long for a byte, by the byte's place.
  private var jumps: [UInt32: UInt32] = [:]

  package init(_ text: PageText) {
    self.init(text.text)
  }

  /// Folds words, counting their Unicode scalars as characters.
  init(_ text: String) {
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
      guard same == length, hasHyphens(of: needle, at: place) else {
        place += 1
        continue
      }
      found.append(character(of: place)..<character(of: place + length - 1) + 1)
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

  /// The page's character that a byte of the folded text comes from.
  private func character(of byte: Int) -> Int {
    let mark = byte >> 8
    var character = marks[mark]
    var index = mark << 8 + 1
    while index <= byte {
      character += steps[index] < 255 ? UInt32(steps[index]) : jumps[UInt32(index)] ?? 0
      index += 1
    }
    return Int(character)
  }
}
