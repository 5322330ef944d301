import Testing

@testable import ViewerCore

@Suite struct BufferPoolTests {
  private static let megabyte = 1 << 20
  private static let full = PixelSize(width: 1080, height: 1920)
  private static let small = PixelSize(width: 1024, height: 600)

  struct Size: Sendable {
    var viewport: PixelSize
    var base: Int
    var tiles = false
    var grey = false
    var budget = 256 << 20
    var expected: Int
  }

  @Test(
    "A pool holds 8 MB, a viewport or the largest base; more for tiles at zoom 1, less for grey pages and small boards",
    arguments: [
      Size(viewport: small, base: 3 << 20, expected: 8 << 20),
      Size(viewport: full, base: 6 << 20, expected: 8_294_400 > 8 << 20 ? 8_294_400 : 8 << 20),
      Size(viewport: PixelSize(width: 3840, height: 2160), base: 3 << 20, expected: 33_177_600),
      Size(viewport: full, base: 16 << 20, expected: 16 << 20),
      Size(viewport: full, base: 16 << 20, tiles: true, expected: (16 << 20) + 8_294_400),
      Size(viewport: full, base: 12 << 20, grey: true, expected: (3 << 20) + (12 << 20)),
      Size(viewport: full, base: 40 << 20, grey: true, expected: 10 << 20),
      Size(viewport: small, base: 3 << 20, budget: 24 << 20, expected: 6 << 20),
      Size(viewport: small, base: 3 << 20, budget: 64 << 20, expected: 8 << 20),
    ])
  func limit(_ size: Size) {
    let needs = BufferPool.Needs(
      viewport: size.viewport, largestBase: size.base, tilesAtZoomOne: size.tiles, isGrey: size.grey,
      budget: size.budget)
    #expect(BufferPool.limit(for: needs) == size.expected)
  }

  private func filled(_ capacities: [Int], limit: Int = 1 << 20) -> BufferPool {
    var pool = BufferPool()
    #expect(pool.setLimit(limit).isEmpty)
    for (index, capacity) in capacities.enumerated() {
      let buffer = BufferPool.Buffer(
        bitmap: BitmapID(number: UInt32(index)), capacity: capacity, byteCount: capacity)
      #expect(pool.put(buffer).isEmpty)
    }
    return pool
  }

  @Test(
    "A request gets the buffer of its size, else the smallest that is at most a quarter larger",
    arguments: [
      (1000, 1), (1100, 2), (900, 1), (801, 1), (799, nil), (1300, nil), (1250, 2), (1000, 1),
    ] as [(Int, UInt32?)])
  func take(_ wanted: Int, _ expected: UInt32?) {
    var pool = filled([4000, 1000, 1250, 500])
    let buffer = pool.take(wanted)
    #expect(buffer?.bitmap.number == expected)
    #expect(pool.byteCount == 6750 - (buffer?.byteCount ?? 0))
    #expect(!pool.buffers.contains { $0.bitmap == buffer?.bitmap })
  }

  @Test(
    "Of equal ones the last put away is taken, for it may still be in the processor's caches; none is too large"
  )
  func equals() {
    var pool = filled([1000, 1000, 1200])
    #expect(pool.take(1100, atMost: 1100) == nil)
    #expect(pool.take(1000)?.bitmap.number == 1)
    #expect(pool.take(1000)?.bitmap.number == 0)
    #expect(pool.take(1000)?.bitmap.number == 2)
    #expect(pool.take(1000) == nil && pool.byteCount == 0)
  }

  @Test("Beyond its limit a pool lets the oldest go, and takes nothing that is larger than itself")
  func bounded() {
    var pool = filled([300, 300, 300], limit: 1000)
    func buffer(_ number: UInt32, _ bytes: Int) -> BufferPool.Buffer {
      BufferPool.Buffer(bitmap: BitmapID(number: number), capacity: 4 * bytes, byteCount: bytes)
    }
    #expect(pool.put(buffer(9, 1001)) == [BitmapID(number: 9)])
    #expect(pool.put(buffer(8, 400)) == [BitmapID(number: 0)])
    #expect(pool.byteCount == 1000)
    #expect(pool.setLimit(450) == [BitmapID(number: 1), BitmapID(number: 2)])
    #expect(pool.setLimit(-5) == [BitmapID(number: 8)] && pool.byteCount == 0 && pool.limit == 0)
    #expect(pool.put(buffer(7, 1)) == [BitmapID(number: 7)])
  }
}
