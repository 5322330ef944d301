/// What the recogniser tells the session while fingers move, in the order it happens.
///
/// Positions are pixels of the upright panel; displacements are added to the page's place on the glass
/// (a finger that moves up by 100 px gives a pan of y = -100).
package enum GestureEvent: Hashable, Sendable {
  /// A contact landed where nothing was down: whatever moves stops now.
  case touched(at: Point)
  /// 80 ms without leaving the tap's reach: the control under the finger may darken.
  case pressed(at: Point)
  /// The page follows one finger.
  case pan(by: Point)
  /// The page follows two fingers: first moved by `by`, then scaled by `scale` about `focus`.
  case pinch(focus: Point, by: Point, scale: Double)
  /// What this contact has done to the page so far is taken back (a tap whose finger had begun to drag).
  case takeBack
  /// A long press was recognised; the finger is still down.
  case longPressed(at: Point)
  /// The finger of a long press has gone on, beyond or within its reach; the page stays.
  case longPressMoved(to: Point)
  /// The long press became a pinch: what it began is taken back.
  case longPressTakenBack
  /// All fingers have lifted, of a tap, too: what `touched` stopped may settle. `velocity` in px/s of the page
  /// on the glass; zero when the motion had stopped or is too slow for a fling. Each `touched` is followed by
  /// one `released` or `cancelled`.
  case released(velocity: Point)
  /// Contacts were cancelled: settle without a fling.
  case cancelled
  /// A tap that can no longer become a double tap (or need not wait for one).
  case tapped(at: Point)
  case doubleTapped(at: Point)
  /// A gesture can no longer continue: the trace's `gesture` line.
  case finished(GestureSummary)
}

extension GestureEvent {
  /// Whether it moves or enlarges the page under the fingers.
  var movesPage: Bool {
    switch self {
    case .touched, .pan, .pinch, .takeBack, .released, .cancelled, .doubleTapped: true
    case .pressed, .longPressed, .longPressMoved, .longPressTakenBack, .tapped, .finished: false
    }
  }
}

/// One whole gesture, as the trace's `gesture` line tells it.
package struct GestureSummary: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case tap, doubleTap, longPress, drag, fling, pinch
  }

  package var kind: Kind
  /// The first contact, px.
  package var at: Point
  /// Total travel, px.
  package var delta: Point
  /// Span at the end over span when the second finger landed; pinch only.
  package var scale: Double?
  /// px/s at lift.
  package var velocity: Point

  package init(kind: Kind, at: Point, delta: Point, scale: Double? = nil, velocity: Point) {
    self.kind = kind
    self.at = at
    self.delta = delta
    self.scale = scale
    self.velocity = velocity
  }
}
