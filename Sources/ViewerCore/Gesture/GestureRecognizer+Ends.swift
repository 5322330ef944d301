// What is told when a gesture can no longer go on, and when time alone decides that.
extension GestureRecognizer {
  mutating func finishPinch(into events: inout [GestureEvent]) {
    if let pinch, pinch.hasStarted { events.append(.finished(pinch.summary)) }
    pinch = nil
  }

  mutating func finishStroke(into events: inout [GestureEvent]) {
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
  mutating func settleTap(into events: inout [GestureEvent]) {
    guard let tap = taps.take() else { return }
    events.append(.tapped(at: tap.at))
    events.append(.finished(GestureSummary(kind: .tap, at: tap.at, delta: .zero, velocity: .zero)))
  }

  /// The contact after the tap has become something else.
  mutating func settleSecondTap(into events: inout [GestureEvent]) {
    guard stroke?.isSecondTap == true else { return }
    stroke?.isSecondTap = false
    settleTap(into: &events)
  }

  // MARK: Timers

  enum Timer {
    case leave(Int), tapAlone, pressed, longPressed, noSecondTap, catchUp
  }

  func nextTimer() -> (due: Timestamp, timer: Timer)? {
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
      if takesLongPress { consider(stroke.longPressDue(settings), .longPressed) }
      consider(stroke.catchUpDue(settings), .catchUp)
      if stroke.isSecondTap { consider(stroke.started + .milliseconds(settings.tapTime), .noSecondTap) }
    }
    return next
  }

  mutating func fireTimers(before limit: Timestamp, into events: inout [GestureEvent]) {
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
