// What landing, moving and lifting fingers mean, by how many of them there are.
extension GestureRecognizer {
  mutating func landFirst(
    _ change: TouchChange, _ frame: TouchFrame, into events: inout [GestureEvent]
  ) {
    // What lifted elsewhere cannot go on.
    for index in fingers.indices { leave(index, into: &events) }
    let isPlain = !pageIsMoving && frame.time >= tapsGuardedUntil
    let isSecond = isPlain && taps.pairs(with: change, device: frame.device, at: frame.time, settings)
    if !isSecond { settleTap(into: &events) }
    let finger = Finger(change, device: frame.device, at: frame.time)
    fingers[0] = finger
    stroke = Stroke(finger: 0, finger, at: frame.time, isPlain: isPlain)
    stroke?.isSecondTap = isSecond
    events.append(.touched(at: change.position))
  }

  /// Two fingers are down.
  mutating func pair(younger: Int, into events: inout [GestureEvent]) {
    guard let young = fingers[younger], let old = fingers[1 - younger] else { return }
    stroke?.flush(old, into: &events)
    stroke?.isPlain = false
    settleSecondTap(into: &events)
    pinch = Pinch(older: old, younger: young, panel)
  }

  mutating func comeBack(
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

  mutating func follow(at time: Timestamp, into events: inout [GestureEvent]) {
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

  mutating func lift(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
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
      tapsGuardedUntil = time + .milliseconds(settings.swipeGuardTime)
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

  mutating func cancel(_ index: Int, at time: Timestamp, into events: inout [GestureEvent]) {
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
  mutating func leave(_ index: Int, into events: inout [GestureEvent]) {
    guard fingers[index] != nil else { return }
    fingers[index] = nil
    finishPinch(into: &events)
    guard let stroke, stroke.finger == index else { return }
    finishStroke(into: &events)
  }

  // MARK: Velocity

  /// Of the centroid of two fingers.
  private func liftVelocity(at time: Timestamp) -> Point {
    guard isDown(0), isDown(1), let a = fingers[0], let b = fingers[1] else { return .zero }
    let sum =
      a.tracker.velocity(at: time, settings: settings) + b.tracker.velocity(at: time, settings: settings)
    return limited(sum * 0.5)
  }

  /// How fast the one finger that drags the page would fling it if it lifted now, px/s; zero where it would not.
  func pace(at time: Timestamp) -> Point {
    guard let stroke, stroke.phase == .dragging, let finger = fingers[stroke.finger], finger.isDown else {
      return .zero
    }
    let velocity = limited(finger.tracker.velocity(at: time, settings: settings))
    return isFling(velocity) ? velocity : .zero
  }

  private func limited(_ velocity: Point) -> Point {
    let limit = panel.pixels(dp: settings.flingMaximum)
    return velocity.length > limit ? velocity * (limit / velocity.length) : velocity
  }

  func isFling(_ velocity: Point) -> Bool {
    velocity.length >= panel.pixels(dp: settings.flingMinimum)
  }
}
