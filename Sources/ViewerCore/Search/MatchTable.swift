/// What a search has found, and which of it the reader is at.
///
/// Pages come in whatever order; matches are counted in the order of reading.
package struct MatchTable: Hashable, Sendable {
  /// Nobody goes through more.
  package static let limit = 100_000

  package struct Place: Hashable, Sendable {
    /// Counted from 0.
    package var page: Int
    /// Which of the page's matches.
    package var index: Int
  }

  private let limit: Int
  private var matches: [Int: [Range<Int>]] = [:]
  /// Pages with matches, in order.
  private var pages: [Int] = []
  package private(set) var count = 0
  package private(set) var current: Place?
  /// How many matches stand before the current one.
  package private(set) var ordinal = 0
  /// There may be more, which were not counted.
  package private(set) var isCut = false

  package init(limit: Int = MatchTable.limit) {
    self.limit = limit
  }

  /// Characters of a page that match, in the order of reading.
  package subscript(_ page: Int) -> [Range<Int>] { matches[page] ?? [] }

  package mutating func add(_ found: [Range<Int>], on page: Int) {
    guard matches[page] == nil, !found.isEmpty else { return }
    let room = limit - count
    if found.count > room { isCut = true }
    guard room > 0 else { return }
    let kept = Array(found.prefix(room))
    matches[page] = kept
    pages.insert(page, at: firstIndex(notBefore: page))
    count += kept.count
    if let current, page < current.page { ordinal += kept.count }
  }

  package mutating func select(_ place: Place) {
    guard self[place.page].indices.contains(place.index) else { return }
    current = place
    ordinal = place.index
    for page in pages.prefix(firstIndex(notBefore: place.page)) { ordinal += self[page].count }
  }

  /// The match that reading comes to first, from a page on and round.
  package func first(from page: Int) -> Place? {
    guard
      let next = pages.indices.contains(firstIndex(notBefore: page))
        ? pages[firstIndex(notBefore: page)] : pages.first
    else { return nil }
    return Place(page: next, index: 0)
  }

  /// Goes on or back by matches, in a circle.
  package mutating func step(by distance: Int) {
    guard count > 0, let from = current else { return }
    // A step is nearly always one; more are taken one by one all the same.
    let steps = distance % count
    var place = from
    for _ in 0..<abs(steps) { place = neighbour(of: place, isNext: steps > 0) }
    current = place
    ordinal = (ordinal + steps % count + count) % count
  }

  private func neighbour(of place: Place, isNext: Bool) -> Place {
    let index = place.index + (isNext ? 1 : -1)
    if self[place.page].indices.contains(index) { return Place(page: place.page, index: index) }
    let at = firstIndex(notBefore: place.page)
    let page = pages[(at + (isNext ? 1 : pages.count - 1)) % pages.count]
    return Place(page: page, index: isNext ? 0 : self[page].count - 1)
  }

  private func firstIndex(notBefore page: Int) -> Int {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle] < page { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
