/// The folded words of a document's pages, so that searching it again needs no engine.
///
/// Takes at most `limit` bytes: when more come in, the pages furthest from the newest one are let go, since a search
/// goes from page to page.
package struct TextIndex: Sendable {
  private var pages: [Int: FoldedText] = [:]
  private let limit: Int
  /// Bytes that the pages take.
  package private(set) var byteCount = 0

  package init(limit: Int = 32 << 20) {
    self.limit = limit
  }

  /// How many pages are held.
  package var count: Int { pages.count }

  package func has(_ page: Int) -> Bool { pages[page] != nil }

  /// How many bytes a search looks at on a page; 0 when it is not held.
  package func size(of page: Int) -> Int { pages[page]?.bytes.count ?? 0 }

  package mutating func insert(_ page: Int, _ text: FoldedText) {
    if let old = pages.updateValue(text, forKey: page) { byteCount -= old.byteCount }
    byteCount += text.byteCount
    while byteCount > limit, pages.count > 1 {
      guard let furthest = pages.keys.max(by: { (abs($0 - page), $0) < (abs($1 - page), $1) }),
        let old = pages.removeValue(forKey: furthest)
      else { return }
      byteCount -= old.byteCount
    }
  }

  /// The matches on a page; nil when its words are not held.
  package func matches(_ page: Int, _ query: FoldedQuery) -> [Range<Int>]? {
    pages[page]?.matches(query)
  }

  package mutating func removeAll() {
    pages.removeAll()
    byteCount = 0
  }
}
