import Testing

@testable import ViewerCore

@Suite struct BitmapCacheTests {
  private func key(_ page: Int, _ kind: RenderKey.Kind = .base, side: Int = 16) -> RenderKey {
    let size = PixelSize(width: side, height: side)
    return RenderKey(
      document: 1, page: Int32(page), kind: kind, resolution: size, clip: PixelRect(size: size),
      rotation: .none,
      epoch: 0)
  }

  /// 16 x 16 pixels in rows of 64 bytes.
  private let bytes = 1024

  private func filled(_ pages: Range<Int>, budget: Int) -> BitmapCache {
    var cache = BitmapCache(budget: budget)
    for page in pages { _ = cache.insert(key(page), BitmapID(number: UInt32(page + 1))) }
    return cache
  }

  @Test("The least recently seen page goes first")
  func leastRecent() {
    var cache = filled(0..<4, budget: 4 * bytes)
    cache.touch([0])
    let room = cache.makeRoom(for: 2 * bytes) { _ in false }
    #expect(room.fits)
    #expect(room.freed == [BitmapID(number: 2), BitmapID(number: 3)])
    #expect(cache.base(0) != nil && cache.base(3) != nil && cache.base(1) == nil)
    #expect(cache.baseBytes == 2 * bytes)
  }

  @Test("Protected pages are never let go, even over budget")
  func protected() {
    var cache = filled(0..<3, budget: 3 * bytes)
    let room = cache.makeRoom(for: 3 * bytes) { $0 < 2 }
    #expect(!room.fits)
    #expect(room.freed == [BitmapID(number: 3)])
    #expect(cache.base(0) != nil && cache.base(1) != nil)
  }

  @Test("Lent bytes count until they are back")
  func lending() {
    var cache = BitmapCache(budget: 2 * bytes)
    cache.lend(BitmapID(number: 9), bytes: bytes)
    #expect(cache.usedBytes == bytes)
    let room = cache.makeRoom(for: 2 * bytes) { _ in false }
    #expect(!room.fits)
    cache.takeBack(BitmapID(number: 9))
    cache.takeBack(BitmapID(number: 9))
    #expect(cache.usedBytes == 0)
  }

  @Test("A new bitmap replaces the page's old one and hands it back")
  func replacing() {
    var cache = filled(0..<1, budget: 100 * bytes)
    let replaced = cache.insert(key(0, side: 32), BitmapID(number: 7))
    #expect(replaced == BitmapID(number: 1))
    #expect(cache.holds(key(0, side: 32)) && !cache.holds(key(0)))
    #expect(cache.baseBytes == key(0, side: 32).byteCount)
  }

  @Test("Bases and tiles are counted apart")
  func apart() {
    var cache = filled(0..<2, budget: 100 * bytes)
    _ = cache.insert(key(0, .tile), BitmapID(number: 5))
    _ = cache.insert(key(1, .tile), BitmapID(number: 6))
    #expect(cache.tileBytes == 2 * bytes && cache.baseBytes == 2 * bytes)
    let gone = cache.removeTiles { $0 == 1 }
    #expect(gone == [BitmapID(number: 5)])
    #expect(cache.tileBytes == bytes)
    let rest = cache.removeAll()
    #expect(rest.count == 3)
    #expect(cache.usedBytes == 0)
  }
}
