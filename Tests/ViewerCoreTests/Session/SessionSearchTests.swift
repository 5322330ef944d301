import Testing

@testable import ViewerCore

@Suite struct SessionSearchTests {
  /// Pages 1, 3 and 5 have the word, page 3 twice.
  private static func stage(pages: Int = 6) -> ReadingStage {
    ReadingStage(pages: pages) { page in
      page % 2 == 0
        ? ["nothing here"]
        : page == 3 ? ["a harbour", "of plenty", "the Harbour again"] : ["one harbour", "on page \(page)"]
    }
  }

  private static func told(_ stage: ReadingStage) -> [TraceEvent] {
    stage.reader.trace.filter { if case .search = $0 { true } else { false } }
  }

  @Test("Pages are read from the current one to the end, then from the start, and counted in order")
  func order() throws {
    var stage = Self.stage()
    stage.reader.handle(.command(.goTo(page: 3)))
    stage.reader.rest()
    stage.read()
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    #expect(stage.asked == [2, 3, 4, 5, 0, 1])
    let status = try #require(stage.session.searchStatus)
    #expect(status.found == 4 && status.isOver && status.current == 2)
  }

  @Test("Results come as they are found, and are told at most ten times a second")
  func throttled() {
    var stage = Self.stage(pages: 40)
    stage.reader.hands = WorkerHands(idle: 1, count: 1)
    stage.reader.handle(.command(.search("harbour")))
    for _ in 0..<40 {
      stage.read(most: 1)
      stage.reader.wait(milliseconds: 10)
    }
    stage.read()
    stage.reader.wait(milliseconds: 200)
    let told = Self.told(stage)
    #expect((4...8).contains(told.count))
    #expect(told.last == .search(found: 21, current: 1, isOver: true))
    #expect(stage.announced.last == .matchOf(current: 1, count: 21))
  }

