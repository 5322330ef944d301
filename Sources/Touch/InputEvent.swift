package import ViewerCore
package import Wire

/// What a source of input says, in the order it happened.
package enum InputEvent: Hashable, Sendable {
  case touch(TouchFrame)
  case key(Key, at: Timestamp)
  /// A wheel or a touchpad's scrolling: notches, positive towards the reader and to the right, at a place in
  /// pixels of the upright panel.
  case wheel(notches: Point, place: Point, at: Timestamp)
  /// Played from a clip: neither touch nor key.
  case played(ClipEvent.Action, at: Timestamp)
}
