/// Whether a page is likely grey before it is drawn: the same as last time, else as the page drawn last, for scans
/// are grey or coloured from end to end more often than not. The first page of a document is expected grey.
///
/// A wrong guess costs a copy or a look at the pixels, never the pixels themselves.
package struct FormatGuess: Hashable, Sendable {
  /// Pages remembered; beyond it all are forgotten at once.
  static let limit = 4096

  private var pages: [Int32: RenderYield.Format] = [:]
  private var last = RenderYield.Format.grey

  package init() {}

  package func expected(for key: RenderKey) -> RenderYield.Format {
    pages[key.page] ?? last
  }

  /// A crop of a coloured page may well be grey, so it says little about the page: only a coloured one does.
  package mutating func record(_ format: RenderYield.Format, for key: RenderKey) {
    guard key.kind != .tile || format == .colour else { return }
    if pages.count >= Self.limit { pages.removeAll(keepingCapacity: true) }
    pages[key.page] = format
    last = format
  }
}
