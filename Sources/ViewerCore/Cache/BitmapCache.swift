/// The bitmaps of one document within a budget of bytes: at most one base, one tile and one thumbnail a page.
///
/// The least recently seen page goes first; pages on the screen never go, so the budget is exceeded only by what
/// is being looked at. Bitmaps that leave are handed back to the caller, who frees their memory.
package struct BitmapCache: Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: RenderKey
    package let bitmap: BitmapID
    package let format: RenderYield.Format
    /// What it takes up, real bytes.
    package var byteCount: Int { key.byteCount(format) }
    fileprivate(set) var lastSeen: UInt64
  }

  package let budget: Int
  /// Bytes of bitmaps that are here.
  package private(set) var baseBytes = 0
  package private(set) var tileBytes = 0
  package private(set) var thumbnailBytes = 0
  /// Bytes lent to workers for renders under way; they count until the worker has answered or is gone.
  package private(set) var lentBytes = 0

  private var bases: [Int32: Entry] = [:]
  private var tiles: [Int32: Entry] = [:]
  private var thumbnails: [Int32: Entry] = [:]
  private var lent: [BitmapID: Int] = [:]
  private var tick: UInt64 = 0

  /// - Parameter budget: bytes for all bitmaps together.
  package init(budget: Int) {
    self.budget = budget
  }

  /// Bytes of bitmaps that are here, real ones: a grey pixel is one.
  package var keptBytes: Int { baseBytes + tileBytes + thumbnailBytes }
  package var usedBytes: Int { keptBytes + lentBytes }
  /// Pages whose base is grey.
  package var greyPages: Int { bases.values.count { $0.format == .grey } }

  package func base(_ page: Int) -> Entry? { bases[Int32(page)] }
  package func tile(_ page: Int) -> Entry? { tiles[Int32(page)] }

  package func thumbnail(_ page: Int) -> Entry? { thumbnails[Int32(page)] }

  package func entry(_ page: Int, _ kind: RenderKey.Kind) -> Entry? {
    switch kind {
    case .base: bases[Int32(page)]
    case .tile: tiles[Int32(page)]
    case .thumbnail: thumbnails[Int32(page)]
    }
  }

  package func holds(_ key: RenderKey) -> Bool {
    entry(Int(key.page), key.kind)?.key == key
  }

  /// Marks pages as seen now, the ones named first as the most worth keeping.
  package mutating func touch(_ pages: [Int]) {
    for page in pages.reversed() {
      tick += 1
      bases[Int32(page)]?.lastSeen = tick
      tiles[Int32(page)]?.lastSeen = tick
      thumbnails[Int32(page)]?.lastSeen = tick
    }
  }

  /// Whether letting go of all pages not in `protected` would make room for `bytes`.
  package func canMakeRoom(for bytes: Int, protecting protected: (Int) -> Bool) -> Bool {
    var missing = usedBytes + bytes - budget
    if missing <= 0 { return true }
    for entries in [bases, tiles, thumbnails] {
      for entry in entries.values where !protected(Int(entry.key.page)) { missing -= entry.byteCount }
    }
    return missing <= 0
  }

  /// Makes room for `bytes` by letting go of pages not in `protected`, least recently seen first.
  /// - Returns: the bitmaps let go of, and whether the bytes now fit the budget.
  package mutating func makeRoom(
    for bytes: Int, protecting protected: (Int) -> Bool
  ) -> (freed: [BitmapID], fits: Bool) {
    var freed: [BitmapID] = []
    while usedBytes + bytes > budget {
      var oldest: Entry?
      for entry in bases.values where !protected(Int(entry.key.page)) {
        if entry.lastSeen < oldest?.lastSeen ?? .max { oldest = entry }
      }
      for entry in tiles.values where !protected(Int(entry.key.page)) {
        if entry.lastSeen <= oldest?.lastSeen ?? .max { oldest = entry }
      }
      for entry in thumbnails.values where !protected(Int(entry.key.page)) {
        if entry.lastSeen <= oldest?.lastSeen ?? .max { oldest = entry }
      }
      guard let victim = oldest else { return (freed, false) }
      freed.append(victim.bitmap)
      remove(victim.key)
    }
    return (freed, true)
  }

  /// A buffer goes to a worker.
  package mutating func lend(_ bitmap: BitmapID, bytes: Int) {
    lent[bitmap] = bytes
    lentBytes += bytes
  }

  /// A worker has given a buffer back, or is gone.
  package mutating func takeBack(_ bitmap: BitmapID) {
    lentBytes -= lent.removeValue(forKey: bitmap) ?? 0
  }

  /// Keeps a finished bitmap; one it replaces is handed back.
  package mutating func insert(
    _ key: RenderKey, _ bitmap: BitmapID, _ format: RenderYield.Format = .colour
  ) -> BitmapID? {
    let replaced = remove(kind: key.kind, page: key.page)
    tick += 1
    let entry = Entry(key: key, bitmap: bitmap, format: format, lastSeen: tick)
    switch key.kind {
    case .base:
      bases[key.page] = entry
      baseBytes += entry.byteCount
    case .tile:
      tiles[key.page] = entry
      tileBytes += entry.byteCount
    case .thumbnail:
      thumbnails[key.page] = entry
      thumbnailBytes += entry.byteCount
    }
    return replaced
  }

  /// Lets go of everything that is not lent, but for pages to which `keep` says yes.
  package mutating func removeAll(except keep: (Int) -> Bool = { _ in false }) -> [BitmapID] {
    let gone = bases.values.filter { !keep(Int($0.key.page)) }.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in gone { remove(entry.key) }
    return gone.map(\.bitmap) + removeTiles(except: keep) + removeThumbnails()
  }

  package mutating func removeThumbnails() -> [BitmapID] {
    let gone = thumbnails.values.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in gone { remove(entry.key) }
    return gone.map(\.bitmap)
  }

  /// Lets go of tiles, as a relayout does, but for pages to which `keep` says yes.
  package mutating func removeTiles(except keep: (Int) -> Bool = { _ in false }) -> [BitmapID] {
    let gone = tiles.values.filter { !keep(Int($0.key.page)) }.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in gone { remove(entry.key) }
    return gone.map(\.bitmap)
  }

  private mutating func remove(_ key: RenderKey) {
    _ = remove(kind: key.kind, page: key.page)
  }

  private mutating func remove(kind: RenderKey.Kind, page: Int32) -> BitmapID? {
    switch kind {
    case .base:
      guard let entry = bases.removeValue(forKey: page) else { return nil }
      baseBytes -= entry.byteCount
      return entry.bitmap
    case .tile:
      guard let entry = tiles.removeValue(forKey: page) else { return nil }
      tileBytes -= entry.byteCount
      return entry.bitmap
    case .thumbnail:
      guard let entry = thumbnails.removeValue(forKey: page) else { return nil }
      thumbnailBytes -= entry.byteCount
      return entry.bitmap
    }
  }
}
