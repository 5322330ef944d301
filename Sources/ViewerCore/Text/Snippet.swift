/// A match and the words about it, on one line.
package struct Snippet: Hashable, Sendable {
  package let before: String
  package let match: String
  package let after: String

  /// - Parameters:
  ///   - range: characters of the page.
  ///   - room: how many characters to show on either side; words that do not fit whole are left out.
  package init(_ text: PageText, _ range: Range<Int>, room: Int = 40) {
    self.init(Array(text.text.unicodeScalars), range, room: room)
  }

  /// The same for a page whose characters are at hand, since going through a text takes as long as the text is.
  package init(_ scalars: [Unicode.Scalar], _ range: Range<Int>, room: Int = 40) {
    let range = range.clamped(to: 0..<scalars.count)
    var start = max(0, range.lowerBound - room)
    var end = min(scalars.count, range.upperBound + room)
    if start > 0, let space = scalars[start..<range.lowerBound].firstIndex(where: Self.isSpace) {
      start = space
    }
    if end < scalars.count, let space = scalars[range.upperBound..<end].lastIndex(where: Self.isSpace) {
      end = space
    }
    before = Self.line(scalars[start..<range.lowerBound])
    match = Self.line(scalars[range])
    after = Self.line(scalars[range.upperBound..<end])
  }

  package var text: String { before + match + after }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { CharacterKind(scalar).isSpace }

  /// Plain characters with one blank where there was white space.
  private static func line(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var line = String.UnicodeScalarView()
    var isAfterSpace = false
    for scalar in WordBreaks.plain(Array(scalars)).unicodeScalars {
      let space = isSpace(scalar)
      if !(space && isAfterSpace) { line.append(space ? " " : scalar) }
      isAfterSpace = space
    }
    return String(line)
  }
}
