/// Touch frames in, gestures out: a value that changes in place, with no clock but the times it is given.
///
/// | fingers | in progress | what ends it |
/// |---|---|---|
/// | none | perhaps a tap that waits for a second one, perhaps a finger in its bounce window | 300 ms, 80 ms |
/// | one | a `Stroke` | its finger has been up for 80 ms, or a pinch begins |
/// | two | a `Pinch`; the first finger's `Stroke` as long as the pinch has not started | one finger has been up for 80 ms |
///
/// A lift is answered at once (`released`, a fling); the summary follows when no bounce can continue it.
/// A gesture belongs to one device: millimetres of two devices do not compare. Contacts that no gesture took
/// (a third finger, a palm, a landing within the guard time, one whose landing was never passed in, such as
/// the touch that wakes a panel) are unknown here and do nothing until they lift.
package struct GestureRecognizer: Sendable {
  package var settings: GestureSettings
  package var panel: Panel
  /// Set before `handle`: the page moves by itself, so a landing finger stops it and is no tap or long press.
  package var pageIsMoving = false
  /// Set before `handle`: a tap where the finger is need not wait for a second one (a link, a control, or a
  /// double tap means nothing). Asked at the lift.
  package var tapActsAtOnce = false
  /// Whether a finger that rests becomes a long press; else it may go on to drag.
  package var takesLongPress = true

  /// At most two; their places are their roles.
  var fingers: [Finger?] = [nil, nil]
  var stroke: Stroke?
  var pinch: Pinch?
  var taps = TapCounter()
  var guardedUntil = Timestamp(microseconds: .min)
  var tapsGuardedUntil = Timestamp(microseconds: .min)

  package init(settings: GestureSettings = GestureSettings(), panel: Panel) {
    self.settings = settings
    self.panel = panel
  }

  /// Whether a finger of a gesture is down.
  package var isTouching: Bool { isDown(0) || isDown(1) }

  /// Takes a frame. Timers that were due before it come first, those due at its time after it: call `advance`.
  package mutating func handle(_ frame: TouchFrame, into events: inout [GestureEvent]) {
    fireTimers(before: frame.time, into: &events)
    // Ends come first: a finger that changes its slot within a frame is one that bounces. Except the end of a
    // contact that landed in this same frame.
    for (index, change) in frame.changes.enumerated()
    where change.isEnd && !frame.lands(change.slot, before: index) {
      end(change, frame, into: &events)
    }
    move(frame, into: &events)
    for (index, change) in frame.changes.enumerated() {
      if change.phase == .down {
        land(change, frame, into: &events)
      } else if change.isEnd && frame.lands(change.slot, before: index) {
        end(change, frame, into: &events)
      }
    }
  }

  /// When `advance` has something to do.
  package var deadline: Timestamp? { nextTimer()?.due }

  /// Lets time pass, after all frames until then have been handled.
  package mutating func advance(to now: Timestamp, into events: inout [GestureEvent]) {
    fireTimers(before: now + .microseconds(1), into: &events)
  }

  /// Everything ends, without fling or tap: the panel is switched off, the device or the document is gone.
  /// Fingers that are still down do nothing until they lift.
  package mutating func cancelAll(at time: Timestamp, into events: inout [GestureEvent]) {
    _ = taps.take()
    for index in fingers.indices where isDown(index) { cancel(index, at: time, into: &events) }
    for index in fingers.indices where fingers[index] != nil { leave(index, into: &events) }
    _ = taps.take()
  }

  // MARK: Frames

  private mutating func move(_ frame: TouchFrame, into events: inout [GestureEvent]) {
    var hasMoved = false
    for change in frame.changes where change.phase == .move && change.isFinite {
      guard let index = finger(change, frame) else { continue }
      if PalmFilter(settings).isPalm(change) {
        cancel(index, at: frame.time, into: &events)
      } else {
        fingers[index]?.move(change, at: frame.time)
        hasMoved = true
      }
    }
    if hasMoved { follow(at: frame.time, into: &events) }
  }

  private mutating func end(_ change: TouchChange, _ frame: TouchFrame, into events: inout [GestureEvent]) {
    guard let index = finger(change, frame) else { return }
    if change.phase == .cancel {
      cancel(index, at: frame.time, into: &events)
    } else {
      slide(1 - index, frame, into: &events)
      lift(index, at: frame.time, into: &events)
    }
  }

  /// The other finger's move in the frame in which one of a pinch lifts. The lifting one tells no new place, so
  /// there is no span; the page goes along with the finger that stays.
  private mutating func slide(_ index: Int, _ frame: TouchFrame, into events: inout [GestureEvent]) {
    guard pinch?.hasStarted == true, isDown(index), var finger = fingers[index],
      let change = frame.changes.first(where: {
        $0.phase == .move && $0.slot == finger.contact.slot && $0.isFinite && !PalmFilter(settings).isPalm($0)
      })
    else { return }
    pinch?.slide(by: change.position - finger.position, to: change.position, into: &events)
    finger.move(change, at: frame.time)
    fingers[index] = finger
  }

  private mutating func land(_ change: TouchChange, _ frame: TouchFrame, into events: inout [GestureEvent]) {
    let palms = PalmFilter(settings)
    guard change.isFinite, !palms.isPalm(change), !palms.isBeside(change, panel) else { return }
    // A contact that is down lands again: its lift was lost.
    if let index = finger(change, frame) { lift(index, at: frame.time, into: &events) }
    dropStale(at: frame.time, into: &events)

    let bounce = BounceFilter(settings)
    let returning = fingers.indices.filter {
      fingers[$0].map { bounce.continues($0, with: change, device: frame.device, at: frame.time) } ?? false
    }
    if let index = returning.min(by: { distance($0, change) < distance($1, change) }) {
      comeBack(index, change, frame, into: &events)
      return
    }
    guard frame.time >= guardedUntil else { return }
    if !isTouching {
      landFirst(change, frame, into: &events)
    } else if let index = fingers.indices.first(where: { !isDown($0) }),
      fingers[1 - index]?.contact.device == frame.device
    {
      leave(index, into: &events)
      fingers[index] = Finger(change, device: frame.device, at: frame.time)
      pair(younger: index, into: &events)
    }
  }

  private func distance(_ index: Int, _ change: TouchChange) -> Double {
    fingers[index]?.millimetres.distance(to: change.millimetres) ?? .infinity
  }

  /// A contact that a device forgot to end must not make a pinch of every touch from then on.
  private mutating func dropStale(at time: Timestamp, into events: inout [GestureEvent]) {
    for index in fingers.indices {
      guard let finger = fingers[index], finger.isDown,
        time - finger.heard > .milliseconds(settings.staleTime)
      else { continue }
      cancel(index, at: time, into: &events)
    }
  }

  private func finger(_ change: TouchChange, _ frame: TouchFrame) -> Int? {
    let contact = ContactID(device: frame.device, slot: change.slot)
    return fingers.indices.first { isDown($0) && fingers[$0]?.contact == contact }
  }

  func isDown(_ index: Int) -> Bool { fingers[index]?.isDown ?? false }
}

extension TouchChange {
  fileprivate var isEnd: Bool { phase == .up || phase == .cancel }
}

extension TouchFrame {
  /// Whether a contact lands on this slot before the change at `index`.
  fileprivate func lands(_ slot: Int32, before index: Int) -> Bool {
    changes[..<index].contains { $0.slot == slot && $0.phase == .down }
  }
}
