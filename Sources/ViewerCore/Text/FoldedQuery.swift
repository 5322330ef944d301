/// What is looked for, folded like the text.
package struct FoldedQuery: Hashable, Sendable {
  /// Bytes to find, and before which of them a hyphen must have been left out.
  struct Needle: Hashable, Sendable {
    var bytes: [UInt8]
    /// Places in `bytes`, its end included.
    var hyphens: [Int]
  }

  let needle: Needle
  /// The query as it stands in a text whose line ends at its hyphen; nil where that is the same.
  let joined: Needle?

  /// Nil when nothing is left to look for.
  package init?(_ text: String) {
    guard let needle = Self.needle(text) else { return nil }
    self.needle = needle
    let scalars = Array(text.unicodeScalars)
    var joint = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let isBehindHyphen = index > 0 && CharacterKind(scalars[index - 1]) == .hyphen
      if !(isBehindHyphen && CharacterKind(scalar).isSpace) { joint.append(scalar) }
    }
    let joined = joint.count < scalars.count ? Self.needle(String(joint)) : nil
    self.joined = joined == needle ? nil : joined
  }

  private static func needle(_ text: String) -> Needle? {
    let folded = FoldedText(text)
    var needle = Needle(bytes: folded.bytes, hyphens: [])
    let scalars = Array(text.unicodeScalars)
    var character = 0
    for (index, step) in folded.steps.enumerated() {
      let next = character + Int(step)
      if index > 0, step > 1, scalars[character..<min(next, scalars.count)].contains(where: isHyphen) {
        needle.hyphens.append(index)
      }
      character = next
    }
    // Who types a compound word has a hyphen at the end for a moment, which the text has in its middle.
    if needle.bytes.count > 1, needle.bytes.last == UInt8(ascii: "-"),
      CharacterKind(Unicode.Scalar(needle.bytes[needle.bytes.count - 2])) != .blank
    {
      needle.bytes.removeLast()
      needle.hyphens.append(needle.bytes.count)
    }
    return needle.bytes.isEmpty ? nil : needle
  }

  private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool { CharacterKind(scalar) == .hyphen }
}
