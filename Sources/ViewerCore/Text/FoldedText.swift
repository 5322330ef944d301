/// A page's words as searches see them: case, accents, ligatures and broken lines folded away.
package struct FoldedText: Hashable, Sendable {
  package init(_ text: PageText) {}

  /// The matches on the page, in reading order, as ranges of the page's characters.
  package func matches(_ query: FoldedQuery) -> [Range<Int>] { [] }
}

/// What is looked for, folded alike.
package struct FoldedQuery: Hashable, Sendable {
  /// Nil when nothing is left to look for.
  package init?(_ text: String) { return nil }
}
