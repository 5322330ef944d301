/// Letters in place of what typesetting made of them: `ﬃ` is three letters, an Arabic letter's shape within a word
/// the letter itself.
enum PlainForms {
  private static let forms = ScalarForms(table)

  /// The plain form of a character in Unicode scalars; nil when it is plain already.
  static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard scalar.value >= 0x2E80 else { return nil }
    return forms[scalar]
  }
}

/// What characters are replaced by, read from a table of entries that are separated by white space: a character,
/// then what stands for it.
struct ScalarForms: Sendable {
  private var entries: [Unicode.Scalar: [Unicode.Scalar]] = [:]

  init(_ table: String) {
    // By scalars, since marks at the beginning of a form would join the character before it.
    for entry in table.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let scalar = entry.first else { continue }
      entries[scalar] = Array(entry.dropFirst())
    }
  }

  subscript(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? { entries[scalar] }
}
