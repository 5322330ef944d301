import Testing
import ViewerCore

struct BlockWantsTests {
  typealias Need = BlockWants.Need

  private static func run(_ first: Int, _ count: Int = 1) -> BlockRun { BlockRun(first: first, count: count) }

  /// Blocks that are not there, each once.
  private static func missing(_ absent: Set<Int>) -> ([BlockRun]) -> [BlockRun] {
    { runs in
      var seen: Set<Int> = []
      return runs.flatMap(\.blocks).filter { absent.contains($0) && seen.insert($0).inserted }.map { run($0) }
    }
  }

  private static var all: ([BlockRun]) -> [BlockRun] { missing(Set(0..<1000)) }

  @Test("The opening comes first, then visible pages, starving ones in view, and pages out of sight")
  func order() {
    var wants = BlockWants()
    wants.starve(document: 1, page: 3, runs: [Self.run(30)])
    wants.starve(document: 1, page: 99, runs: [Self.run(990)])
    let waiting = [
      Need(page: 7, order: 1, runs: [Self.run(70)]),
      Need(page: 4, order: 3, runs: [Self.run(41), Self.run(40)]),
      Need(page: 2, order: 2, runs: [Self.run(20)]), Need(page: nil, order: 9, runs: [Self.run(0)]),
    ]
    let news = wants.news(document: 1, waiting: waiting, visible: 2..<5, mayFill: true, missing: Self.all)
    #expect(news.need == [0, 20, 41, 40, 30, 70].map { Self.run($0) })
    #expect(news.fill == nil)
  }

  @Test("What has been said is not said again, until whoever was told has forgotten it")
  func once() {
    var wants = BlockWants()
    func news(_ absent: Set<Int>, _ mayFill: Bool = true) -> (need: [BlockRun]?, fill: Bool?) {
      wants.news(
        document: 1, waiting: [Need(page: 0, order: 1, runs: [Self.run(5), Self.run(6)])], visible: 0..<1,
        mayFill: mayFill, missing: Self.missing(absent))
    }
    #expect(news([5, 6]) == ([Self.run(5), Self.run(6)], nil))
    #expect(news([5, 6]) == (nil, nil))
    #expect(news([6]) == ([Self.run(6)], nil))
    wants.askAnew(document: 1)
    #expect(news([6]) == ([Self.run(6)], nil))
    #expect(news([]) == (nil, true), "nothing is missing: the rest may come")
    #expect(news([]) == (nil, nil))
    #expect(news([], false) == (nil, false))
    #expect(news([5]) == ([Self.run(5)], nil))
  }

  @Test("A page starves until all its blocks are there")
  func starving() {
    var wants = BlockWants()
    wants.starve(document: 1, page: 8, runs: [Self.run(1, 2)])
    wants.starve(document: 1, page: 2, runs: [Self.run(2)])
    wants.starve(document: 2, page: 5, runs: [Self.run(9)])
    func feed(_ document: UInt32, _ absent: Set<Int>) -> [Int] {
      wants.feed(document: document, missing: Self.missing(absent))
    }
    #expect(feed(1, [1, 2]) == [])
    #expect(feed(1, [1]) == [2])
    #expect(feed(1, []) == [8])
    #expect(feed(1, []) == [])
    #expect(wants.forget(document: 2) == [5])
    #expect(feed(2, []) == [])
  }
}

private func == (_ left: (need: [BlockRun]?, fill: Bool?), _ right: ([BlockRun]?, Bool?)) -> Bool {
  left.need == right.0 && left.fill == right.1
}
