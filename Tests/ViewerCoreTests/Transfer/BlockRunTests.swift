import Testing

@testable import ViewerCore

struct BlockRunTests {
  @Test(
    "Bytes lie in the blocks from the first one's to the last one's",
    arguments: [
      (0..<1, 0, 1), (0..<65_536, 0, 1), (0..<65_537, 0, 2), (65_535..<65_537, 0, 2), (65_536..<65_537, 1, 1),
      (131_072..<200_000, 2, 2),
    ] as [(Range<Int>, Int, Int)])
  func holding(bytes: Range<Int>, first: Int, count: Int) {
    #expect(BlockRun(holding: bytes) == BlockRun(first: first, count: count))
  }

  @Test("No bytes are in no block")
  func nothing() {
    #expect(BlockRun(holding: 70_000..<70_000).count == 0)
  }

  @Test("The last block is as long as what is left of the document")
  func lastBlock() {
    #expect(BlockRun(first: 1, count: 2).bytes(of: 70_000) == 65_536..<70_000)
    #expect(BlockRun(first: 4, count: 1).bytes(of: 70_000).isEmpty)
  }
}