  @Test("What is not there is said once all pages have been read")
  func nothing() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("lighthouse")))
    stage.read()
    stage.reader.wait(milliseconds: 200)
    #expect(Self.told(stage).last == .search(found: 0, current: nil, isOver: true))
    #expect(stage.announced == [.noMatches])
    stage.reader.handle(.command(.nextMatch))
    #expect(stage.session.searchStatus?.current == nil)
  }

  @Test("The current match is brought to three tenths of the view, unless all of it is seen already")
  func revealing() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    stage.reader.rest()
    stage.read()
    #expect(stage.session.pageNumber == 2)
    let first = stage.highlights(.currentMatch)
    #expect(first.count == 1)
    #expect(abs((first.first?.y ?? 0) - 450) <= 2)
    stage.reader.handle(.command(.nextMatch))
    stage.read()
    stage.reader.rest()
    stage.read()
    let second = stage.highlights(.currentMatch)
    #expect(abs((second.first?.y ?? 0) - 450) <= 2)
    let offset = stage.session.viewport.offset
    stage.reader.handle(.command(.nextMatch))
    stage.reader.rest()
    #expect(stage.session.viewport.offset == offset)
    #expect(stage.highlights(.currentMatch) != second && stage.highlights(.match) == second)
  }

  @Test("Next and previous go round")
  func stepping() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    var seen: [Int] = []
    for _ in 0..<5 {
      seen.append(stage.session.searchStatus?.current ?? 0)
      stage.reader.handle(.command(.nextMatch))
      stage.read()
      stage.reader.rest()
    }
    #expect(seen == [1, 2, 3, 4, 1])
    for _ in 0..<3 { stage.reader.handle(.action(.previousMatch)) }
    #expect(stage.session.searchStatus?.current == 3)
  }

  @Test("A match above the view is not the first one, but the last")
  func fromTheView() {
    var stage = ReadingStage(pages: 2) { page in
      page == 0 ? ["harbour"] + Array(repeating: "-", count: 18) + ["harbour"] : ["harbour"]
    }
    stage.reader.handle(.command(.zoom(3)))
    stage.reader.rest()
    stage.reader.drag(from: Point(x: 500, y: 1400), to: Point(x: 500, y: 100))
    stage.reader.rest()
    stage.read()
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    #expect(stage.session.searchStatus?.current == 2)
  }

  @Test("A new query ends the old one, and the same search again asks no worker")
  func again() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("harbour")))
    stage.read(most: 2)
    stage.reader.handle(.command(.search("plenty")))
    stage.read()
    #expect(stage.session.searchStatus?.found == 1)
    #expect(Set(stage.readings).count == stage.readings.count)
    let asked = stage.asked
    stage.reader.handle(.command(.search("HARBOUR")))
    stage.reader.wait(milliseconds: 50)
    #expect(stage.session.searchStatus?.found == 4 && stage.session.searchStatus?.isOver == true)
    #expect(stage.asked == asked)
    stage.reader.handle(.command(.search("")))
    #expect(stage.session.searchStatus == nil && stage.highlights(.match).isEmpty)
  }

  @Test("Another document ends the search")
  func otherDocument() {
    var stage = ReadingStage(options: SessionOptions(budget: 256 << 20, sources: 2))
    stage.reader.handle(.command(.search("fox")))
    stage.read(most: 1)
    stage.reader.handle(.command(.next))
    #expect(stage.session.searchStatus == nil && stage.session.textWantedForSearch == nil)
  }

  @Test(
    "While nobody sees the picture the search rests, and goes on at the next page", arguments: [true, false])
  func paused(_ isDetached: Bool) {
    var stage = Self.stage()
    stage.reader.hands = WorkerHands(idle: 2, count: 2)
    stage.reader.handle(.command(.search("harbour")))
    stage.read(most: 2)
    let before = stage.asked
    stage.reader.handle(isDetached ? .panel(nil, .none) : .hidden(true))
    stage.read()
    #expect(stage.session.textWantedForSearch == nil)
    let away = stage.asked
    stage.reader.handle(isDetached ? .panel(Reader.panel, .none) : .hidden(false))
    stage.read()
    #expect(stage.session.searchStatus?.isOver == true && stage.session.searchStatus?.found == 4)
    #expect(Set(stage.readings).count == stage.readings.count)
    #expect(before.count >= 1 && away.count < stage.asked.count)
  }

  @Test("A finger on the page keeps the view from being moved by what is found")
  func finger() {
    var stage = Self.stage()
    stage.reader.touch(.down, Point(x: 500, y: 700))
    stage.reader.wait(milliseconds: 20)
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    #expect(stage.session.viewport.offset == .zero)
    #expect(stage.session.searchStatus?.current == 1)
  }

  @Test(
    "A search uses all workers but the last that pages could use, and a single one page by page",
    arguments: [(1, 1), (2, 1), (3, 2), (4, 3)])
  func workers(_ count: Int, _ readers: Int) {
    var stage = Self.stage(pages: 40)
    stage.reader.hands = WorkerHands(idle: count, count: count)
    stage.reader.handle(.command(.search("plenty")))
    let work = stage.reader.take()
    #expect(work.count == readers && Set(work).count == readers)
    // What is in view tells where its words stand, too.
    #expect(work.first == .text(document: 1, page: 0))
    if count == 1 {
      // Page by page also where it could be asked for more.
      for work in work { stage.answer(work) }
      for _ in 0..<5 {
        let next = stage.reader.take()
        #expect(next.count == 1)
        if case .words(_, _, let pages) = next.first { #expect(pages == 1) }
        for work in next { stage.answer(work) }
      }
    }
  }

  @Test("A page that could not be read among others is asked for by itself")
  func alone() throws {
    var stage = Self.stage(pages: 40)
    stage.reader.handle(.command(.search("plenty")))
    let work = stage.reader.take()
    let many = try #require(work.first { if case .words = $0 { true } else { false } })
    guard case .words(_, let first, let count) = many else { return }
    #expect(count > 1)
    var words: [FoldedText?] = Array(repeating: FoldedText(""), count: count)
    words[1] = nil
    stage.reader.underWay.removeAll { $0 == many }
    stage.reader.handle(.words(document: 1, first: first, words))
    #expect(stage.reader.take().contains(.words(document: 1, first: first + 1, count: 1)))
    stage.read()
    #expect(stage.session.searchStatus?.isOver == true)
  }

  @Test("Pages that come in another order are counted in the order of reading, and none is asked for twice")
  func outOfOrder() throws {
    var stage = Self.stage(pages: 40)
    stage.reader.hands = WorkerHands(idle: 4, count: 4)
    stage.reader.handle(.command(.search("harbour")))
    while true {
      stage.reader.take()
      guard let last = stage.reader.underWay.last else { break }
      stage.answer(last)
      if let status = stage.session.searchStatus, let current = status.current { #expect(current == 1) }
    }
    #expect(stage.asked.count == Set(stage.asked).count && stage.asked != stage.asked.sorted())
    let status = try #require(stage.session.searchStatus)
    #expect(status.found == 21 && status.isOver && status.current == 1)
  }

  @Test("The words of pages out of sight are read without their places, and marked once they are in view")
  func placesLater() {
    var stage = Self.stage(pages: 40)
    stage.reader.handle(.command(.search("harbour")))
    stage.read()
    #expect((10..<40).allSatisfy { stage.session.text(of: $0) == nil })
    stage.reader.handle(.command(.goTo(page: 30)))
    stage.reader.rest()
    stage.read()
    #expect(stage.session.pageNumber == 30 && stage.highlights(.match).count == 1)
  }

  @Test("Matches beyond the limit are not counted, and the search ends there")
  func limit() {
    let line = String(repeating: "a ", count: 10_000)
    var stage = ReadingStage(pages: 20) { _ in [line] }
    stage.reader.hands = WorkerHands(idle: 2, count: 2)
    stage.reader.handle(.command(.search("a")))
    stage.read()
    #expect(stage.session.searchStatus?.found == MatchTable.limit)
    #expect(stage.session.searchStatus?.isOver == true && stage.session.searchIsCut)
    #expect(stage.asked.count < 20 && stage.session.textWantedForSearch == nil)
  }

  @Test("A worker that says nothing even of a page asked for by itself is not asked for ever")
  func speechless() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("harbour")))
    var answers = 0
    while stage.session.searchStatus?.isOver != true, answers < 100 {
      stage.reader.take()
      guard let work = stage.reader.underWay.first else { break }
      answers += 1
      guard case .words(let document, let first, let count) = work else {
        stage.answer(work)
        continue
      }
      stage.reader.underWay.removeAll { $0 == work }
      stage.reader.handle(.words(document: document, first: first, Array(repeating: nil, count: count)))
    }
    #expect(stage.session.searchStatus?.isOver == true && answers < 100)
  }

  @Test("Where words cannot be read the search goes on with the next page")
  func unreadable() {
    var stage = Self.stage()
    stage.reader.handle(.command(.search("harbour")))
    for _ in 0..<60 {
      stage.reader.take()
      guard let work = stage.reader.underWay.first else { break }
      switch work {
      case .text(_, 3): stage.reader.answer(work, failing: (.pageRenderFailed, .answer))
      case .words(_, let first, let count) where (first..<first + count).contains(3):
        stage.reader.answer(work, failing: (.pageRenderFailed, .answer))
      default: stage.answer(work)
      }
    }
    #expect(stage.session.searchStatus?.found == 2 && stage.session.searchStatus?.isOver == true)
  }
}
