/// Pixel memory of one document that nobody uses just now, kept for the next render: memory from the kernel is
/// cleared page by page, which costs about as much as composing a frame from it.
///
/// A value of names and sizes; the memory itself is its owner's (`Effect.reuse`). What may be in here:
///
/// - Only buffers of the document that is open: a worker that kept a mapping sees nothing of another document.
/// - Only buffers whose worker has answered (it unmaps before it answers) or is gone.
/// - Buffers that the picture on the glass was made from, for the picture does not need them: pages are copied into
///   the shadow while a frame is composed, the shadow into display memory, and display memory alone is scanned out.
///   Each frame is composed from the bitmaps that the cache names then, so what has left it is never read again.
package struct BufferPool: Hashable, Sendable {
  package struct Buffer: Hashable, Sendable {
    package var bitmap: BitmapID
    /// Bytes that can be drawn into.
    package var capacity: Int
    /// Bytes that it takes up: grey pixels leave most of it untouched.
    package var byteCount: Int

    package init(bitmap: BitmapID, capacity: Int, byteCount: Int) {
      self.bitmap = bitmap
      self.capacity = capacity
      self.byteCount = byteCount
    }
  }

  /// The longest put away first.
  package private(set) var buffers: [Buffer] = []
  package private(set) var byteCount = 0
  /// Bytes that may be kept.
  package private(set) var limit = 0

  package init() {}

  /// Takes out the buffer that fits best: as large as wanted or up to a quarter larger, the last put away first.
  /// - Parameter most: no larger than this.
  package mutating func take(_ wanted: Int, atMost most: Int = .max) -> Buffer? {
    var best: Int?
    for (index, buffer) in buffers.enumerated() where Self.fits(buffer.capacity, wanted) {
      if buffer.capacity > most { continue }
      if buffer.capacity <= best.map({ buffers[$0].capacity }) ?? .max { best = index }
    }
    guard let best else { return nil }
    byteCount -= buffers[best].byteCount
    return buffers.remove(at: best)
  }

  package static func fits(_ capacity: Int, _ wanted: Int) -> Bool {
    capacity >= wanted && capacity <= wanted + wanted / 4
  }

  /// Puts a buffer away.
  /// - Returns: the buffers that go for it, or itself when there is no room for it at all.
  package mutating func put(_ buffer: Buffer) -> [BitmapID] {
    guard buffer.byteCount <= limit else { return [buffer.bitmap] }
    buffers.append(buffer)
    byteCount += buffer.byteCount
    return shrink(to: limit)
  }

  /// - Returns: the buffers that go.
  package mutating func setLimit(_ bytes: Int) -> [BitmapID] {
    limit = max(0, bytes)
    return shrink(to: limit)
  }

  /// Lets buffers go, the longest put away first, until at most so many bytes are left.
  package mutating func shrink(to bytes: Int) -> [BitmapID] {
    var gone = 0
    while byteCount > bytes, gone < buffers.count {
      byteCount -= buffers[gone].byteCount
      gone += 1
    }
    defer { buffers.removeFirst(gone) }
    return buffers.prefix(gone).map(\.bitmap)
  }
}

extension BufferPool {
  /// What the size of a pool follows from.
  package struct Needs: Hashable, Sendable {
    package var viewport: PixelSize
    /// The largest base of the plan, bytes in colour.
    package var largestBase: Int
    /// Whether a page that is seen whole has a base with fewer pixels than the screen, so that turning pages draws
    /// tiles.
    package var tilesAtZoomOne: Bool
    /// Whether the next page is expected to be grey.
    package var isGrey: Bool
    package var budget: Int

    package init(
      viewport: PixelSize, largestBase: Int, tilesAtZoomOne: Bool = false, isGrey: Bool = false, budget: Int
    ) {
      self.viewport = viewport
      self.largestBase = largestBase
      self.tilesAtZoomOne = tilesAtZoomOne
      self.isGrey = isGrey
      self.budget = budget
    }
  }

  private static let least = 8 << 20

  /// Enough for what is drawn next: 8 MB, a viewport or the largest base, whichever is most; a viewport more where
  /// tiles are drawn at zoom 1. A quarter of it for grey pages, and as much again as one needs while it is drawn in
  /// colour. On small boards at most a quarter of the budget.
  package static func limit(for needs: Needs) -> Int {
    let viewport = 4 * needs.viewport.area
    var bytes = max(least, viewport, needs.largestBase)
    if needs.tilesAtZoomOne { bytes += viewport }
    if needs.isGrey { bytes = bytes / 4 + MemoryBudget.scratch(for: needs.largestBase) }
    return MemoryBudget.isSmall(needs.budget) ? min(bytes, needs.budget / 4) : bytes
  }
}
