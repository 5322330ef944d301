/// Gestures on the page that a deployment has switched off. Those on controls, sheets, the keyboard and the ends of a
/// selection are theirs, and go on.
package struct GestureSwitches: Hashable, Sendable {
  /// | gesture | without it | in its place |
  /// |---|---|---|
  /// | tap | links, tap zones and the page take none; the bar of controls stays | |
  /// | double-tap | taps act at once | larger, smaller |
  /// | long-press | no text is selected; a finger that rests may go on to drag | |
  /// | drag | a finger does not move the page | next and previous page, contents, pages |
  /// | fling | the page stops with the finger; pages turn where more than half has been dragged | the same |
  /// | pinch | two fingers neither zoom nor move the page | larger, smaller |
  /// | document-swipe | a swipe sideways keeps the document | |
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case tap
    case doubleTap = "double-tap"
    case longPress = "long-press"
    case drag, fling, pinch
    case documentSwipe = "document-swipe"
  }

  package var off: Set<Name>
  /// What the fingers that are down, or have just lifted, did last to the page.
  private var isPinching = false

  package init(off: Set<Name> = []) {
    self.off = off
  }

  package func has(_ name: Name) -> Bool { !off.contains(name) }

  /// What of an event on the page remains; nil when nothing does.
  package mutating func filter(_ event: GestureEvent) -> GestureEvent? {
    switch event {
    case .touched:
      isPinching = false
      return event
    case .pan:
      isPinching = false
      return has(.drag) ? event : nil
    case .pinch:
      isPinching = true
      return has(.pinch) ? event : nil
    case .released(let velocity):
      let mayFling = has(.fling) && has(isPinching ? .pinch : .drag)
      return .released(velocity: mayFling ? velocity : .zero)
    case .tapped: return has(.tap) ? event : nil
    case .doubleTapped: return has(.doubleTap) ? event : nil
    case .longPressed, .longPressMoved, .longPressTakenBack: return has(.longPress) ? event : nil
    case .pressed, .takeBack, .cancelled, .finished: return event
    }
  }
}
