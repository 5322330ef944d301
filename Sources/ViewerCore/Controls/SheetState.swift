/// A sheet that has risen over the page: which, how far it has come, and how far its list is scrolled.
package struct SheetState: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case contents, pages, languages
    /// The lines of a form's list.
    case lines(field: Int)
  }

  package let kind: Kind
  /// 1 = below the panel, 0 = risen.
  package private(set) var slide: Slide
  package private(set) var isClosing = false
  /// How far a finger has dragged it down, px.
  package var pulled = 0.0
  package var scroll = ListScroll()
  /// What is marked as "here": a row or a page, counted from 0.
  package var current: Int?

  package init(_ kind: Kind, at now: Timestamp, reducesMotion: Bool) {
    self.kind = kind
    slide = Slide(from: 1, to: 0, since: now, reducesMotion: reducesMotion)
  }

  /// - Parameter height: of the sheet, px.
  package mutating func close(height: Int, at now: Timestamp, reducesMotion: Bool) {
    guard !isClosing else { return }
    isClosing = true
    slide = Slide(
      from: share(height: height, at: now), to: 1, since: now, reducesMotion: reducesMotion)
    pulled = 0
  }

  /// The finger lets go of it: it rises again.
  package mutating func settle(height: Int, at now: Timestamp, reducesMotion: Bool) {
    slide = Slide(
      from: share(height: height, at: now), to: 0, since: now, reducesMotion: reducesMotion)
    pulled = 0
  }

  /// How much of it is below the panel's edge: 0 none, 1 all.
  package func share(height: Int, at now: Timestamp) -> Double {
    max(slide.position(at: now), min(1, max(0, pulled) / Double(max(1, height))))
  }

  package func isMoving(at now: Timestamp) -> Bool { slide.isMoving(at: now) || scroll.isMoving }
}
