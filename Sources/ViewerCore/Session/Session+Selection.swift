/// Selecting text by fingers: a long press, two handles, a bar of buttons.
///
/// A tap beside the selection clears it and does nothing else, unless a link is there; a double tap zooms and keeps
/// it, and so do two fingers.
extension Session {
  /// From the finger of a long press to the word it means, mm.
  private static let wordReach = 3.0

  /// Lets the selection have a gesture first.
  /// - Returns: whether it was the selection's.
  mutating func selectionTakes(_ event: GestureEvent, at now: Timestamp) -> Bool {
    switch event {
    case .touched(let place): return selectionTouched(place, at: now)
    case .pressed: return pressButton(isLong: false)
    case .pan(let distance):
      guard let touch = selecting.touch else { return false }
      if let finger = touch.finger { dragSelection(to: finger.place + distance, at: now) }
      selecting.touch?.left(true)
      return true
    case .pinch:
      // Two fingers mean the page; what the first one did to the selection stays.
      selecting.touch = nil
      return false
    case .takeBack:
      guard selecting.touch != nil else { return false }
      takeSelectionBack(at: now)
      return true
    case .longPressed(let place):
      return selecting.touch == nil ? beginPress(place, at: now) : pressButton(isLong: true)
    case .longPressMoved(let place):
      guard let touch = selecting.touch else { return false }
      if case .tapping(let tap) = touch {
        let hasLeft = selectionControl(at: place) != tap.action
        selecting.touch?.left(hasLeft)
      } else {
        dragSelection(to: place, at: now)
      }
      return true
    case .longPressTakenBack:
      guard selecting.touch != nil else { return false }
      takeSelectionBack(at: now)
      selecting.touch = nil
      return true
    case .released: return liftSelection(isCancelled: false, at: now)
    case .cancelled: return liftSelection(isCancelled: true, at: now)
    case .tapped(let place): return tapSelection(place, at: now)
    case .doubleTapped(let place):
      return selectionControl(at: place) != nil || selectionHandles.handle(at: place, panel: panel) != nil
    case .finished:
      selecting.touch = nil
      return false
    }
  }

  private mutating func selectionTouched(_ place: Point, at now: Timestamp) -> Bool {
    if let touch = selecting.touch {
      if let lift = touch.lift, now - lift <= .milliseconds(options.gestures.bounceTime) {
        selecting.touch?.lift = nil
        if case .pressing = touch { return false }
        return true
      }
      selecting.touch = nil
    }
    // A finger that stops the page does nothing else.
    guard let selection = selecting.selection, !scroller.isMoving else { return false }
    if let action = selectionControl(at: place) {
      selecting.touch = .tapping(SelectionTouch.Tap(action: action))
      return true
    }
    guard let handle = selectionHandles.handle(at: place, panel: panel) else { return false }
    selecting.touch = .dragging(
      SelectionTouch.Drag(
        before: selection, fixed: handle.isStart ? selection.end : selection.start,
        offset: handle.text - place, finger: SelectionFinger(at: place, panel: panel)))
    return true
  }

  /// A finger rests on a button, or on a handle, where that means nothing.
  private mutating func pressButton(isLong: Bool) -> Bool {
    guard let touch = selecting.touch else { return false }
    if case .tapping(var tap) = touch {
      tap.isPressed = true
      tap.isLong = isLong
      selecting.touch = .tapping(tap)
    }
    return true
  }

  private mutating func beginPress(_ place: Point, at now: Timestamp) -> Bool {
    guard options.selects, document.isOpen, let page = page(under: place) else { return false }
    let scale = document.sizes[page].width / Double(panelFrame(of: page).width)
    selecting.touch = .pressing(
      SelectionTouch.Press(
        before: selecting.selection, page: page, point: pagePoint(onPanel: place, on: page),
        reach: Double(panel.pixels(millimetres: Self.wordReach)) * scale,
        finger: SelectionFinger(at: place, panel: panel)))
    if let text = text(of: page) { answerPress(page, text, at: now) }
    return true
  }

  /// The words of the page that is pressed are here.
  private mutating func answerPress(_ page: Int, _ text: PageText, at now: Timestamp) {
    guard case .pressing(var press) = selecting.touch, press.isWaiting, press.page == page else { return }
    press.isWaiting = false
    press.word = text.word(at: press.point, reach: press.reach).flatMap { TextSelection($0, on: page) }
    selecting.touch = .pressing(press)
    guard let word = press.word else { return }
    selecting.set(word, at: now)
    // The finger may have gone on while the words were being read.
    if press.finger.hasMoved { reachForFinger(at: now, page, text) }
  }

  private mutating func dragSelection(to place: Point, at now: Timestamp) {
    guard var finger = selecting.touch?.finger else { return }
    finger.move(to: place, panel: panel)
    selecting.touch?.finger = finger
    reachForFinger(at: now)
  }

