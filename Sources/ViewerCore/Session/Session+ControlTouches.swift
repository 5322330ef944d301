/// What fingers do to the viewer's own controls.
extension Session {
  /// Lets the controls have a gesture first.
  /// - Returns: whether it was theirs.
  mutating func controlsTake(_ event: GestureEvent, at now: Timestamp) -> Bool {
    switch event {
    case .finished:
      // What a finger did is told wherever it did it.
      return false
    case .touched(let place): controlTouched(place, at: now)
    case .pan(let by): controlTouchMoves(by: by)
    case .longPressMoved(let place):
      if let touch = controls.touch { controlTouchMoves(by: place - touch.place) }
    case .takeBack: takeControlTouchBack()
    case .pinch:
      controls.touch?.kill()
    case .released(let velocity):
      controls.bar.release(at: now)
      if let touch = controls.touch {
        controls.touch = nil
        controlTouchEnds(touch, velocity: velocity, at: now)
      }
    case .cancelled:
      controls.bar.release(at: now)
      if let touch = controls.touch {
        controls.touch = nil
        letGo(touch, velocity: .zero, at: now)
      }
    case .pressed, .longPressed, .longPressTakenBack, .tapped, .doubleTapped:
      break
    }
    return controls.ownsGesture
  }

  /// Whether a control is here, so that a tap need not wait for a second one.
  func hasControl(at place: Point) -> Bool { controls.ownsGesture }

  private mutating func controlTouched(_ place: Point, at now: Timestamp) {
    controls.bar.hold(at: now)
    let bounces = controls.isBounce(
      at: place, now: now, reach: panel.pixelsPerMillimetre * options.gestures.bounceReach,
      options.gestures)
    controls.touch = bounces ? nil : landing(at: place, now)
    controls.ownsGesture = bounces || controls.touch != nil
    guard case .list = controls.touch?.target else { return }
    // A finger that stops a list takes nothing from it.
    if controls.sheet?.scroll.isMoving ?? false { controls.touch?.kill() }
    controls.sheet?.scroll.hold(settings: options.gestures)
    controls.heldOffset = controls.sheet?.scroll.offset ?? 0
  }

  /// What a finger that lands here takes hold of; nil for the page.
  private func landing(at place: Point, _ now: Timestamp) -> ControlTouch? {
    if controls.card?.isModal ?? false { return hold(controls.cardLayer, place, now, isModal: true) }
    if controls.openSheet != nil, let frame = controls.sheetFrame {
      guard frame.ground.contains(place) else { return ControlTouch(.outside, at: place, now: now) }
      let control = controls.sheetLayer.control(at: place, gap: 0)
      if frame.body.contains(place) { return ControlTouch(.list(control), at: place, now: now) }
      return ControlTouch(control.map { .control($0) } ?? .header, at: place, now: now)
    }
    if let entry = controls.openEntry {
      if entry.isTyping, controls.keyboardLayer.ground.contains(place) {
        return ControlTouch(.ground, at: place, now: now)
      }
      let rested = place - Point(x: 0, y: Double(controls.entryRest))
      return hold(controls.entryLayer, rested, now, isModal: entry.purpose == .page)
    }
    guard document.isOpen, controls.bar.isUp(at: now) else { return nil }
    return hold(controls.barLayer, place, now, isModal: false)
  }

  private func hold(_ layer: ControlLayer, _ place: Point, _ now: Timestamp, isModal: Bool)
    -> ControlTouch?
  {
    guard layer.ground.contains(place) else {
      return isModal ? ControlTouch(.outside, at: place, now: now) : nil
    }
    guard let control = layer.control(at: place, gap: metrics.gap), control.isEnabled else {
      return ControlTouch(.ground, at: place, now: now)
    }
    return ControlTouch(.control(control), at: place, now: now)
  }

  private mutating func controlTouchMoves(by distance: Point) {
    guard let touch = controls.touch else { return }
    let (place, reach) = (touch.place + distance, metrics.reach)
    controls.touch?.move(to: place, reach: reach)
    switch touch.target {
    case .list: controls.sheet?.scroll.pan(by: distance.y, settings: options.gestures)
    case .header: controls.sheet?.pulled = max(0, place.y - touch.start.y)
    case .control, .ground, .outside: break
    }
  }

