/// Searching the document: page by page from where the reader is, results as they come.
extension Session {
  /// How far down the view the current match is brought, as a share of it.
  private static let matchShare = 0.3

  /// Begins a search from the current page on; an empty query ends it. The same query again changes nothing.
  mutating func search(for query: String, at now: Timestamp) {
    guard document.isOpen, let folded = FoldedQuery(query) else {
      endSearch(at: now)
      return
    }
    guard searching.run?.query != folded else { return }
    searching.begin(query, folded, from: max(0, currentPage), count: document.sizes.count, at: now)
    followSearch(at: now)
  }

  /// Goes to the next (+1) or previous (−1) match, round the document's ends.
  mutating func stepMatch(by count: Int, at now: Timestamp) {
    guard let table = searching.run?.table, table.count > 0 else { return }
    if table.current == nil, let first = table.first(from: max(0, currentPage)) {
      searching.select(first, at: now)
    } else {
      searching.step(by: count, at: now)
    }
    revealMatch(at: now)
    followSearch(at: now)
  }

  mutating func endSearch(at now: Timestamp) {
    searching.end()
    history.searchEnded()
  }

  // MARK: Status

  /// Where the search stands; nil while there is none. The current match is counted from 1.
  var searchStatus: (current: Int?, found: Int, isOver: Bool)? {
    guard let run = searching.run else { return nil }
    return (run.table.current.map { _ in run.table.ordinal + 1 }, run.table.count, run.walk.next == nil)
  }

  /// There may be more than were counted.
  var searchIsCut: Bool { searching.run?.table.isCut ?? false }

  /// What is looked for, as it was typed; nil while there is no search.
  var searchQuery: String? { searching.run?.text }

  // MARK: Words

  mutating func searchTook(_ page: Int, _ text: PageText, at now: Timestamp) {
    selecting.collect(page, text)
    tellCollected()
    guard let run = searching.run else { return }
    if !searching.index.has(page) { searching.index.insert(page, FoldedText(text)) }
    if run.walk.next == page { lookAtPages(bytes: 1, with: text, at: now) }
    if visiblePages.contains(page) { searching.mark(page, text) }
    if let run = searching.run, run.isRevealing, run.table.current?.page == page {
      bringMatch(text, at: now)
    }
  }

  /// Words of a page have come in as searches see them; `followSearch` goes on with them.
  mutating func searchTook(_ page: Int, _ words: FoldedText) {
    if !searching.index.has(page) { searching.index.insert(page, words) }
  }

  /// The page whose words are needed next where nobody waits with a finger on the glass: of what is copied, of
  /// matches in view, of the search. None while nobody can see the picture.
  var textWantedForSearch: Int? {
    guard isVisible else { return nil }
    return textWantedWithPlaces ?? searching.pageWanted
  }

  /// The page of which it must be known where the words stand.
  var textWantedWithPlaces: Int? {
    selecting.pageWanted ?? searching.markWanted(visible: visiblePages)
  }

  /// The page of the match that is gone to.
  var pageWantedForMatch: Int? {
    guard let run = searching.run, run.isRevealing else { return nil }
    return run.table.current?.page
  }

  /// After each event: pages whose words are here already, marks in view, what there is to tell.
  mutating func followSearch(at now: Timestamp) {
    guard searching.run != nil else { return }
    searching.goesOn = nil
    if isVisible {
      lookAtPages(bytes: SearchState.bytesATurn, with: nil, at: now)
      if let page = searching.run?.walk.next, searching.index.has(page) { searching.goesOn = now }
    }
    revealMatch(at: now)
    let visible = visiblePages
    searching.trimMarks(visible: visible)
    for page in visible where searching.needsMarks(page) {
      if let text = text(of: page) { searching.mark(page, text) }
    }
    tellSearch(at: now)
  }

  /// - Parameters:
  ///   - bytes: a page is looked at whole, and the next one while fewer have been.
  ///   - text: the words of the page that comes next, where they are at hand.
  private mutating func lookAtPages(bytes: Int, with text: PageText?, at now: Timestamp) {
    var done = 0
    while done < bytes, let page = searching.run?.walk.next, searching.index.has(page) {
      let seen = searching.look(at: now)
      // A page without words is not free either.
      done += max(seen.bytes, 256)
      if let found = seen.found { chooseMatch(on: found, text ?? self.text(of: found), at: now) }
    }
    // All round, and only what stands above the view has it.
    if let run = searching.run, run.walk.next == nil, run.table.current == nil,
      let first = run.table.first(from: run.walk.start)
    {
      searching.select(first, at: now)
      if recogniser.isTouching { searching.run?.isRevealing = false }
    }
  }

