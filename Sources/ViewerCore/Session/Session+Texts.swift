/// Words of pages, and what else is read beside pixels: kept, asked for, handed on.
///
/// The order in which workers get it:
///
/// | what | when |
/// |---|---|
/// | words under a finger (a selection) | before any render |
/// | words of visible pages for a screen reader | after visible pixels, before look-ahead |
/// | words for a search | when another worker stays idle; of a single worker, after the look-ahead |
/// | form, outline and facts of the document | once, after the first page and its look-ahead |
/// | words that a client has asked for | after the look-ahead |
/// | links of visible pages that came without them | after the look-ahead |
extension Session {
  /// Words handed to a search within one turn, so that a frame is not late for them, bytes.
  private static let servingLimit = 256 << 10

  /// A page's words if they are here; nothing is asked for.
  func text(of page: Int) -> PageText? { reading.text(of: page) }

  /// Words of a page have come in: whoever waits for them goes on.
  mutating func textArrived(_ page: Int, _ text: PageText, at now: Timestamp) {
    reading.took(text, page: page)
    answerReaders(page, text)
    clients.pagesAsked.removeAll { $0 == page }
    selectionTook(page, text, at: now)
    searchTook(page, text, at: now)
  }

  /// Words of pages have come in for a search alone.
  mutating func wordsArrived(_ first: Int, _ words: [FoldedText?], at now: Timestamp) {
    if words.count == 1, words[0] == nil {
      // It was asked for by itself: who says nothing then would be asked for ever.
      let work = Work.words(document: document.number, first: first, count: 1)
      return readFailed(work, .pageRenderFailed, .answer, at: now)
    }
    for (page, words) in zip(first..., words) {
      guard let words else {
        askAgain(first: page, count: 1, alone: true)
        continue
      }
      reading.took(.words(page))
      searchTook(page, words)
    }
  }

  private mutating func askAgain(first: Int, count: Int, alone: Bool) {
    for page in first..<first + count {
      reading.gaveWay(.words(page))
      if alone { searching.alone.insert(page) }
    }
  }

  /// A page's text that is here already is handed to whoever waits for it, without a worker.
  mutating func serveTexts(at now: Timestamp) {
    servesTextsAgain = nil
    guard document.isOpen else { return }
    if let page = textWantedForSelection, let text = text(of: page) { selectionTook(page, text, at: now) }
    guard !isDetached else { return }
    var bytes = 0
    while let page = textWantedForSearch, let text = text(of: page) {
      guard bytes < Self.servingLimit else {
        servesTextsAgain = now
        return
      }
      bytes += text.byteCount
      reading.touch(CollectionOfOne(page))
      searchTook(page, text, at: now)
      // A search that does not take it would be offered it for ever.
      if textWantedForSearch == page { return }
    }
  }

  // MARK: Asking

  /// What waits for a worker and cannot wait long.
  package var urgency: Urgency? {
    guard document.isOpen, isVisible else { return nil }
    let visible = visiblePages
    let waits =
      desk.visibleWaits(where: { [document] in document.coming == nil || document.canDraw($0) })
      || waitsForSize(visible)
    return Urgency(text: urgentPage, pixels: waits, visible: visible)
  }

  /// Whether a page on the screen could be asked for its size, of a document that is still coming, and is not.
  private func waitsForSize(_ visible: Range<Int>) -> Bool {
    guard document.coming != nil, !document.sizing.estimatesStand else { return false }
    let underWay = document.sizing.underWay ?? 0..<0
    if visible.overlaps(underWay) { return false }
    return visible.contains { !document.sizes.isKnown($0) && !document.isStarving($0) }
  }

  private var urgentPage: Int? {
    guard document.isOpen, isVisible, let page = textWantedForSelection, reading.mayAsk(.text(page)),
      !document.isStarving(page)
    else {
      return nil
    }
    return page
  }

  mutating func urgentReading() -> Work? {
    urgentPage.map { ask(.text($0)) }
  }

  /// What comes after visible pixels and before the look-ahead.
  mutating func earlyReading(_ hands: WorkerHands) -> Work? {
    if clients.screenReader {
      for page in visiblePages
      where reading.mayAsk(.text(page)) && !reading.hasSeen(.text(page)) && !document.isStarving(page) {
        return ask(.text(page))
      }
    }
    guard hands.count > 1 else { return nil }
    return searchReading(hands)
  }

  /// What comes after the look-ahead.
  mutating func lateReading(_ hands: WorkerHands) -> Work? {
    if isSharp, document.coming == nil {
      for subject in [ReadingDesk.Subject.form, .outline, .info]
      where !isRead(subject) && reading.mayAsk(subject) {
        return ask(subject)
      }
    }
    for page in clients.pagesAsked
    where page < document.sizes.count && reading.mayAsk(.text(page)) && !document.isStarving(page) {
      return ask(.text(page))
    }
    // To what page a link leads such a document tells only with its last byte.
    let hasLinks = document.coming?.hasLayout ?? true
    for page in visiblePages where hasLinks && desk.cache.base(page) != nil && !document.isStarving(page) {
      if reading.mayAsk(.links(page)), !reading.hasSeen(.links(page)) { return ask(.links(page)) }
    }
    return searchReading(hands)
  }

