import Testing

@testable import ViewerCore

@Suite struct PageSizesTests {
  @Test("Unknown pages are taken to be like the first")
  func estimate() {
    var sizes = PageSizes(count: 3, first: Size(width: 300, height: 400))
    #expect(sizes[2] == Size(width: 300, height: 400))
    #expect(sizes.isKnown(0) && !sizes.isKnown(2))
    #expect(sizes.firstUnknown == 1)
    let differs = sizes.record([Size(width: 500, height: 100)], from: 2)
    #expect(differs)
    #expect(sizes[2] == Size(width: 500, height: 100))
    #expect(sizes.firstUnknown == 1)
    let same = sizes.record([Size(width: 300, height: 400)], from: 1)
    #expect(!same)
    #expect(sizes.allKnown)
  }

  @Test("Sizes beyond the end and absurd ones do no harm")
  func hostile() {
    var sizes = PageSizes(count: 2, first: Size(width: 0, height: 0))
    #expect(sizes[0] == Size(width: 612, height: 792))
    sizes.record(
      [Size(width: -1, height: .nan), Size(width: 1, height: 1), Size(width: 9, height: 9)], from: 1)
    #expect(sizes[1] == Size(width: 612, height: 792))
    #expect(sizes.count == 2)
  }
}
