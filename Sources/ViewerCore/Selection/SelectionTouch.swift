/// What the finger on the panel does to the selection, from where it lands until its gesture can no longer go on.
///
/// | state | begins with | moves | taken back |
/// |---|---|---|---|
/// | pressing | a long press on a page | the selection by words, from the word that was pressed | what was selected before |
/// | dragging | a touch on a handle | that end by characters; the other stays, whichever comes first | where the handle was |
/// | tapping | a touch on the floating bar | nothing: leaving the button is a change of mind | – |
///
/// A finger that bounces lifts and comes back within the same gesture: the state outlives the lift.
package enum SelectionTouch: Hashable, Sendable {
  case pressing(Press)
  case dragging(Drag)
  case tapping(Tap)

  package struct Press: Hashable, Sendable {
    /// What was selected before.
    package var before: TextSelection?
    /// The page that was pressed, and where, pt.
    package var page: Int
    package var point: Point
    /// How far from a word it may be, pt.
    package var reach: Double
    /// The word that was pressed; nil until the page's words are here, or when there is none.
    package var word: TextSelection?
    /// The words of the page have not come yet.
    package var isWaiting = true
    package var finger: SelectionFinger
  }

  package struct Drag: Hashable, Sendable {
    package var before: TextSelection
    /// The end that stays.
    package var fixed: TextPosition
    /// From the finger to the place in the text that it moves, px: the finger holds the round below the line.
    package var offset: Point
    package var finger: SelectionFinger
  }

  package struct Tap: Hashable, Sendable {
    package var action: ControlAction
    package var isPressed = false
    /// Held so long that the lift is no tap any more; it is taken all the same.
    package var isLong = false
    /// The finger has left the button.
    package var hasLeft = false
    package var lift: Timestamp?
  }

  /// The finger that moves an end of the selection; nil for one on a button.
  package var finger: SelectionFinger? {
    get {
      switch self {
      case .pressing(let press): press.finger
      case .dragging(let drag): drag.finger
      case .tapping: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .pressing(var press):
        press.finger = newValue
        self = .pressing(press)
      case .dragging(var drag):
        drag.finger = newValue
        self = .dragging(drag)
      case .tapping: break
      }
    }
  }

  /// Nil while the finger is down; after it a bounce may still bring it back.
  package var lift: Timestamp? {
    get {
      if case .tapping(let tap) = self { tap.lift } else { finger?.lift }
    }
    set {
      if case .tapping(var tap) = self {
        tap.lift = newValue
        self = .tapping(tap)
      } else {
        finger?.lift = newValue
      }
    }
  }

  /// The finger has left the button it was on, or is back.
  package mutating func left(_ hasLeft: Bool) {
    guard case .tapping(var tap) = self else { return }
    tap.hasLeft = hasLeft
    if hasLeft { tap.isPressed = false }
    self = .tapping(tap)
  }

  /// Where the finger points to in the text, px of the panel.
  package var target: Point? {
    switch self {
    case .pressing(let press): press.finger.place
    case .dragging(let drag): drag.finger.place + drag.offset
    case .tapping: nil
    }
  }
}

/// A finger that moves an end of the selection.
package struct SelectionFinger: Hashable, Sendable {
  /// px of the panel.
  package var place: Point
  package var lift: Timestamp?
  /// The page under it whose words are not here yet.
  package var wantedPage: Int?
  package private(set) var hasMoved = false
  package var edge: EdgeScroll

  package init(at place: Point, panel: Panel) {
    self.place = place
    edge = EdgeScroll(from: place, panel: panel)
  }

  package mutating func move(to place: Point, panel: Panel) {
    self.place = place
    hasMoved = true
    edge.moved(to: place, panel: panel)
  }
}
