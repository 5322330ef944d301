import Testing

@testable import ViewerCore

@Suite struct SearchWalkTests {
  private static func pages(_ walk: SearchWalk) -> [Int] {
    var walk = walk
    var pages: [Int] = []
    while let page = walk.next {
      pages.append(page)
      walk.advance()
    }
    return pages
  }

  @Test(
    "Pages are looked at from the current one to the end, then from the start",
    arguments: [
      (0, 4, [0, 1, 2, 3]), (2, 4, [2, 3, 0, 1]), (3, 4, [3, 0, 1, 2]), (0, 1, [0]), (0, 0, []),
      (9, 3, [2, 0, 1]),
      (-1, 2, [0, 1]),
    ])
  func order(_ start: Int, _ count: Int, _ pages: [Int]) {
    #expect(Self.pages(SearchWalk(from: start, count: count)) == pages)
  }

  @Test(
    "What comes next is told as far as there is any", arguments: [(0, [2, 3, 0]), (2, [0, 1]), (4, [])])
  func ahead(_ done: Int, _ pages: [Int]) {
    var walk = SearchWalk(from: 2, count: 4)
    for _ in 0..<done { walk.advance() }
    #expect(walk.ahead(3) == pages)
  }

  @Test("A walk that is stopped looks at nothing more")
  func stop() {
    var walk = SearchWalk(from: 1, count: 5)
    walk.advance()
    walk.stop()
    #expect(walk.next == nil)
  }
}
