/// Words of pages: kept, asked for, handed on.
extension Session {
  /// A page's words if they are here; nothing is asked for.
  func text(of page: Int) -> PageText? { nil }

  /// Words of a page have come in: whoever waits for them goes on.
  mutating func textArrived(_ page: Int, _ text: PageText, at now: Timestamp) {
    selectionTook(page, text, at: now)
    searchTook(page, text, at: now)
  }
}
