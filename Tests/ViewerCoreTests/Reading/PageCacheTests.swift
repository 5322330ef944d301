import Testing

@testable import ViewerCore

@Suite struct PageCacheTests {
  @Test("The page that was used longest ago goes first when the bytes do not suffice")
  func order() {
    var cache = PageCache<String>(limit: 30)
    for page in 0..<3 { cache.insert("\(page)", page: page, bytes: 10) }
    cache.touch(0)
    cache.insert("3", page: 3, bytes: 10)
    #expect((0..<4).map { cache[$0] } == ["0", nil, "2", "3"])
    #expect(cache.bytes == 30)
    cache.insert("4", page: 4, bytes: 25)
    #expect((0..<5).map { cache[$0] } == [nil, nil, nil, nil, "4"])
    #expect(cache.bytes == 25)
  }

  @Test("A page that is read anew replaces what was kept of it, and one that is too large is not kept")
  func replacing() {
    var cache = PageCache<String>(limit: 30)
    cache.insert("old", page: 1, bytes: 20)
    cache.insert("new", page: 1, bytes: 12)
    #expect(cache[1] == "new" && cache.bytes == 12 && cache.count == 1)
    cache.insert("huge", page: 1, bytes: 31)
    #expect(cache[1] == nil && cache.bytes == 0 && cache.count == 0)
  }

  @Test("A thousand uses later the order is still the order of use, and the bound holds")
  func manyUses() {
    var chance = Dice(state: 7)
    var cache = PageCache<Int>(limit: 500)
    // The same in a plain list, most lately used last.
    var model: [(page: Int, bytes: Int)] = []
    for step in 0..<2000 {
      let page = Int(chance.next() % 40)
      if chance.next() % 3 == 0 {
        let bytes = 1 + Int(chance.next() % 60)
        cache.insert(step, page: page, bytes: bytes)
        model.removeAll { $0.page == page }
        model.append((page, bytes))
        while model.reduce(0, { $0 + $1.bytes }) > 500 { model.removeFirst() }
      } else {
        cache.touch(page)
        if let index = model.firstIndex(where: { $0.page == page }) { model.append(model.remove(at: index)) }
      }
      #expect(cache.bytes == model.reduce(0) { $0 + $1.bytes })
      #expect((0..<40).filter { cache[$0] != nil } == model.map(\.page).sorted())
    }
  }

  @Test("Words count with their boxes, links with their addresses")
  func bytes() {
    let text = PageText(
      text: "ab", boxes: Array(repeating: .init(left: 0, top: 0, right: 1, bottom: 1), count: 2))
    #expect(text.byteCount == 128 + 2 + 16 + 4 * 4)
    var links = LinkCache()
    links.insert([PageLink(left: 0, top: 0, right: 1, bottom: 1, target: .uri("https://a.example"))], page: 0)
    #expect(links.bytes == 128 + MemoryLayout<PageLink>.stride + 17)
    #expect(TextCache().limit == 8 << 20)
  }
}