  /// The first match from the view on becomes the current one.
  private mutating func chooseMatch(on page: Int, _ text: PageText?, at now: Timestamp) {
    guard let run = searching.run, run.table.current == nil else { return }
    var index = 0
    if page == run.walk.start, let text {
      let frame = panelFrame(of: page)
      let size = document.sizes[page]
      let first = run.table[page].firstIndex { range in
        text.boxes(covering: range).first.map { $0.rect(on: frame, of: size).maxY > 0 } ?? false
      }
      guard let first else { return }
      index = first
    }
    searching.select(MatchTable.Place(page: page, index: index), at: now)
    // What the page shows is the finger's as long as there is one.
    if recogniser.isTouching { searching.run?.isRevealing = false }
  }

  private mutating func tellSearch(at now: Timestamp) {
    guard searching.throttle.take(at: now), let status = searchStatus else { return }
    emit(.trace(.search(found: status.found, current: status.current, isOver: status.isOver)))
    let news = SearchState.Announced(current: status.current, isOver: status.isOver)
    guard news != searching.run?.announced else { return }
    searching.run?.announced = news
    if let current = status.current {
      emit(.announce(.phrase(.matchOf(current: current, count: status.found))))
    } else if status.isOver {
      emit(.announce(.phrase(.noMatches)))
    }
  }

  // MARK: The current match

  /// Brings the current match into view as soon as the words of its page are here.
  private mutating func revealMatch(at now: Timestamp) {
    guard let page = pageWantedForMatch, let text = text(of: page) else { return }
    bringMatch(text, at: now)
  }

  private mutating func bringMatch(_ text: PageText, at now: Timestamp) {
    guard let run = searching.run, let place = run.table.current else { return }
    searching.run?.isRevealing = false
    let boxes = text.boxes(covering: run.table[place.page][place.index])
    guard let first = boxes.first else { return }
    let box = boxes.dropFirst().reduce(first) { $0.union($1) }
    // Where the page is bound for counts, not where it is on its way.
    move(at: now) { $0.finish() }
    let isInView = visiblePages.contains(place.page)
    let rect = box.rect(on: panelFrame(of: place.page), of: document.sizes[place.page])
    if isInView, readableArea.contains(rect) { return }
    let target = PagePlace(
      page: place.page, x: Double(box.left), y: Double(box.top), share: Self.matchShare)
    leaveForSearch()
    let view = scroller.viewport
    let offset = offset(for: target, zoom: view.zoom)
    let isNear = (offset - view.offset).length <= 1.5 * Double(view.size.height)
    if isInView, isNear, !look.reducesMotion {
      move(at: now) { $0.glide(to: offset, page: place.page, at: now) }
    } else {
      show(target, at: now)
    }
  }

  /// What of the view the bar at its lower edge leaves free.
  private var readableArea: PixelRect {
    let size = scroller.viewport.size
    let bar = panel.pixels(
      millimetres: FurnitureLayout.controlHeight(panel) + 2 * FurnitureLayout.margin)
    return PixelRect(x: 0, y: 0, width: size.width, height: size.height - min(bar, size.height / 3))
  }

  // MARK: Marks

  func searchHighlights(of page: Int, frame: PixelRect) -> [SceneHighlight] {
    guard let run = searching.run, let marks = searching.marks[page] else { return [] }
    var result: [SceneHighlight] = []
    for (index, boxes) in marks.enumerated() {
      let isCurrent = run.table.current == MatchTable.Place(page: page, index: index)
      result += highlights(boxes, kind: isCurrent ? .currentMatch : .match, of: page, frame: frame)
    }
    return result
  }

  // MARK: Commands

  /// What a script says in words about searching and selecting.
  mutating func obeyReading(_ command: SessionEvent.Command, at now: Timestamp) {
    switch command {
    case .search(let query): search(for: query, at: now)
    case .nextMatch: stepMatch(by: 1, at: now)
    case .previousMatch: stepMatch(by: -1, at: now)
    case .selectAll: selectAll(at: now)
    case .copy: copySelection(at: now)
    default: break
    }
  }
}