  /// A search never takes the last worker that visible pages could use. A single worker it gets a page at a time,
  /// when nothing else waits. Where its matches stand is asked of pages in view alone.
  private mutating func searchReading(_ hands: WorkerHands) -> Work? {
    guard isVisible, hands.mayServeOthers else { return nil }
    if let page = textWantedWithPlaces, reading.mayAsk(.text(page)), !document.isStarving(page) {
      return ask(.text(page))
    }
    // A search goes through all pages: it waits for the rest of a document that is still coming.
    guard document.coming == nil else { return nil }
    let visible = visiblePages
    // One worker yields by page.
    let most = hands.count > 1 ? SearchState.pagesAtOnce : 1
    var pages = 0..<0
    for page in searching.pagesWanted {
      let isVisible = visible.contains(page)
      let mayAsk = reading.mayAsk(isVisible ? .text(page) : .words(page))
      if pages.isEmpty {
        guard mayAsk else { continue }
        if isVisible { return ask(.text(page)) }
        pages = page..<page + 1
        if searching.alone.contains(page) { break }
      } else {
        guard mayAsk, !isVisible, page == pages.upperBound, pages.count < most,
          !searching.alone.contains(page)
        else { break }
        pages = pages.lowerBound..<page + 1
      }
    }
    guard !pages.isEmpty else { return nil }
    for page in pages { reading.began(.words(page)) }
    return .words(document: document.number, first: pages.lowerBound, count: pages.count)
  }

  private func isRead(_ subject: ReadingDesk.Subject) -> Bool {
    switch subject {
    case .outline: document.outline != nil
    case .info: document.info != nil
    case .form: !options.fillsForms || document.kind != .pdf || forms.form != nil
    case .text, .words, .links: false
    }
  }

  private mutating func ask(_ subject: ReadingDesk.Subject) -> Work {
    reading.began(subject)
    return subject.work(document: document.number)
  }

  // MARK: Taking in

  /// Whether a page's words come along with its pixels: only when somebody is about to read them.
  var harvestsText: Bool { clients.screenReader || searchStatus.map { !$0.isOver } ?? false }

  /// The same of one page: what has matches is about to be marked.
  func harvestsText(of page: Int) -> Bool {
    harvestsText || searching.run.map { !$0.table[page].isEmpty } ?? false
  }

  /// What a render that was handed out brings along beside its pixels.
  package func harvest(of key: RenderKey) -> Harvest {
    key.document == document.number ? reading.harvest(of: key) : []
  }

  mutating func harvested(_ key: RenderKey, _ yield: RenderYield, at now: Timestamp) {
    reading.endedRender(key)
    if let links = yield.links { linksArrived(Int(key.page), links) }
    if let text = yield.text { textArrived(Int(key.page), text, at: now) }
  }

  mutating func linksArrived(_ page: Int, _ links: [PageLink]) {
    reading.took(links, page: page)
  }

  mutating func outlineArrived(_ outline: [OutlineItem]) {
    reading.took(.outline)
    document.outline = outline
  }

  mutating func infoArrived(_ info: DocumentInfo, at now: Timestamp) {
    reading.took(.info)
    document.info = info
    goToWantedLabel(at: now)
  }

  /// A request has come to nothing: it is made once more, or whoever waits gets nothing.
  mutating func readFailed(_ work: Work, _ code: ErrorCode, _ blame: DeathBlame, at now: Timestamp) {
    guard work.document == document.number else { return }
    if case .words(_, let first, let count) = work, count > 1 {
      // One of them is to blame, which is found out by asking for each alone.
      askAgain(first: first, count: count, alone: code != .cancelled)
      return
    }
    guard let subject = work.subject else { return }
    if code == .cancelled {
      // It had to give way, and comes again.
      reading.gaveWay(subject)
      return
    }
    guard reading.failed(subject, blame) else { return }
    switch subject {
    case .text(let page), .words(let page): textGivenUp(page, at: now)
    case .links: break
    case .outline:
      document.outline = []
      emit(.trace(.error(code: code, page: nil)))
    case .form: forms.took(DocumentForm())
    case .info:
      document.info = DocumentInfo()
      goToWantedLabel(at: now)
      emit(.trace(.error(code: code, page: nil)))
    }
  }

  private mutating func textGivenUp(_ page: Int, at now: Timestamp) {
    answerReaders(page, nil)
    clients.pagesAsked.removeAll { $0 == page }
    selectionTook(page, .empty, at: now)
    searchTook(page, .empty, at: now)
  }
}

extension Work {
  /// What is read; nil for sizes and pixels.
  var subject: ReadingDesk.Subject? {
    switch self {
    case .text(_, let page): .text(page)
    case .words(_, let page, _): .words(page)
    case .links(_, let page): .links(page)
    case .outline: .outline
    case .info: .info
    case .form: .form
    case .sizes, .render: nil
    }
  }
}
