/// The bitmaps of one document within a budget of bytes: at most one base, one tile and one thumbnail a page.
///
/// The least recently seen goes first; what the caller protects never goes, so the budget is exceeded only by what is
/// being looked at. Memory of bitmaps that leave goes to the pool, for the next render; what the pool does not take
/// is handed back to the caller, who frees it.
package struct BitmapCache: Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: RenderKey
    package let bitmap: BitmapID
    package let format: RenderYield.Format
    /// Bytes of its memory if it were colour; a buffer that was used before may be larger than the bitmap.
    package let capacity: Int
    /// What it takes up, real bytes.
    package var byteCount: Int { format == .grey ? key.greyByteCount : capacity }
    fileprivate(set) var lastSeen: UInt64
  }

  /// A buffer that a worker has.
  private struct Loan {
    var capacity: Int
    var scratch: Int
    var tilePixels: Int
  }

  /// Memory for a render.
  package struct Acquisition: Hashable, Sendable {
    /// The free buffer that becomes this bitmap's; nil where new memory is to be made.
    package var reused: BitmapID?
    package var capacity: Int
    /// Bitmaps that had to go.
    package var freed: [BitmapID] = []
    /// Whether it is within the budget.
    package var fits = true
  }

  package let budget: Int
  /// Bytes of bitmaps that are here.
  package private(set) var baseBytes = 0
  package private(set) var tileBytes = 0
  package private(set) var thumbnailBytes = 0
  /// Bytes lent to workers for renders under way; they count until the worker has answered or is gone.
  package private(set) var lentBytes = 0
  /// Memory of the workers' own that goes with them.
  package private(set) var scratchBytes = 0
  /// Pixels of tiles that are here or under way.
  package private(set) var tilePixels = 0
  package private(set) var pool = BufferPool()

  private var bases: [Int32: Entry] = [:]
  private var tiles: [Int32: Entry] = [:]
  private var thumbnails: [Int32: Entry] = [:]
  private var lent: [BitmapID: Loan] = [:]
  private var tick: UInt64 = 0

  /// - Parameter budget: bytes for all bitmaps together.
  package init(budget: Int) {
    self.budget = budget
  }

  /// Bytes of bitmaps that are here, free buffers included.
  package var keptBytes: Int { baseBytes + tileBytes + thumbnailBytes + pool.byteCount }
  package var usedBytes: Int { keptBytes + lentBytes + scratchBytes }
  /// Pages whose base is grey.
  package var greyPages: Int { bases.values.count { $0.format == .grey } }

  package func base(_ page: Int) -> Entry? { bases[Int32(page)] }
  package func tile(_ page: Int) -> Entry? { tiles[Int32(page)] }
  package func thumbnail(_ page: Int) -> Entry? { thumbnails[Int32(page)] }

  package func entry(_ page: Int, _ kind: RenderKey.Kind) -> Entry? {
    switch kind {
    case .base: base(page)
    case .tile: tile(page)
    case .thumbnail: thumbnail(page)
    }
  }

  package func holds(_ key: RenderKey) -> Bool {
    entry(Int(key.page), key.kind)?.key == key
  }

  /// Marks what is wanted as seen now, the first as the most worth keeping.
  package mutating func touch(_ plan: some BidirectionalCollection<RenderKey>) {
    for key in plan.reversed() {
      tick += 1
      if key.kind == .thumbnail {
        thumbnails[key.page]?.lastSeen = tick
      } else {
        bases[key.page]?.lastSeen = tick
        tiles[key.page]?.lastSeen = tick
      }
    }
  }

  // MARK: Room

  /// Whether letting go of all that is not protected would make room for `bytes`.
  package func canMakeRoom(for bytes: Int, protecting isProtected: (RenderKey) -> Bool) -> Bool {
    var missing = usedBytes + bytes - budget - pool.byteCount
    if missing <= 0 { return true }
    for entries in [bases, tiles, thumbnails] {
      for entry in entries.values where !isProtected(entry.key) { missing -= entry.byteCount }
    }
    return missing <= 0
  }

  /// Finds memory for a render: a free buffer that fits, else that of a bitmap that has to go all the same, else new.
  ///
  /// Free buffers that do not fit go first, then what is not protected, least recently seen first.
  package mutating func acquire(
    _ bytes: Int, scratch: Int = 0, protecting isProtected: (RenderKey) -> Bool
  ) -> Acquisition {
    // One that is larger than need be is no reason to go beyond the budget.
    let most = canMakeRoom(for: bytes + bytes / 4 + scratch, protecting: isProtected) ? .max : bytes
    let buffer = pool.take(bytes, atMost: most)
    var result = Acquisition(reused: buffer?.bitmap, capacity: buffer?.capacity ?? bytes)
    while usedBytes + result.capacity + scratch > budget {
      if pool.byteCount > 0 {
        result.freed += pool.shrink(
          to: max(0, budget - (usedBytes - pool.byteCount) - result.capacity - scratch))
        continue
      }
      guard let victim = leastRecentlySeen(where: { !isProtected($0) }) else {
        result.fits = false
        return result
      }
      remove(victim.key)
      if result.reused == nil, BufferPool.fits(victim.capacity, bytes), victim.capacity <= most {
        result.reused = victim.bitmap
        result.capacity = victim.capacity
      } else {
        result.freed.append(victim.bitmap)
      }
    }
    return result
  }

  /// Makes room for `bytes` of a bitmap that is there already.
  package mutating func makeRoom(
    for bytes: Int, protecting isProtected: (RenderKey) -> Bool
  ) -> (freed: [BitmapID], fits: Bool) {
    var freed: [BitmapID] = []
    while usedBytes + bytes > budget {
      if pool.byteCount > 0 {
        freed += pool.shrink(to: max(0, budget - (usedBytes - pool.byteCount) - bytes))
        continue
      }
      guard let victim = leastRecentlySeen(where: { !isProtected($0) }) else { return (freed, false) }
      freed.append(victim.bitmap)
      remove(victim.key)
    }
    return (freed, true)
  }

  private func leastRecentlySeen(
    _ kinds: [RenderKey.Kind] = [.thumbnail, .tile, .base], where mayGo: (RenderKey) -> Bool
  ) -> Entry? {
    var oldest: Entry?
    for kind in kinds {
      let entries =
        switch kind {
        case .base: bases
        case .tile: tiles
        case .thumbnail: thumbnails
        }
      // At equal times a tile goes before its base.
      for entry in entries.values where entry.lastSeen < oldest?.lastSeen ?? .max && mayGo(entry.key) {
        oldest = entry
      }
    }
    return oldest
  }

  // MARK: Loans

  /// A buffer goes to a worker.
  /// - Parameter scratch: bytes that the worker takes beside it.
  package mutating func lend(_ bitmap: BitmapID, for key: RenderKey, capacity: Int, scratch: Int = 0) {
    let pixels = key.kind == .tile ? key.clip.area : 0
    lent[bitmap] = Loan(capacity: capacity, scratch: scratch, tilePixels: pixels)
    lentBytes += capacity
    scratchBytes += scratch
    tilePixels += pixels
  }

  /// A worker has given a buffer back, or is gone.
  /// - Returns: the buffer's bytes; nil when it was not lent.
  @discardableResult
  package mutating func takeBack(_ bitmap: BitmapID) -> Int? {
    guard let loan = lent.removeValue(forKey: bitmap) else { return nil }
    lentBytes -= loan.capacity
    scratchBytes -= loan.scratch
    tilePixels -= loan.tilePixels
    return loan.capacity
  }

  /// Puts memory that is not needed now where the next render finds it.
  /// - Returns: what is to be freed instead.
  package mutating func putAway(_ bitmap: BitmapID, capacity: Int, byteCount: Int) -> [BitmapID] {
    pool.put(BufferPool.Buffer(bitmap: bitmap, capacity: capacity, byteCount: byteCount))
  }

  package mutating func setPoolLimit(_ bytes: Int) -> [BitmapID] {
    // What is over the budget, for it is on the screen, leaves no room for spare things.
    pool.setLimit(min(bytes, max(0, budget - (usedBytes - pool.byteCount))))
  }

  // MARK: Bitmaps

  /// Keeps a finished bitmap; the memory of one it replaces is put away.
  /// - Parameter capacity: of its memory; nil for what the key needs.
  /// - Returns: what is to be freed.
  package mutating func insert(
    _ key: RenderKey, _ bitmap: BitmapID, _ format: RenderYield.Format = .colour, capacity: Int? = nil
  ) -> [BitmapID] {
    let replaced = remove(key)
    tick += 1
    let entry = Entry(
      key: key, bitmap: bitmap, format: format, capacity: capacity ?? key.byteCount, lastSeen: tick)
    switch key.kind {
    case .base:
      bases[key.page] = entry
      baseBytes += entry.byteCount
    case .tile:
      tiles[key.page] = entry
      tileBytes += entry.byteCount
      tilePixels += key.clip.area
    case .thumbnail:
      thumbnails[key.page] = entry
      thumbnailBytes += entry.byteCount
    }
    guard let replaced else { return [] }
    return putAway(replaced.bitmap, capacity: replaced.capacity, byteCount: replaced.byteCount)
  }

  /// Lets go of everything that is not lent, free buffers included, but for bases and tiles of pages to which `keep`
  /// says yes.
  package mutating func removeAll(except keep: (Int) -> Bool = { _ in false }) -> [BitmapID] {
    let gone = (Array(bases.values) + Array(tiles.values)).filter { !keep(Int($0.key.page)) }
    return remove(gone) + remove(Array(thumbnails.values)) + pool.setLimit(0)
  }

  /// Puts away the memory of tiles, as a relayout does, but for pages to which `keep` says yes.
  package mutating func removeTiles(except keep: (Int) -> Bool = { _ in false }) -> [BitmapID] {
    var freed: [BitmapID] = []
    let gone = tiles.values.filter { !keep(Int($0.key.page)) }.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in gone {
      remove(entry.key)
      freed += putAway(entry.bitmap, capacity: entry.capacity, byteCount: entry.byteCount)
    }
    return freed
  }

  /// Lets thumbnails go, the least recently seen first, until so many bytes are left.
  /// - Returns: the bitmaps let go of, and whether there are no more bytes now.
  package mutating func limitThumbnails(
    to bytes: Int, protecting isProtected: (RenderKey) -> Bool
  ) -> (freed: [BitmapID], fits: Bool) {
    var freed: [BitmapID] = []
    while thumbnailBytes > bytes {
      guard let victim = leastRecentlySeen([.thumbnail], where: { !isProtected($0) }) else {
        return (freed, false)
      }
      remove(victim.key)
      freed += putAway(victim.bitmap, capacity: victim.capacity, byteCount: victim.byteCount)
    }
    return (freed, true)
  }

  /// Lets tiles go, the least recently seen first, until so many pixels are left.
  package mutating func limitTiles(
    toPixels pixels: Int, protecting isProtected: (RenderKey) -> Bool
  ) -> (freed: [BitmapID], fits: Bool) {
    var freed: [BitmapID] = []
    while tilePixels > pixels {
      guard let victim = leastRecentlySeen([.tile], where: { !isProtected($0) }) else {
        return (freed, false)
      }
      remove(victim.key)
      freed += putAway(victim.bitmap, capacity: victim.capacity, byteCount: victim.byteCount)
    }
    return (freed, true)
  }

  private mutating func remove(_ entries: [Entry]) -> [BitmapID] {
    let sorted = entries.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in sorted { remove(entry.key) }
    return sorted.map(\.bitmap)
  }

  @discardableResult
  private mutating func remove(_ key: RenderKey) -> Entry? {
    switch key.kind {
    case .base:
      guard let entry = bases.removeValue(forKey: key.page) else { return nil }
      baseBytes -= entry.byteCount
      return entry
    case .tile:
      guard let entry = tiles.removeValue(forKey: key.page) else { return nil }
      tileBytes -= entry.byteCount
      tilePixels -= entry.key.clip.area
      return entry
    case .thumbnail:
      guard let entry = thumbnails.removeValue(forKey: key.page) else { return nil }
      thumbnailBytes -= entry.byteCount
      return entry
    }
  }
}
