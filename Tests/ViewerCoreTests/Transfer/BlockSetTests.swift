import Testing

@testable import ViewerCore

@Suite("Sets of blocks")
struct BlockSetTests {
  @Test("A set agrees with one that keeps each block by itself, and its runs neither touch nor overlap")
  func model() {
    var random = SplitMix(seed: 7)
    for _ in 0..<40 {
      var set = BlockSet()
      var model: Set<Int> = []
      for _ in 0..<60 {
        let run = BlockRun(first: random.next(below: 60), count: random.next(below: 9))
        if random.next(below: 3) == 0 {
          set.remove(run)
          model.subtract(run.blocks)
        } else {
          set.insert(run)
          model.formUnion(run.blocks)
        }
        #expect(set.runs.flatMap { Array($0.blocks) } == model.sorted())
        #expect(zip(set.runs, set.runs.dropFirst()).allSatisfy { $0.end < $1.first })
        #expect(set.count == model.count && set.isEmpty == model.isEmpty)
        let other = BlockRun(first: random.next(below: 60), count: random.next(below: 9))
        let missing = set.missing(in: other)
        #expect(missing.flatMap { Array($0.blocks) } == other.blocks.filter { !model.contains($0) })
        #expect(missing.allSatisfy { $0.count > 0 })
        #expect(set.contains(other) == missing.isEmpty)
        #expect(set.contains(other.first) == model.contains(other.first))
        #expect(set.firstMissing(from: other.first) == (other.first...).first { !model.contains($0) })
        #expect(set.firstPresent(from: other.first) == model.filter { $0 >= other.first }.min())
        #expect(BlockSet(set.text, blockCount: 100) == set)
      }
    }
  }

  @Test(
    "A map that says what cannot be is none",
    arguments: [
      "x", "1", "1+", "+1", "1+0", "-1+2", "1+-1", "0+4 4+1", "5+1 1+1", "0+2 1+2", "0+1  3+1", " 0+1",
      "99+2",
      "101+1", "0+9223372036854775807", "9223372036854775807+9", "0+1,2+1",
    ])
  func rubbish(_ text: String) {
    #expect(BlockSet(text, blockCount: 100) == nil)
  }

  @Test("A map may be empty, and may hold the last block")
  func borders() {
    #expect(BlockSet("", blockCount: 0)?.isEmpty == true)
    #expect(BlockSet("0+100", blockCount: 100)?.count == 100)
    #expect(BlockSet("0+1 99+1", blockCount: 100)?.runs.count == 2)
  }
}
