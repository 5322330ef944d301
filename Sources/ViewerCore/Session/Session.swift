/// A visitor's reading of one document after another: the pure core of the viewer.
///
/// Events go in with their time, effects and work come out. There is no clock, no I/O and no thread here, so the same
/// events give the same effects, pictures and trace.
package struct Session: Sendable {
  let options: SessionOptions
  package internal(set) var panel: Panel
  package internal(set) var rotation: Rotation
  var document: DocumentState
  /// The number of the last document that was opened, or is being.
  var lastDocument: UInt32 = 0
  /// The document that is shown once more, from its file as it is now, while it opens beside it.
  var heir: UInt32?
  /// How many documents there are to go through, and what they are called.
  var sourceCount: Int
  var sourceNames: [String]
  var scroller: Scroller
  var recogniser: GestureRecognizer
  var switches: GestureSwitches
  var desk: RenderDesk
  var settling = Settling()
  var furniture: FurnitureState
  /// How pages lie on the panel.
  var arrangement: Arrangement
  var counters = Counters()
  var currentPage = -1
  var isHidden = false
  var isDetached = false
  var planIsOld = true
  /// When anything happened last.
  var moment = Timestamp.zero
  /// The pages that were in view when it was last looked.
  var pagesInView = 0..<0
  /// Memory is short: until then only what is visible is drawn.
  var sparingUntil: Timestamp?
  /// What is read of the document beside its pixels, and who listens to it.
  var reading = ReadingDesk()
  /// What visitors have put into the document's form.
  var forms = FormDesk()
  /// The document was opened, or was to be, by what a visitor has typed.
  var hasTypedPassword = false
  var clients = TextClients()
  /// Where links, sheets and searches have led away from.
  var history = LinkHistory()
  /// What the visitor is told for a few seconds.
  package internal(set) var notes = NoteState()
  /// The last document's picture, while the next one has none.
  var frozen: FrozenPicture?
  /// Words that are here wait to be handed on.
  var servesTextsAgain: Timestamp?
  var access = AccessState()
  /// How the viewer's own things look.
  package internal(set) var look: Look
  var controls: ControlsState
  var selecting = SelectionState()
  var searching = SearchState()
  var kiosk = KioskState()
  /// Where the page was when fingers took hold of it.
  var heldOffset = Point.zero
  /// Effects since they were last taken.
  private(set) var effects: [Effect] = []
  private var gestures: [GestureEvent] = []

  /// - Parameters:
  ///   - panel: the upright panel.
  ///   - rotation: how it hangs.
  package init(options: SessionOptions, panel: Panel, rotation: Rotation = .none) {
    self.options = options
    self.panel = panel
    self.rotation = rotation
    document = DocumentState(number: 0, source: 0)
    sourceCount = options.sources
    sourceNames = options.names
    scroller = Scroller(panel: panel, limits: options.limits, settings: options.gestures)
    switches = GestureSwitches(off: options.gesturesOff)
    recogniser = Self.recogniser(options, panel: panel)
    desk = RenderDesk(budget: options.budget)
    furniture = FurnitureState(reducesMotion: options.look.reducesMotion)
    look = options.look
    controls = ControlsState(reducesMotion: options.look.reducesMotion)
    arrangement = Arrangement(style: options.layout)
    open(source: 0, at: .zero)
  }

  static func recogniser(_ options: SessionOptions, panel: Panel) -> GestureRecognizer {
    var recogniser = GestureRecognizer(settings: options.gestures, panel: panel)
    recogniser.takesLongPress = !options.gesturesOff.contains(.longPress)
    return recogniser
  }

  // MARK: Events

  package mutating func handle(_ event: SessionEvent, at now: Timestamp) {
    moment = max(moment, now)
    beginKiosk(at: now)
    take(event, at: now)
    thawIfReady(at: now)
    serveTexts(at: now)
    followContent(at: now)
    followOpening(at: now)
    followLock(at: now)
    keepBar(at: now)
    refreshControls()
    tellObscured(at: now)
  }

  private mutating func take(_ event: SessionEvent, at now: Timestamp) {
    switch event {
    case .touch(let whole):
      let frame = keyboardTakes(kioskTakes(whole, at: now), at: now)
      recogniser.pageIsMoving = scroller.isMoving
      recogniser.tapActsAtOnce = frame.changes.contains {
        $0.phase == .up
          && (!switches.has(.doubleTap) || hasControl(at: $0.position)
            || selectionControl(at: $0.position) != nil
            || hasField(near: $0.position) || hasLink(near: $0.position)
            || controlOnPage(at: $0.position) != nil)
      }
      recogniser.handle(frame, into: &gestures)
      applyGestures(at: now)
    case .touchesEnded:
      // A finger that has lifted has its say still: a tap that waits for a second one is a tap.
      if recogniser.isTouching { cancelTouches(at: now) }
    case .key(let key):
      if noticeVisitor(at: now) { return }
      press(key, at: now)
    case .wheel(let notches, _):
      if noticeVisitor(at: now) { return }
      let distance = notches * panel.pixels(dp: options.gestures.wheelStep) * readingSign
      scroll(by: Point(along: document.layout.axis, distance, across: 0), at: now)
    case .time:
      advance(to: now)
    case .frame:
      advance(to: now)
      move(at: now) { $0.advance(to: now) }
      scrollForSelection(at: now)
      takeWaitingSizes(at: now)
    case .opened(let number, let pages, let first, let encrypted, let isLinearised, let kind, let isComing):
      if number == heir { inherit(at: now) }
      guard number == document.number, document.isOpening, document.sizes.count == 0 else { return }
      document.coming = isComing ? Coming(hasLayout: isLinearised) : nil
      opened(
        pages: pages, first: first, encrypted: encrypted, isLinearised: isLinearised, kind: kind, at: now)
    case .openFailed(let number, let failure):
      if number == heir { return heirFailed(failure) }
      guard number == document.number, document.isOpening else { return }
      fail(failure, page: nil)
    case .sizes(let number, let first, let sizes):
      guard number == document.number else { return }
      guard document.sizing.came(first: first, count: sizes.count) else {
        sizesFailed(at: now)
        return
      }
      document.waitingSizes.append((first, sizes))
      takeWaitingSizes(at: now)
    case .sizesFailed(let number, let gaveWay):
      guard number == document.number else { return }
      gaveWay ? document.sizing.gaveWay() : sizesFailed(at: now)
    case .starved(let number, let page):
      if number == document.number { document.coming?.starving.insert(page) }
    case .fed(let number, let page):
      guard number == document.number else { return }
      document.coming?.starving.remove(page)
      planIsOld = true
    case .changed(let number):
      guard number == document.number else { return }
      let place = here
      open(source: document.source, at: now)
      document.returning = place
    case .sameFile(let number):
      if number == heir { dropHeir() }
    case .contentChanged(let source):
      contentChanged(source: source, at: now)
    case .contentGone(let source, let name):
      contentGone(source: source, name: name, at: now)
    case .sources(let names, let current, let shown):
      setSources(names, current: current, shown: shown, at: now)
    case .whole(let number):
      guard number == document.number else { return }
      document.coming = nil
      planIsOld = true
    case .rendered(let key, let bitmap, let yield):
      rendered(key, bitmap, yield, at: now)
    case .renderFailed(let key, let bitmap, let code, let blame):
      renderFailed(key, bitmap, code, blame, at: now)
    case .text(let number, let page, let text):
      guard number == document.number else { return }
      textArrived(page, text, at: now)
    case .words(let number, let first, let words):
      guard number == document.number else { return }
      wordsArrived(first, words, at: now)
    case .links(let number, let page, let links):
      guard number == document.number else { return }
      linksArrived(page, links)
    case .outline(let number, let outline):
      guard number == document.number else { return }
      outlineArrived(outline)
    case .info(let number, let info):
      guard number == document.number else { return }
      infoArrived(info, at: now)
    case .form(let number, let form):
      guard number == document.number else { return }
      formArrived(form, at: now)
    case .readFailed(let work, let code, let blame):
      readFailed(work, code, blame, at: now)
    case .clients(let screenReader, let pagesAsked):
      clients.screenReader = screenReader
      clients.pagesAsked = pagesAsked
    case .qrCode(let side, let modules):
      showCode(side: side, modules: modules, at: now)
    case .progress(let number, let share):
      if number == document.number { setProgress(share, at: now) }
    case .earlierCopy(let number):
      guard number == document.number, !document.isEarlierCopy else { return }
      document.isEarlierCopy = true
      if document.isOpen { tellEarlierCopy(at: now) }
    case .action(let action):
      perform(action, at: now)
    case .panel(let panel, let rotation):
      setPanel(panel, rotation, at: now)
    case .hidden(let hidden):
      setHidden(hidden, at: now)
    case .hours(let isOpen):
      setHours(isOpen: isOpen, at: now)
    case .pressure:
      spare(at: now)
      searching.index.removeAll()
    case .command(let command):
      obey(command, at: now)
    }
    followSelection(at: now)
    followSearch(at: now)
  }

  /// The next moment at which time alone changes something; nil when nothing is pending. Motion is not counted:
  /// it goes by frames.
  package var deadline: Timestamp? { Timestamp.earlier(readingDeadline, kioskDeadline) }

  /// The same of what is being read, without what a kiosk does by itself.
  package var readingDeadline: Timestamp? {
    var next = Timestamp.earlier(recogniser.deadline, settling.deadline)
    next = Timestamp.earlier(next, sparingUntil)
    next = Timestamp.earlier(next, servesTextsAgain)
    next = Timestamp.earlier(next, selecting.deadline)
    next = Timestamp.earlier(next, searching.deadline)
    next = Timestamp.earlier(next, controls.deadline(options.gestures))
    return next
  }

  /// When a picture will next differ from the one before although nothing happens; `now` or earlier = the next frame.
  /// Nil while nobody can see it.
  package func nextFrame(after now: Timestamp) -> Timestamp? {
    guard isVisible else { return nil }
    if scroller.isMoving || selectionScrolls { return now }
    return Timestamp.earlier(
      Timestamp.earlier(furniture.nextChange(after: now), controls.nextChange(after: now)),
      notes.nextChange(after: now))
  }

  /// Nothing is down, nothing moves, nothing that could be seen is pending.
  package func isAtRest(at now: Timestamp) -> Bool {
    recogniser.deadline == nil && settling.deadline == nil && selecting.deadline == nil
      && searching.deadline == nil && controls.deadline(options.gestures) == nil
      && !controls.keys.isTouching && nextFrame(after: now) == nil
      && !recogniser.isTouching
  }

  /// Whether copied text is shown as a code.
  package var showsCopies: Bool { options.showsCopies }
  package var viewport: Viewport { scroller.viewport }
  /// Why nothing is shown; nil while a document is open or opening.
  package var documentFailure: Failure? {
    if case .failed(let failure) = document.phase { failure } else { nil }
  }
  package var documentNumber: UInt32 { document.number }
  /// Which source is shown, or was to be, counted from 0.
  package var documentSource: Int { document.source }
  package var pageCount: Int { document.sizes.count }
  /// Counted from 1; 0 while there is none.
  package var pageNumber: Int { currentPage + 1 }
  /// Whether anybody can see the picture.
  package var isVisible: Bool { !isHidden && !isDetached && isLit }
  package var isMovingOrHeld: Bool { scroller.isMoving || recogniser.isTouching }

  package mutating func takeEffects() -> [Effect] {
    guard !effects.isEmpty else { return [] }
    defer { effects = [] }
    return effects
  }

  mutating func emit(_ effect: Effect) {
    effects.append(effect)
  }

  /// Time has passed: timers that are due.
  private mutating func advance(to now: Timestamp) {
    recogniser.advance(to: now, into: &gestures)
    applyGestures(at: now)
    advanceControls(to: now)
    let due = settling.advance(to: now)
    if due.tiles { planIsOld = true }
    if due.report { reportViewport() }
    if let end = sparingUntil, now >= end {
      sparingUntil = nil
      planIsOld = true
    }
    advanceKiosk(to: now)
  }

  mutating func cancelTouches(at now: Timestamp) {
    controls.keys.cancelAll()
    recogniser.cancelAll(at: now, into: &gestures)
    applyGestures(at: now)
  }

  private mutating func applyGestures(at now: Timestamp) {
    guard !gestures.isEmpty else { return }
    var events: [GestureEvent] = []
    swap(&events, &gestures)
    for event in events { apply(event, at: now) }
    // The memory is used again: a hand on the screen costs none.
    events.removeAll(keepingCapacity: true)
    if gestures.isEmpty { swap(&events, &gestures) }
  }

  /// Lets the scroller move and takes note when the view has changed.
  mutating func move(at now: Timestamp, _ change: (inout Scroller) -> Void) {
    let before = scroller.viewport
    change(&scroller)
    guard scroller.viewport != before else { return }
    document.goal = nil
    if document.isOpen { document.landing = nil }
    furniture.scrolled(at: now, showsLabel: !controls.bar.isUp(at: now))
    if controls.bar.isUp(at: now), scroller.isMoving { controls.bar.show(at: now) }
    viewChanged(at: now)
  }

  /// Other pages may be in view, or the same ones elsewhere.
  mutating func viewChanged(at now: Timestamp) {
    settling.changed(at: now)
    planIsOld = true
    notePagesInView(at: now)
  }
}
