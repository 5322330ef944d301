/// Searching the document.
extension Session {
  /// Begins a search from the current page on; an empty query ends it.
  mutating func search(for query: String, at now: Timestamp) {}

  mutating func stepMatch(by count: Int, at now: Timestamp) {}

  mutating func endSearch(at now: Timestamp) {}

  mutating func searchTook(_ page: Int, _ text: PageText, at now: Timestamp) {}

  /// The page whose words the search needs next.
  var textWantedForSearch: Int? { nil }

  /// Where the search stands; nil while there is none.
  var searchStatus: (current: Int?, found: Int, isOver: Bool)? { nil }

  func searchHighlights(of page: Int, frame: PixelRect) -> [SceneHighlight] { [] }
}
