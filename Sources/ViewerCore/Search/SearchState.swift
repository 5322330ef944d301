/// All that a session knows of a search.
package struct SearchState: Sendable {
  /// One query, from the page where it began.
  package struct Run: Sendable {
    package let text: String
    package let query: FoldedQuery
    package var walk: SearchWalk
    package var table = MatchTable()
    /// The current match is to be brought into view, as soon as its page's words are here.
    package var isRevealing = false
    /// What was last said of it.
    package var announced: Announced?
  }

  package struct Announced: Hashable, Sendable {
    package var current: Int?
    package var isOver: Bool
  }

  /// Bytes of the index that are looked at within one turn, so that no frame is late for them: a millisecond's worth
  /// or two, whatever is looked for.
  package static let bytesATurn = 1 << 20
  /// How far ahead of the page that is looked at next words are read, so that several workers can.
  package static let pagesAhead = 64
  /// How many pages' words one worker is asked for, so that it need not wait for the viewer behind each.
  package static let pagesAtOnce = 8

  package var run: Run?
  /// The words of pages as searches see them: another search needs no engine.
  package var index = TextIndex()
  /// Pages that are asked for by themselves, since others with them came to nothing.
  package var alone: Set<Int> = []
  package private(set) var marks = SearchMarks()
  package var throttle = Throttle()
  /// More pages can be looked at without waiting for anything.
  package var goesOn: Timestamp?

  package init() {}

  package var deadline: Timestamp? {
    run == nil ? nil : Timestamp.earlier(throttle.deadline, goesOn)
  }

  package mutating func begin(
    _ text: String, _ query: FoldedQuery, from page: Int, count: Int, at now: Timestamp
  ) {
    run = Run(text: text, query: query, walk: SearchWalk(from: page, count: count))
    marks = SearchMarks()
    throttle = Throttle()
    throttle.changed(at: now)
    goesOn = nil
  }

  package mutating func end() {
    run = nil
    marks = SearchMarks()
    goesOn = nil
  }

  /// The next page whose words have to be read.
  package var pageWanted: Int? {
    run?.walk.next.flatMap { index.has($0) ? nil : $0 }
  }

  /// Pages whose words have to be read, in the order in which they are looked at.
  package var pagesWanted: some Sequence<Int> {
    (run?.walk.ahead(SearchState.pagesAhead) ?? []).lazy.filter { !index.has($0) }
  }

  /// Looks at the walk's next page, whose words are in the index.
  /// - Returns: the page when there are matches on it, and how many bytes were looked at.
  package mutating func look(at now: Timestamp) -> (found: Int?, bytes: Int) {
    guard let page = run?.walk.next, let query = run?.query, let found = index.matches(page, query) else {
      return (nil, 0)
    }
    // In place: a copy of the table for each page would make long searches slow.
    run?.table.add(found, on: page)
    run?.walk.advance()
    if run?.table.isCut ?? false { run?.walk.stop() }
    marks.drop(page)
    if run?.walk.next == nil { throttle.ended(at: now) } else { throttle.changed(at: now) }
    return (found.isEmpty ? nil : page, index.size(of: page))
  }

  package mutating func select(_ place: MatchTable.Place, at now: Timestamp) {
    run?.table.select(place)
    run?.isRevealing = true
    throttle.changed(at: now)
  }

  /// Goes on or back by matches, in a circle.
  package mutating func step(by count: Int, at now: Timestamp) {
    run?.table.step(by: count)
    run?.isRevealing = true
    throttle.changed(at: now)
  }

  // MARK: Marks

  package mutating func trimMarks(visible: Range<Int>) {
    marks.trim(visible: visible)
  }

  /// The first page in view whose words are needed to mark its matches.
  package func markWanted(visible: Range<Int>) -> Int? {
    guard let run else { return nil }
    return visible.first { marks[$0] == nil && !run.table[$0].isEmpty }
  }

  package func needsMarks(_ page: Int) -> Bool {
    marks[page] == nil && !(run?.table[page].isEmpty ?? true)
  }

  package mutating func mark(_ page: Int, _ text: PageText) {
    guard let run, needsMarks(page) else { return }
    marks.mark(page, run.table[page], in: text)
  }
}
