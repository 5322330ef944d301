/// A kiosk that looks after itself: visits that end, a panel that goes dark and wakes, a show that draws people near.
extension Session {
  // MARK: Signs of life

  /// The panel's picture can be seen as far as the kiosk itself is concerned.
  package var isLit: Bool { kiosk.power.dark == nil }

  /// How the panel is made dark.
  package var darkness: KioskSettings.Darkness { options.kiosk.darkness }

  /// Takes what a touch means to the kiosk.
  /// - Returns: what is left of it for the page.
  mutating func kioskTakes(_ frame: TouchFrame, at now: Timestamp) -> TouchFrame {
    guard frame.changes.contains(where: { $0.phase == .down }) else {
      if isLit { noticeTouch(at: now) }
      return kiosk.wakeGuard.filter(frame)
    }
    if noticeVisitor(at: now) { kiosk.wakeGuard.eat(frame) }
    return kiosk.wakeGuard.filter(frame)
  }

  /// Somebody has done something. A dark panel lights up, a show ends.
  /// - Returns: whether that was all it did.
  mutating func noticeVisitor(at now: Timestamp) -> Bool {
    let wasDark = !isLit
    let wasShow = kiosk.nextPicture != nil
    noticeTouch(at: now)
    if wasDark { light(at: now) }
    if wasShow { endShow(at: now) }
    return wasDark || wasShow
  }

  /// A question that stands is answered by its buttons; meanwhile it waits anew.
  private mutating func noticeTouch(at now: Timestamp) {
    if kiosk.visit.isAsked, controls.card == .moreTime {
      kiosk.visit.waitAnew(at: now)
    } else {
      follow(kiosk.visit.sign(at: now), at: now)
    }
  }

  // MARK: Time

  /// When time alone changes something of all that; nil for never.
  var kioskDeadline: Timestamp? {
    let settings = options.kiosk
    let next = Timestamp.earlier(
      kiosk.visit.deadline(settings), kiosk.power.deadline(kiosk.visit, settings))
    return Timestamp.earlier(Timestamp.earlier(next, showDeadline), contentDeadline)
  }

  /// Who was not there before the first event has not been idle since the machine began.
  mutating func beginKiosk(at now: Timestamp) {
    guard !kiosk.hasBegun else { return }
    kiosk.hasBegun = true
    kiosk.visit.begin(at: now)
    kiosk.validated = now
  }

  mutating func advanceKiosk(to now: Timestamp) {
    let settings = options.kiosk
    if let due = kiosk.visit.deadline(settings), now >= due {
      follow(kiosk.visit.advance(to: now, isHome: isHome, settings), at: now)
    }
    if kiosk.power.advance(to: now, kiosk.visit, settings) { darkened(at: now) }
    advanceShow(to: now)
    advanceContent(to: now)
  }

  // MARK: Visits

  private mutating func follow(_ outcome: Visit.Outcome?, at now: Timestamp) {
    guard let outcome else { return }
    emit(.trace(.visit(outcome)))
    switch outcome {
    case .began: break
    case .asks:
      // What is being typed or chosen stays as it is behind the question.
      if options.controls != .off {
        cancelTouches(at: now)
        controls.card = .moreTime
      }
      emit(.announce(.phrase(.stillThere)))
    case .goesOn: dropQuestion()
    case .isOver:
      dropQuestion()
      startOver(at: now)
    }
  }

  private mutating func dropQuestion() {
    if controls.card == .moreTime { controls.card = nil }
  }

  /// The visitor is still there.
  mutating func giveMoreTime(at now: Timestamp) {
    follow(kiosk.visit.sign(at: now), at: now)
  }

  /// The visitor has said that the visit is over.
  mutating func endVisit(at now: Timestamp) {
    kiosk.visit.end(at: now)
    follow(.isOver, at: now)
  }

  /// Nothing of a visit is left: the first document at its first page, as it was before anybody came.
  private mutating func startOver(at now: Timestamp) {
    cancelTouches(at: now)
    if document.source != 0 { open(source: 0, at: now) }
    resetVisitor(at: now)
    clearSelection(at: now)
    endSearch(at: now)
    notes.clear()
    access.focus = nil
    document.wantedLabel = nil
    if document.isOpen { move(at: now) { $0.finish() } }
    show(PagePlace(page: options.firstPage), zoom: 1, at: now)
  }

