/// What a client of the text channel may ask of the session.
package enum AccessRequest: Hashable, Sendable {
  case focusNext, focusPrevious
  case focus(String)
  /// What has the focus, or the thing with this id.
  case activate(String?)
  /// A key's relatives are offered, as a finger that rests on it would have them.
  case hold(String?)
  /// The words of a page, counted from 0; the answer is `Effect.pageText`.
  case read(page: Int)
  /// A screen on (+1) or back (−1).
  case scroll(Int)
}
