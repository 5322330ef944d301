/// The last document's picture, while the one that is opening has none.
struct FrozenPicture: Hashable, Sendable {
  var pages: [ScenePage]

  /// What must not go before it does.
  var bitmaps: Set<BitmapID> {
    var result: Set<BitmapID> = []
    for page in pages {
      if let base = page.base { result.insert(base) }
      if let tile = page.tile { result.insert(tile.bitmap) }
    }
    return result
  }
}

/// From one document to the next: the old pixels stay on the screen, out of reach of fingers, until the new document
/// shows something or says why it does not.
extension Session {
  var isFrozen: Bool { frozen != nil }

  /// Keeps the picture of the document that is about to go. One that is kept already stays.
  mutating func freeze(at now: Timestamp) {
    guard frozen == nil, document.isOpen, isVisible else { return }
    let pages = scene(at: now).pages.filter { $0.base != nil }.map { page in
      var page = page
      page.highlights = []
      return page
    }
    if !pages.isEmpty { frozen = FrozenPicture(pages: pages) }
  }

  mutating func thawIfReady(at now: Timestamp) {
    guard frozen != nil else { return }
    switch document.phase {
    case .opening: return
    case .failed: thaw(at: now)
    case .open:
      let shows = visiblePages.contains {
        desk.cache.base($0) != nil || desk.failures.reason(page: $0, kind: .base) != nil
      }
      if shows || visiblePages.isEmpty { thaw(at: now) }
    }
  }

  mutating func thaw(at now: Timestamp) {
    guard let frozen else { return }
    self.frozen = nil
    for bitmap in frozen.bitmaps.sorted(by: { $0.number < $1.number }) { emit(.free(bitmap)) }
    // A finger that landed on the old picture has nothing to do with the new one.
    if recogniser.isTouching { cancelTouches(at: now) }
  }

  /// Swallows what fingers do to a picture that nothing can be done to.
  func frozenTakes(_ event: GestureEvent) -> Bool {
    if case .finished = event { return false }
    return isFrozen
  }
}
