/// What was read of single pages, within a bound of real bytes: the page that was asked for longest ago goes first.
package struct PageCache<Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var bytes: Int
    /// The moment of its last use; earlier places in the queue are void.
    var used: UInt64
  }

  package let limit: Int
  /// Bytes of everything that is kept.
  package private(set) var bytes = 0

  private var entries: [Int: Entry] = [:]
  private var tick: UInt64 = 0
  /// Pages in the order of their uses, oldest first; an entry counts only where its moment is still the page's.
  private var queue: [(page: Int, used: UInt64)] = []
  private var head = 0

  /// - Parameter limit: bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  package var count: Int { entries.count }

  /// What is kept of a page, counted from 0; the order of use is not touched.
  package subscript(page: Int) -> Value? { entries[page]?.value }

  /// Keeps what was read. What is larger than the bound by itself is not kept.
  /// - Parameter bytes: what the value takes, all its storage counted.
  package mutating func insert(_ value: Value, page: Int, bytes: Int) {
    remove(page)
    guard bytes <= limit else { return }
    self.bytes += bytes
    entries[page] = Entry(value: value, bytes: bytes, used: 0)
    touch(page)
    while self.bytes > limit, let oldest = popOldest() { remove(oldest) }
  }

  /// A page is used now: it goes last.
  package mutating func touch(_ page: Int) {
    guard entries[page] != nil else { return }
    tick += 1
    entries[page]?.used = tick
    queue.append((page, tick))
    // Void places are swept out once they outnumber the pages.
    guard queue.count - head > 2 * entries.count + 64 else { return }
    queue = queue[head...].filter { entries[$0.page]?.used == $0.used }
    head = 0
  }

  package mutating func remove(_ page: Int) {
    guard let entry = entries.removeValue(forKey: page) else { return }
    bytes -= entry.bytes
  }

  package mutating func removeAll() {
    self = PageCache(limit: limit)
  }

  private mutating func popOldest() -> Int? {
    while head < queue.count {
      let place = queue[head]
      head += 1
      if entries[place.page]?.used == place.used { return place.page }
    }
    return nil
  }
}