  /// Brings the end that a finger moves to where the finger points.
  /// - Parameter text: words that have just come, of the page `arrived`.
  private mutating func reachForFinger(at now: Timestamp, _ arrived: Int? = nil, _ text: PageText? = nil) {
    guard let touch = selecting.touch, let target = touch.target, let page = page(nearest: target) else {
      return
    }
    if case .pressing(let press) = touch, press.word == nil { return }
    guard let text = arrived == page ? text : self.text(of: page) else {
      selecting.touch?.finger?.wantedPage = page
      return
    }
    selecting.touch?.finger?.wantedPage = nil
    let point = pagePoint(onPanel: target, on: page)
    guard let character = text.boundary(nearest: point) else { return }
    let place = TextPosition(page: page, character: character)
    switch touch {
    case .pressing(let press):
      guard let word = press.word else { return }
      // Beside all words the end goes by characters, so that it is never out of reach.
      let other = text.word(at: point, reach: press.reach).flatMap { TextSelection($0, on: page) }
      selecting.set(other.map(word.joined) ?? word.reaching(place), at: now)
    case .dragging(let drag):
      // Where both ends meet nothing would be left: it stays as it is until they have crossed.
      if let selection = TextSelection(between: drag.fixed, and: place) { selecting.set(selection, at: now) }
    case .tapping: break
    }
  }

  private mutating func takeSelectionBack(at now: Timestamp) {
    switch selecting.touch {
    case .pressing(let press): if press.word != nil { selecting.set(press.before, at: now) }
    case .dragging(let drag): selecting.set(drag.before, at: now)
    case .tapping: selecting.touch?.left(false)
    case nil: break
    }
  }

  private mutating func liftSelection(isCancelled: Bool, at now: Timestamp) -> Bool {
    guard let touch = selecting.touch else { return false }
    selecting.touch?.lift = now
    switch touch {
    case .pressing(var press):
      // Who lifts before the words have come has gone.
      press.isWaiting = false
      press.finger.wantedPage = nil
      press.finger.lift = now
      selecting.touch = .pressing(press)
      return false
    case .dragging: break
    case .tapping(let tap):
      selecting.touch?.left(tap.hasLeft || isCancelled)
      if tap.isLong, !tap.hasLeft, !isCancelled { perform(tap.action, at: now) }
    }
    return true
  }

  private mutating func tapSelection(_ place: Point, at now: Timestamp) -> Bool {
    switch selecting.touch {
    case .tapping(let tap):
      selecting.touch = nil
      if selectionControl(at: place) == tap.action { perform(tap.action, at: now) }
      return true
    case .dragging:
      return true
    case .pressing, nil:
      guard selecting.selection != nil else { return false }
      clearSelection(at: now)
      return !hasLink(near: place)
    }
  }

  // MARK: Words

  mutating func selectionTook(_ page: Int, _ text: PageText, at now: Timestamp) {
    answerPress(page, text, at: now)
    if selecting.touch?.finger?.wantedPage == page {
      selecting.touch?.finger?.wantedPage = nil
      reachForFinger(at: now, page, text)
    }
    if visiblePages.contains(page) { selecting.mark(page, text) }
    selecting.collect(page, text)
    tellCollected()
  }

  /// The page whose words the selection waits for, before anything else is done.
  var textWantedForSelection: Int? {
    if case .pressing(let press) = selecting.touch, press.isWaiting { return press.page }
    return selecting.touch?.finger?.wantedPage
      ?? selecting.marks.pageWanted(selecting.selection, visible: visiblePages) ?? pageWantedForMatch
  }

  /// After each event: what it covers in view, what has been collected of it.
  mutating func followSelection(at now: Timestamp) {
    guard !selecting.isIdle else { return }
    let visible = visiblePages
    selecting.trimMarks(visible: visible)
    if let selection = selecting.selection {
      for page in visible where selecting.marks.needs(page, selection) {
        if let text = text(of: page) { selecting.mark(page, text) }
      }
    }
    if let event = selecting.settle(at: now) { emit(.trace(event)) }
    tellCollected()
  }

  /// Hands out what has been collected of the selection.
  mutating func tellCollected() {
    if let report = selecting.takeReport() { emit(.trace(report)) }
    if let copy = selecting.takeCopy() {
      emit(.copied(copy))
      emit(.announce(.phrase(.copied)))
    }
  }

  // MARK: Edges

  /// The page moves under a finger that is near an edge: each frame differs from the last.
  var selectionScrolls: Bool {
    guard selecting.isTouched, let finger = selecting.touch?.finger else { return false }
    if case .pressing(let press) = selecting.touch, press.word == nil { return false }
    let velocity = finger.edge.velocity(at: finger.place, panel: panel)
    guard velocity != .zero else { return false }
    let offset = scroller.viewport.offset
    return scroller.bounds.clamp(offset + velocity) != offset
  }

  /// A frame has come: the page goes on under the finger, and the selection with it.
  mutating func scrollForSelection(at now: Timestamp) {
    guard selectionScrolls, var finger = selecting.touch?.finger else { return }
    let step = finger.edge.step(at: finger.place, panel: panel, to: now)
    selecting.touch?.finger = finger
    guard step != .zero else { return }
    move(at: now) { $0.jump(to: $0.viewport.offset + step, zoom: $0.viewport.zoom) }
    reachForFinger(at: now)
  }
}