  /// Whether nothing is left of a visit.
  private var isHome: Bool {
    guard document.source == 0, !hasTypedPassword, forms.edits.isEmpty, look == options.look,
      history == LinkHistory(), selecting.selection == nil, searching.run == nil,
      controls.openSheet == nil, controls.openEntry == nil, controls.card == nil
    else { return false }
    guard document.isOpen, document.layout.count > options.firstPage else { return true }
    if let sole = document.layout.solePage, sole != options.firstPage { return false }
    var home = scroller
    home.finish()
    home.jump(
      to: offset(for: PagePlace(page: options.firstPage), zoom: 1), zoom: 1, page: options.firstPage)
    return scroller.destination.offset == home.viewport.offset
      && scroller.destination.zoom == home.viewport.zoom
  }

  // MARK: The panel

  /// Staff or a program wants the panel dark or lit.
  mutating func setBlank(_ blank: Bool, at now: Timestamp) {
    if blank {
      if kiosk.power.darken(.command) { darkened(at: now) }
    } else {
      kiosk.visit.waitAnew(at: now)
      light(at: now)
    }
  }

  /// The hours in which the panel is lit have begun or ended.
  mutating func setHours(isOpen: Bool, at now: Timestamp) {
    let wasDark = kiosk.power.dark
    if kiosk.power.setOpen(isOpen), let wasDark { lit(after: wasDark, at: now) }
    if isOpen { kiosk.visit.waitAnew(at: now) }
    advanceKiosk(to: now)
  }

  private mutating func light(at now: Timestamp) {
    guard let reason = kiosk.power.dark, kiosk.power.wake() else { return }
    lit(after: reason, at: now)
  }

  private mutating func lit(after reason: PanelPower.Reason, at now: Timestamp) {
    planIsOld = true
    emit(.trace(.panel(isLit: true, reason)))
    emit(.light(true))
    showBar(at: now)
  }

  private mutating func darkened(at now: Timestamp) {
    kiosk.nextPicture = nil
    cancelTouches(at: now)
    move(at: now) { $0.finish() }
    if let reason = kiosk.power.dark { emit(.trace(.panel(isLit: false, reason))) }
    emit(.light(false))
    trimHidden()
  }

  // MARK: The show

  /// Nobody is there, as far as can be known.
  private var isDeserted: Bool { options.kiosk.idle == nil || kiosk.visit.phase == .nobody }

  private var showDeadline: Timestamp? {
    let attract = options.kiosk.attract
    guard attract.subject != nil, isVisible, isDeserted else { return nil }
    return kiosk.nextPicture ?? kiosk.visit.desertedSince + attract.after
  }

  private mutating func advanceShow(to now: Timestamp) {
    guard let due = showDeadline, now >= due else { return }
    if kiosk.nextPicture == nil {
      emit(.trace(.attract(true)))
      closeControls(at: now)
    }
    kiosk.nextPicture = now + options.kiosk.attract.every
    // What takes its time to open is waited for, behind the picture before it.
    guard !document.isOpening else { return }
    if options.kiosk.attract.subject == .pages, document.isOpen, !scroller.isAtEnd,
      currentPage + 1 < document.sizes.count
    {
      stepPage(by: 1, at: now)
    } else if sourceCount > 1 || document.source >= sourceCount {
      openNext(at: now)
    } else if document.isOpen {
      show(PagePlace(page: options.firstPage), zoom: 1, at: now)
    }
  }

  /// A document of the show does not open: the next one comes soon.
  mutating func skipInShow(at now: Timestamp) {
    guard let due = kiosk.nextPicture else { return }
    kiosk.nextPicture = min(due, now + .seconds(3))
  }

  private mutating func endShow(at now: Timestamp) {
    kiosk.nextPicture = nil
    emit(.trace(.attract(false)))
    showBar(at: now)
  }
}
