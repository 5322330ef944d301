/// The links of pages that were drawn lately.
package typealias LinkCache = PageCache<[PageLink]>

extension PageCache<[PageLink]> {
  /// Bytes for all links of a viewer: some 40,000 of a usual length.
  package static var standardLimit: Int { 4 << 20 }

  package init() {
    self.init(limit: Self.standardLimit)
  }

  package mutating func insert(_ links: [PageLink], page: Int) {
    let bytes = links.reduce(128) { $0 + MemoryLayout<PageLink>.stride + $1.target.byteCount }
    insert(links, page: page, bytes: bytes)
  }
}

extension PageLink.Target {
  /// What it takes beside the value itself.
  var byteCount: Int {
    switch self {
    case .page: 0
    case .uri(let text), .named(let text), .other(let text): text.utf8.count
    }
  }
}
