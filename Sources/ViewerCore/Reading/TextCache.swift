/// The words of pages that were read lately: pages that are opened again are served without a worker.
package typealias TextCache = PageCache<PageText>

extension PageCache<PageText> {
  /// Bytes for all words of a viewer.
  package static var standardLimit: Int { 8 << 20 }

  package init() {
    self.init(limit: Self.standardLimit)
  }

  package mutating func insert(_ text: PageText, page: Int) {
    insert(text, page: page, bytes: text.byteCount)
  }
}

extension PageText {
  /// What the value takes in memory: its text, its boxes, and the books kept of it.
  package var byteCount: Int {
    128 + text.utf8.count + runs.count * MemoryLayout<Run>.stride + edges.count * MemoryLayout<Float>.stride
  }
}
