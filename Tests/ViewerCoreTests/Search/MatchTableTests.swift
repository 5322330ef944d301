import Testing

@testable import ViewerCore

@Suite struct MatchTableTests {
  /// Pages 1, 4 and 6 have 2, 1 and 3 matches; they come from page 4 on and round.
  private static let table: MatchTable = {
    var table = MatchTable()
    for (page, count) in [(4, 1), (5, 0), (6, 3), (0, 0), (1, 2)] {
      table.add((0..<count).map { $0 * 10..<$0 * 10 + 4 }, on: page)
    }
    return table
  }()

  @Test(
    "Next and previous go through all matches in the order of reading, round the ends",
    arguments: [
      (1, [(4, 0), (6, 0), (6, 1), (6, 2), (1, 0), (1, 1), (4, 0)]),
      (-1, [(4, 0), (1, 1), (1, 0), (6, 2), (6, 1), (6, 0), (4, 0)]),
      (7, [(4, 0), (6, 0)]), (-8, [(4, 0), (1, 0)]), (600, [(4, 0), (4, 0)]),
    ])
  func stepping(_ distance: Int, _ places: [(Int, Int)]) {
    var table = Self.table
    table.select(MatchTable.Place(page: 4, index: 0))
    let order = [[1, 0], [1, 1], [4, 0], [6, 0], [6, 1], [6, 2]]
    for (page, index) in places {
      #expect(table.current == MatchTable.Place(page: page, index: index))
      #expect(order.firstIndex(of: [page, index]) == table.ordinal)
      table.step(by: distance)
    }
  }

  @Test("Pages that come in before the current match move its number, not the match")
  func lateArrival() {
    var table = MatchTable()
    table.add([0..<3], on: 7)
    table.select(MatchTable.Place(page: 7, index: 0))
    #expect(table.ordinal == 0)
    table.add([0..<3, 5..<8], on: 2)
    table.add([0..<3], on: 9)
    #expect(table.current == MatchTable.Place(page: 7, index: 0) && table.ordinal == 2 && table.count == 4)
  }

  @Test("A page counts once, and a match that is not there is not chosen")
  func oddities() {
    var table = Self.table
    table.add([0..<4], on: 4)
    #expect(table.count == 6)
    table.select(MatchTable.Place(page: 4, index: 1))
    #expect(table.current == nil)
    table.step(by: 1)
    #expect(table.current == nil)
    var empty = MatchTable()
    empty.step(by: 1)
    #expect(empty.current == nil && empty.first(from: 0) == nil)
  }

  @Test(
    "The first match is the one that reading comes to next",
    arguments: [(0, 1), (1, 1), (2, 4), (5, 6), (7, 1)])
  func first(_ page: Int, _ found: Int) {
    #expect(Self.table.first(from: page) == MatchTable.Place(page: found, index: 0))
  }

  @Test("Beyond the limit nothing is counted, and that is told")
  func limit() {
    var table = MatchTable(limit: 5)
    table.add([0..<1, 1..<2, 2..<3], on: 0)
    #expect(!table.isCut)
    table.add([0..<1, 1..<2], on: 1)
    #expect(!table.isCut && table.count == 5)
    table.add([0..<1], on: 2)
    #expect(table.isCut && table.count == 5 && table[2].isEmpty)
    var other = MatchTable(limit: 2)
    other.add([0..<1, 1..<2, 2..<3], on: 0)
    #expect(other.isCut && other.count == 2 && other[0] == [0..<1, 1..<2])
  }
}