  /// A tap after all: what it moved is where it was.
  private mutating func takeControlTouchBack() {
    guard let touch = controls.touch else { return }
    let reach = metrics.reach
    controls.touch?.move(to: touch.start, reach: reach)
    switch touch.target {
    case .list: controls.sheet?.scroll.jump(to: controls.heldOffset)
    case .header: controls.sheet?.pulled = 0
    case .control, .ground, .outside: break
    }
  }

  private mutating func controlTouchEnds(_ touch: ControlTouch, velocity: Point, at now: Timestamp) {
    letGo(touch, velocity: velocity, at: now)
    guard !touch.isDead else { return }
    switch touch.target {
    case .outside:
      controls.lastTaken = (touch.place, now)
      closeTop(at: now)
    case .ground, .header: break
    case .control, .list:
      guard let control = touch.control else { return }
      controls.lastTaken = (touch.place, now)
      perform(control.action, at: now)
    }
  }

  /// What the finger held goes on by itself.
  private mutating func letGo(_ touch: ControlTouch, velocity: Point, at now: Timestamp) {
    switch touch.target {
    case .list:
      controls.sheet?.scroll.release(
        velocity: velocity.y, pixelsPerDP: panel.pixelsPerDP, settings: options.gestures, at: now)
    case .header:
      guard let sheet = controls.openSheet, let frame = controls.sheetFrame else { return }
      let height = frame.ground.height
      if sheet.pulled > Double(height) / 4
        || (sheet.pulled > 0 && velocity.y > panel.pixels(dp: 400))
      {
        closeSheet(at: now)
      } else if sheet.pulled > 0 {
        controls.sheet?.settle(height: height, at: now, reducesMotion: look.reducesMotion)
      }
    case .control, .ground, .outside: break
    }
  }

  // MARK: Keys

  /// Takes the fingers on the keyboard out of a frame: they type, each by itself.
  mutating func keyboardTakes(_ frame: TouchFrame, at now: Timestamp) -> TouchFrame {
    guard controls.isTyping || controls.keys.isTouching else { return frame }
    var rest = frame
    rest.changes = []
    for change in frame.changes where !keyboardTakes(change, of: frame.device, at: now) {
      rest.changes.append(change)
    }
    return rest
  }

  private mutating func keyboardTakes(_ change: TouchChange, of device: Int32, at now: Timestamp)
    -> Bool
  {
    let contact = ContactID(device: device, slot: change.slot)
    guard change.phase == .down || controls.keys.has(contact) else { return false }
    let (settings, reach) = (options.gestures, metrics.reach)
    switch change.phase {
    case .down:
      guard controls.isTyping, controls.card == nil, controls.openSheet == nil,
        controls.keyboardLayer.ground.contains(change.position),
        !PalmFilter(settings).isPalm(change)
      else { return false }
      let control = controls.keyboardLayer.control(at: change.position, gap: metrics.gap)
      let key: KeyboardKey? = if case .key(let key) = control?.action { key } else { nil }
      // Beside all keys nothing is offered any more.
      if key == nil { controls.entry?.keyboard.closeOffer() }
      let canHold = key.map { !(controls.entry?.keyboard.variants(of: $0).isEmpty ?? true) } ?? false
      let taken = controls.keys.land(
        contact, on: key, canHold: canHold, at: change.position, now: now,
        reach: panel.pixelsPerMillimetre * settings.bounceReach, settings)
      for key in taken { press(key, at: now) }
    case .move:
      controls.keys.move(contact, to: change.position, reach: reach, choice: variant(at: change.position))
    case .up:
      controls.keys.move(contact, to: change.position, reach: reach, choice: variant(at: change.position))
      if let key = controls.keys.lift(contact, at: now) { press(key, at: now) }
    case .cancel: controls.keys.cancel(contact)
    }
    return true
  }

  /// What lies here of the relatives of a letter that are offered.
  private func variant(at place: Point) -> KeyboardKey? {
    guard let keyboard = controls.openEntry?.keyboard, let offered = keyboard.offered,
      case .key(let key) = controls.keyboardLayer.control(at: place, gap: metrics.gap)?.action,
      case .character(let character) = key,
      keyboard.variants(of: .character(offered)).contains(character)
    else { return nil }
    return key
  }

  /// Offers the relatives of a key's letter.
  /// - Returns: whether there are any, and a keyboard that shows the key.
  @discardableResult
  mutating func offerVariants(of key: KeyboardKey) -> Bool {
    guard controls.isTyping else { return false }
    return controls.entry?.keyboard.offerVariants(of: key) ?? false
  }
}
