/// The bitmaps of one document within a budget of bytes: at most one base and one tile a page.
///
/// The least recently seen page goes first; pages on the screen never go, so the budget is exceeded only by what
/// is being looked at. Bitmaps that leave are handed back to the caller, who frees their memory.
package struct BitmapCache: Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: RenderKey
    package let bitmap: BitmapID
    fileprivate(set) var lastSeen: UInt64
  }

  package let budget: Int
  /// Bytes of bitmaps that are here.
  package private(set) var baseBytes = 0
  package private(set) var tileBytes = 0
  /// Bytes lent to workers for renders under way; they count until the worker has answered or is gone.
  package private(set) var lentBytes = 0

  private var bases: [Int32: Entry] = [:]
  private var tiles: [Int32: Entry] = [:]
  private var lent: [BitmapID: Int] = [:]
  private var tick: UInt64 = 0

  /// - Parameter budget: bytes for all bitmaps together.
  package init(budget: Int) {
    self.budget = budget
  }

  package var usedBytes: Int { baseBytes + tileBytes + lentBytes }

  package func base(_ page: Int) -> Entry? { bases[Int32(page)] }
  package func tile(_ page: Int) -> Entry? { tiles[Int32(page)] }

  package func holds(_ key: RenderKey) -> Bool {
    (key.kind == .base ? bases : tiles)[key.page]?.key == key
  }

  /// Marks pages as seen now, the ones named first as the most worth keeping.
  package mutating func touch(_ pages: [Int]) {
    for page in pages.reversed() {
      tick += 1
      bases[Int32(page)]?.lastSeen = tick
      tiles[Int32(page)]?.lastSeen = tick
    }
  }

  /// Whether letting go of all pages not in `protected` would make room for `bytes`.
  package func canMakeRoom(for bytes: Int, protecting protected: (Int) -> Bool) -> Bool {
    var missing = usedBytes + bytes - budget
    if missing <= 0 { return true }
    for entries in [bases, tiles] {
      for entry in entries.values where !protected(Int(entry.key.page)) { missing -= entry.key.byteCount }
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
  package mutating func insert(_ key: RenderKey, _ bitmap: BitmapID) -> BitmapID? {
    let replaced = remove(kind: key.kind, page: key.page)
    tick += 1
    let entry = Entry(key: key, bitmap: bitmap, lastSeen: tick)
    if key.kind == .base {
      bases[key.page] = entry
      baseBytes += key.byteCount
    } else {
      tiles[key.page] = entry
      tileBytes += key.byteCount
    }
    return replaced
  }

  /// Lets go of everything that is not lent, but for pages to which `keep` says yes.
  package mutating func removeAll(except keep: (Int) -> Bool = { _ in false }) -> [BitmapID] {
    let gone = bases.values.filter { !keep(Int($0.key.page)) }.sorted { $0.bitmap.number < $1.bitmap.number }
    for entry in gone { remove(entry.key) }
    return gone.map(\.bitmap) + removeTiles(except: keep)
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
      baseBytes -= entry.key.byteCount
      return entry.bitmap
    case .tile:
      guard let entry = tiles.removeValue(forKey: page) else { return nil }
      tileBytes -= entry.key.byteCount
      return entry.bitmap
    }
  }
}
