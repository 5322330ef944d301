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
    cache.touch([key(0)])
    let room = cache.makeRoom(for: 2 * bytes) { _ in false }
    #expect(room.fits)
    #expect(room.freed == [BitmapID(number: 2), BitmapID(number: 3)])
    #expect(cache.base(0) != nil && cache.base(3) != nil && cache.base(1) == nil)
    #expect(cache.baseBytes == 2 * bytes)
  }

  @Test("Protected pages are never let go, even over budget")
  func protected() {
    var cache = filled(0..<3, budget: 3 * bytes)
    let room = cache.makeRoom(for: 3 * bytes) { $0.page < 2 }
    #expect(!room.fits)
    #expect(room.freed == [BitmapID(number: 3)])
    #expect(cache.base(0) != nil && cache.base(1) != nil)
  }

  @Test("Lent bytes count until they are back")
  func lending() {
    var cache = BitmapCache(budget: 2 * bytes)
    cache.lend(BitmapID(number: 9), for: key(7), capacity: bytes)
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
    #expect(replaced == [BitmapID(number: 1)], "there is no pool to put it away in")
    #expect(cache.holds(key(0, side: 32)) && !cache.holds(key(0)))
    #expect(cache.baseBytes == key(0, side: 32).byteCount)
  }

  @Test("A grey bitmap counts as one byte a pixel, and its memory as what it can hold")
  func grey() {
    var cache = BitmapCache(budget: 100 * bytes)
    _ = cache.setPoolLimit(4 * bytes)
    cache.lend(BitmapID(number: 1), for: key(0, side: 64), capacity: 64 * 64 * 4, scratch: 64 * 64 * 4)
    #expect(cache.usedBytes == 2 * 64 * 64 * 4, "until it answers it may be colour")
    let capacity = cache.takeBack(BitmapID(number: 1))
    _ = cache.insert(key(0, side: 64), BitmapID(number: 1), .grey, capacity: capacity)
    #expect(cache.usedBytes == 64 * 64 && cache.greyPages == 1)
    // Replaced, it is put away with little, and is still large enough for colour.
    #expect(cache.insert(key(0, side: 32), BitmapID(number: 2)).isEmpty)
    #expect(cache.pool.byteCount == 64 * 64 && cache.greyPages == 0)
    let again = cache.acquire(64 * 64 * 4) { _ in true }
    #expect(again.reused == BitmapID(number: 1) && again.capacity == 64 * 64 * 4 && again.fits)
  }

  @Test("Room is made by free buffers first, then by what goes; its memory is drawn into where it fits")
  func acquiring() {
    var cache = filled(0..<4, budget: 4 * bytes)
    let taken = cache.acquire(bytes) { $0.page > 1 }
    #expect(taken == .init(reused: BitmapID(number: 1), capacity: bytes, freed: [], fits: true))
    cache.lend(BitmapID(number: 9), for: key(9), capacity: taken.capacity)
    #expect(cache.usedBytes == 4 * bytes)
    let larger = cache.acquire(2 * bytes) { $0.page > 1 }
    #expect(!larger.fits && larger.reused == nil && larger.freed == [BitmapID(number: 2)])

    var pooled = filled(0..<2, budget: 4 * bytes)
    _ = pooled.setPoolLimit(2 * bytes)
    #expect(pooled.putAway(BitmapID(number: 7), capacity: bytes, byteCount: bytes).isEmpty)
    let big = pooled.acquire(3 * bytes / 2 + bytes / 2) { _ in true }
    #expect(big.freed == [BitmapID(number: 7)] && big.fits && pooled.base(0) != nil)
  }

  @Test("A free buffer that is larger than need be is left alone where it would not fit the budget")
  func tightReuse() {
    var cache = filled(0..<3, budget: 4 * bytes)
    _ = cache.setPoolLimit(2 * bytes)
    _ = cache.putAway(BitmapID(number: 7), capacity: bytes + bytes / 4, byteCount: bytes / 4)
    let taken = cache.acquire(bytes) { _ in true }
    #expect(taken.reused == nil && taken.capacity == bytes && taken.fits)
    #expect(taken.freed == [BitmapID(number: 7)])
  }

  @Test("Thumbnails and tiles are bounded by themselves; the least recently seen goes")
  func bounds() {
    var cache = BitmapCache(budget: 100 * bytes)
    for page in 0..<4 {
      _ = cache.insert(key(page, .thumbnail), BitmapID(number: UInt32(page)))
      _ = cache.insert(key(page, .tile), BitmapID(number: UInt32(10 + page)))
    }
    cache.touch([key(0, .thumbnail)])
    let thumbnails = cache.limitThumbnails(to: 2 * bytes) { $0.page == 1 }
    #expect(thumbnails.fits && cache.thumbnailBytes == 2 * bytes)
    #expect(cache.thumbnail(0) != nil && cache.thumbnail(1) != nil && cache.tile(2) != nil)
    #expect(cache.tilePixels == 4 * 256)
    let tiles = cache.limitTiles(toPixels: 256) { $0.page < 2 }
    #expect(!tiles.fits && cache.tilePixels == 2 * 256 && cache.tileBytes == 2 * bytes)
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
