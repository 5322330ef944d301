/// Opening, laying out, and what becomes of the panel.
extension Session {
  /// Opens a document in the place of the one that is shown, whose pixels stay until the new one has some.
  mutating func open(source: Int, at now: Timestamp) {
    dropHeir()
    let number = takeNumber()
    begin(number, source: source, at: now)
    emit(.open(document: number, source: source))
  }

  mutating func takeNumber() -> UInt32 {
    lastDocument += 1
    return lastDocument
  }

  /// From here on a document is the one that is shown, or is opening to be.
  mutating func begin(_ number: UInt32, source: Int, at now: Timestamp) {
    if document.number > 0 {
      cancelTouches(at: now)
      freeze(at: now)
      emit(.close(document: document.number))
    }
    if source != document.source, hasTypedPassword {
      hasTypedPassword = false
      emit(.unlock(source: document.source, password: nil))
    }
    document = DocumentState(number: number, source: source)
    // Nothing is left of the old document that fingers could still move.
    scroller = Scroller(
      panel: panel, view: arrangement.view(of: panel), limits: options.limits, settings: options.gestures)
    selecting = SelectionState()
    searching = SearchState()
    currentPage = -1
    pagesInView = 0..<0
    planIsOld = true
    reading = ReadingDesk()
    forms = FormDesk()
    history = LinkHistory()
    clients.pagesAsked = []
    servesTextsAgain = nil
    let kept = frozen?.bitmaps ?? []
    free(desk.startOver().filter { !kept.contains($0) })
  }

  /// Goes on through the documents, in a circle; a single one stays open.
  mutating func openNext(at now: Timestamp) {
    step(by: 1, at: now)
  }

  mutating func openPrevious(at now: Timestamp) {
    step(by: -1, at: now)
  }

  /// One that was opened beside the list stands behind its end.
  private mutating func step(by count: Int, at now: Timestamp) {
    let sources = sourceCount
    guard sources > 1 || document.source >= sources else { return }
    let next = document.source + count
    open(source: next < 0 ? sources - 1 : next < sources ? next : count < 0 ? sources - 1 : 0, at: now)
  }

  mutating func fail(_ failure: Failure, page: Int?) {
    document.phase = .failed(failure)
    counters.documentsFailed += 1
    // What does not fit is kept nowhere.
    if failure.code == .wrongPassword { emit(.unlock(source: document.source, password: nil)) }
    document.landing = nil
    emit(.trace(.error(code: failure.code, page: page)))
    if page == nil { retryLater(failure, at: moment) }
    skipInShow(at: moment)
  }

  mutating func opened(
    pages: Int, first: Size, encrypted: Bool, isLinearised: Bool, kind: DocumentKind, at now: Timestamp
  ) {
    guard pages > 0 else {
      fail(Failure(.emptyDocument, "", "the document has no pages"), page: nil)
      return
    }
    document.sizes = PageSizes(count: pages, first: first)
    if options.uniformPages { document.sizes.record(Array(repeating: first, count: pages), from: 0) }
    document.kind = kind
    kiosk.failures = 0
    counters.documents += 1
    emit(
      .trace(
        .load(
          pages: pages, size: document.sizes[0], encrypted: encrypted, linearised: isLinearised, kind: kind)))
    if document.isEarlierCopy { tellEarlierCopy(at: now) }
    let first = document.source == 0 ? options.firstPage : 0
    guard first < pages else {
      fail(
        Failure(
          .pageOutOfRange, "page \(first + 1)",
          "the document has \(pages == 1 ? "one page" : "\(pages) pages")"), page: first + 1)
      return
    }
    var target = document.landing ?? PagePlace(page: first)
    // The nearest page where the reader's is gone.
    if let place = document.returning { target = PagePlace(page: min(place.page, pages - 1)) }
    if target.page >= pages {
      emit(.trace(.error(code: .pageOutOfRange, page: target.page + 1)))
      target = PagePlace(page: first)
    }
    document.landing = target
    if document.knowsWay(to: target.page) { land(at: now) }
  }

  /// A batch of sizes has come to nothing; the estimate of a page that is to blame for it stands.
  mutating func sizesFailed(at now: Timestamp) {
    // What waits for sizes waits no longer: the estimates have to do.
    defer { land(at: now) }
    guard let page = document.sizing.failed() else { return }
    document.waitingSizes.append((page, [document.sizes[page]]))
    planIsOld = true
    takeWaitingSizes(at: now)
  }

  /// Sizes that came in: the page at the panel's top stays where it is. While the page moves or is held they wait.
  mutating func takeWaitingSizes(at now: Timestamp) {
    // A finger that came before the document holds nothing yet.
    guard !document.waitingSizes.isEmpty, document.isOpening || !(scroller.isMoving || scroller.isHeld) else {
      return
    }
    var differs = false
    for batch in document.waitingSizes where document.sizes.record(batch.sizes, from: batch.first) {
      differs = true
    }
    document.waitingSizes = []
    planIsOld = true
    if differs { keepingPlace(at: now) { $0.relayout() } }
    if let place = document.landing, document.knowsWay(to: place.page) { land(at: now) }
  }

  mutating func setPanel(_ panel: Panel?, _ rotation: Rotation, at now: Timestamp) {
    cancelTouches(at: now)
    guard let panel else {
      guard !isDetached else { return }
      isDetached = true
      thaw(at: now)
      move(at: now) { $0.finish() }
      letGo()
      pagesInView = 0..<0
      return
    }
    if isDetached {
      isDetached = false
      planIsOld = true
      notePagesInView(at: now)
    }
    guard panel != self.panel || rotation != self.rotation else { return }
    move(at: now) { $0.finish() }
    thaw(at: now)
    // Bitmaps are turned as the panel hangs: those of another turn cannot be shown.
    if rotation != self.rotation { free(desk.dropAll()) }
    self.panel = panel
    self.rotation = rotation
    recogniser = Self.recogniser(options, panel: panel)
    keepingPlace(at: now) {
      $0.renewScroller()
      $0.relayout()
    }
  }

  /// Visitors read that there may be a later version, staff hear why.
  mutating func tellEarlierCopy(at now: Timestamp) {
    emit(.trace(.earlierCopy))
    notes.show(.phrase(.earlierCopy), at: now)
    emit(.announce(.phrase(.earlierCopy)))
  }
}
