/// Where the matches stand on the pages in view: worked out once for a page and a query, not for every picture.
package struct SearchMarks: Hashable, Sendable {
  /// More marks on one page tell nobody anything.
  package static let limit = 2_000

  /// For each match of a page the boxes that cover it, pt.
  private var pages: [Int: [[PageText.Box]]] = [:]

  package init() {}

  package subscript(_ page: Int) -> [[PageText.Box]]? { pages[page] }

  package mutating func mark(_ page: Int, _ matches: [Range<Int>], in text: PageText) {
    pages[page] = matches.prefix(Self.limit).map { text.boxes(covering: $0) }
  }

  package mutating func drop(_ page: Int) {
    if pages[page] != nil { pages[page] = nil }
  }

  package mutating func trim(visible: Range<Int>) {
    for page in pages.keys where !visible.contains(page) { pages[page] = nil }
  }
}
