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

  /// At most two; their places are their roles.
  private var fingers: [Finger?] = [nil, nil]
  private var stroke: Stroke?
  private var pinch: Pinch?
  private var taps = TapCounter()
  private var guardedUntil = Timestamp(microseconds: .min)

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

  private func isDown(_ index: Int) -> Bool { fingers[index]?.isDown ?? false }

  // MARK: Fingers

  private mutating func landFirst(
    _ change: TouchChange, _ frame: TouchFrame, into events: inout [GestureEvent]
  ) {
    // What lifted elsewhere cannot go on.
    for index in fingers.indices { leave(index, into: &events) }
    let isSecond =
      !pageIsMoving && taps.pairs(with: change, device: frame.device, at: frame.time, settings)
    if !isSecond { settleTap(into: &events) }
    let finger = Finger(change, device: frame.device, at: frame.time)
    fingers[0] = finger
    stroke = Stroke(finger: 0, finger, at: frame.time, isPlain: !pageIsMoving)
    stroke?.isSecondTap = isSecond
    events.append(.touched(at: change.position))
  }

  /// Two fingers are down.
  private mutating func pair(younger: Int, into events: inout [GestureEvent]) {
    guard let young = fingers[younger], let old = fingers[1 - younger] else { return }
    stroke?.flush(old, into: &events)
    stroke?.isPlain = false
    settleSecondTap(into: &events)
    pinch = Pinch(older: old, younger: young, panel)
  }

  private mutating func comeBack(
    _ index: Int, _ change: TouchChange, _ frame: TouchFrame, into events: inout [GestureEvent]
  ) {
    guard let last = fingers[index] else { return }
    if !isTouching { events.append(.touched(at: change.position)) }
    var finger = last
    finger.land(change, device: frame.device, at: frame.time)
    fingers[index] = finger
    if pinch == nil {
      if isDown(1 - index) {
        pair(younger: index, into: &events)
      } else {
        stroke?.resume(finger, from: last, at: frame.time)
        follow(at: frame.time, into: &events)
      }
    } else if isDown(1 - index) {
      pinch?.skip(stroke?.delivered ?? .zero)
      stroke = nil
      follow(at: frame.time, into: &events)
    } else if stroke?.finger == index {
      stroke?.resume(finger, from: last, at: frame.time)
      follow(at: frame.time, into: &events)
    } else {
      // Both had lifted and the first one is back; the other may follow.
      if stroke?.phase == .dragging {
        finishPinch(into: &events)
        finishStroke(into: &events)
      }
      stay(index, at: frame.time)
    }
  }

  /// One finger stays of two: it may go on as a drag once it moves on.
  private mutating func stay(_ index: Int, at time: Timestamp) {
    guard let finger = fingers[index] else { return }
    stroke = Stroke(finger: index, finger, at: time, isPlain: false)
    stroke?.followsPair = true
  }

  private mutating func follow(at time: Timestamp, into events: inout [GestureEvent]) {
    if isDown(0), isDown(1), let a = fingers[0], let b = fingers[1] {
      guard let pinch else { return }
      if !pinch.hasStarted {
        guard pinch.isDecided(a, b, settings) else { return }
        if stroke?.phase == .longPress { events.append(.longPressTakenBack) }
        finishStroke(into: &events)
      }
      self.pinch?.follow(a, b, panel, into: &events)
    } else if let index = stroke?.finger, let finger = fingers[index], finger.isDown {
      stroke?.follow(finger, at: time, settings, into: &events)
      if let stroke, stroke.excursion > settings.tapReach { settleSecondTap(into: &events) }
    }
  }

  private mutating func lift(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
    let velocity = liftVelocity(at: time)
    fingers[index]?.lifted = time
    guard isDown(1 - index) else {
      release(index, at: time, into: &events)
      return
    }
    guardedUntil = time + .milliseconds(settings.guardTime)
    if pinch?.hasStarted == true {
      pinch?.velocity = velocity
      stay(1 - index, at: time)
    } else {
      dissolvePair(without: index, at: time, into: &events)
    }
  }

  /// Two fingers have been down and did nothing together.
  private mutating func dissolvePair(
    without index: Int, at time: Timestamp, into events: inout [GestureEvent]
  ) {
    pinch = nil
    if stroke?.finger == 1 - index, let finger = fingers[1 - index] {
      stroke?.followsPair = true
      stroke?.resume(finger, from: finger, at: time)
    } else {
      finishStroke(into: &events)
      stay(1 - index, at: time)
    }
  }

  /// The last finger has lifted.
  private mutating func release(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
    guard let finger = fingers[index], var stroke else {
      events.append(.released(velocity: .zero))
      return
    }
    var velocity = Point.zero
    if stroke.isTap(liftedAt: time, settings) {
      stroke.takeBack(into: &events)
      let tap = TapCounter.Tap(
        at: stroke.start, millimetres: finger.millimetres, device: finger.contact.device, lifted: time)
      stroke.outcome = .tap(tap)
    } else if stroke.phase == .dragging {
      stroke.flush(finger, into: &events)
      velocity = limited(finger.tracker.velocity(at: time, settings: settings))
      stroke.outcome = .drag(velocity)
    } else if stroke.phase == .longPress {
      stroke.outcome = .longPress
    } else if stroke.followsPair {
      guardedUntil = time + .milliseconds(settings.guardTime)
      // The first of the two has only just lifted, so this is the lift of a pan by two fingers.
      if let pinch, pinch.isPan(settings), time - stroke.started <= .milliseconds(settings.bounceTime) {
        velocity = pinch.velocity
      }
    }
    events.append(.released(velocity: isFling(velocity) ? velocity : .zero))
    if case .tap = stroke.outcome { act(&stroke, into: &events) }
    self.stroke = stroke
    settleSecondTap(into: &events)
  }

  /// A tap is made of it; it acts now where it need not wait.
  private mutating func act(_ stroke: inout Stroke, into events: inout [GestureEvent]) {
    if stroke.isSecondTap {
      let first = taps.take()?.at ?? stroke.start
      stroke.isSecondTap = false
      stroke.outcome = .doubleTap(at: first)
      events.append(.doubleTapped(at: first))
    } else if tapActsAtOnce {
      stroke.outcome = .actedTap
      events.append(.tapped(at: stroke.start))
    } else {
      return
    }
    stroke.phase = .spent
  }

  private mutating func cancel(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
    let other = 1 - index
    fingers[index]?.lifted = time
    guard !isDown(other) else {
      guardedUntil = time + .milliseconds(settings.guardTime)
      if pinch?.hasStarted == true {
        finishPinch(into: &events)
        stay(other, at: time)
      } else {
        dissolvePair(without: index, at: time, into: &events)
      }
      fingers[index] = nil
      return
    }
    if stroke?.phase == .longPress { events.append(.longPressTakenBack) }
    events.append(.cancelled)
    settleSecondTap(into: &events)
    finishPinch(into: &events)
    finishStroke(into: &events)
    fingers[0] = nil
    fingers[1] = nil
  }

  /// A lifted finger's bounce window is over.
  private mutating func leave(_ index: Int, into events: inout [GestureEvent]) {
    guard fingers[index] != nil else { return }
    fingers[index] = nil
    finishPinch(into: &events)
    guard let stroke, stroke.finger == index else { return }
    finishStroke(into: &events)
  }

  // MARK: Ends

  private mutating func finishPinch(into events: inout [GestureEvent]) {
    if let pinch, pinch.hasStarted { events.append(.finished(pinch.summary)) }
    pinch = nil
  }

  private mutating func finishStroke(into events: inout [GestureEvent]) {
    guard let stroke else { return }
    self.stroke = nil
    func finish(_ kind: GestureSummary.Kind, at place: Point, by delta: Point, _ velocity: Point = .zero) {
      events.append(.finished(GestureSummary(kind: kind, at: place, delta: delta, velocity: velocity)))
    }
    switch stroke.outcome {
    case .tap(let tap):
      taps.wait(tap)
    case .actedTap:
      finish(.tap, at: stroke.start, by: .zero)
    case .doubleTap(let first):
      finish(.doubleTap, at: first, by: .zero)
    case .longPress:
      finish(.longPress, at: stroke.start, by: .zero)
    case .drag(let velocity):
      finish(isFling(velocity) ? .fling : .drag, at: stroke.start, by: stroke.delivered, velocity)
    case .nothing:
      // Its finger is down still, or was cancelled.
      if stroke.phase == .dragging { finish(.drag, at: stroke.start, by: stroke.delivered) }
      if stroke.phase == .longPress { finish(.longPress, at: stroke.start, by: .zero) }
    }
  }

  /// The tap that waits is no half of a double tap.
  private mutating func settleTap(into events: inout [GestureEvent]) {
    guard let tap = taps.take() else { return }
    events.append(.tapped(at: tap.at))
    events.append(.finished(GestureSummary(kind: .tap, at: tap.at, delta: .zero, velocity: .zero)))
  }

  /// The contact after the tap has become something else.
  private mutating func settleSecondTap(into events: inout [GestureEvent]) {
    guard stroke?.isSecondTap == true else { return }
    stroke?.isSecondTap = false
    settleTap(into: &events)
  }

  // MARK: Velocity

  /// Of the centroid of two fingers.
  private func liftVelocity(at time: Timestamp) -> Point {
    guard isDown(0), isDown(1), let a = fingers[0], let b = fingers[1] else { return .zero }
    let sum =
      a.tracker.velocity(at: time, settings: settings) + b.tracker.velocity(at: time, settings: settings)
    return limited(sum * 0.5)
  }

  private func limited(_ velocity: Point) -> Point {
    let limit = panel.pixels(dp: settings.flingMaximum)
    return velocity.length > limit ? velocity * (limit / velocity.length) : velocity
  }

  private func isFling(_ velocity: Point) -> Bool {
    velocity.length >= panel.pixels(dp: settings.flingMinimum)
  }

  // MARK: Timers

  private enum Timer {
    case leave(Int), tapAlone, pressed, longPressed, noSecondTap, catchUp
  }

  private func nextTimer() -> (due: Timestamp, timer: Timer)? {
    var next: (due: Timestamp, timer: Timer)?
    func consider(_ due: Timestamp?, _ timer: Timer) {
      guard let due, due < next?.due ?? Timestamp(microseconds: .max) else { return }
      next = (due, timer)
    }
    for index in fingers.indices {
      if let lifted = fingers[index]?.lifted {
        consider(lifted + .milliseconds(settings.bounceTime), .leave(index))
      }
    }
    consider(taps.due(settings), .tapAlone)
    if let stroke, isDown(stroke.finger), !isDown(1 - stroke.finger) {
      consider(stroke.pressDue(settings), .pressed)
      consider(stroke.longPressDue(settings), .longPressed)
      consider(stroke.catchUpDue(settings), .catchUp)
      if stroke.isSecondTap { consider(stroke.started + .milliseconds(settings.tapTime), .noSecondTap) }
    }
    return next
  }

  private mutating func fireTimers(before limit: Timestamp, into events: inout [GestureEvent]) {
    while let (due, timer) = nextTimer(), due < limit {
      switch timer {
      case .leave(let index): leave(index, into: &events)
      case .tapAlone: settleTap(into: &events)
      case .noSecondTap: settleSecondTap(into: &events)
      case .catchUp: follow(at: due, into: &events)
      case .pressed:
        stroke?.hasPressed = true
        if let stroke { events.append(.pressed(at: stroke.start)) }
      case .longPressed:
        settleSecondTap(into: &events)
        stroke?.phase = .longPress
        if let stroke { events.append(.longPressed(at: stroke.start)) }
      }
    }
  }
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
