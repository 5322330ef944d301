package struct SearchIndex: Sendable {
  private var pages: [Int: FoldedText] = [:]
  package init() {}
  package func has(_ page: Int) -> Bool { pages[page] != nil }
  package mutating func insert(_ page: Int, _ text: FoldedText) { pages[page] = text }
  package func matches(_ page: Int, _ query: FoldedQuery) -> [Range<Int>]? { pages[page]?.matches(query) }
  package mutating func removeAll() { pages = [:] }
}
