/// The size of every page in points, as far as they are known; the rest are taken to be like the first.
///
/// 8 bytes a page. Asking a local file for all sizes is cheap, but a document may be streamed, and the first page
/// should not wait: estimates stand until the truth comes.
package struct PageSizes: Hashable, Sendable {
  /// US Letter, for a page that says it has no size at all.
  private static let fallback = SIMD2<Float>(612, 792)

  private var sizes: [SIMD2<Float>]
  private var estimate: SIMD2<Float>
  /// Pages below this one are all known: where the next batch begins.
  package private(set) var firstUnknown: Int

  /// - Parameters:
  ///   - count: pages of the document.
  ///   - first: the first page's size, pt.
  package init(count: Int, first: Size) {
    estimate = Self.believable(first)
    sizes = Array(repeating: .zero, count: count)
    firstUnknown = 0
    record([first], from: 0)
  }

  package var count: Int { sizes.count }

  package var allKnown: Bool { firstUnknown >= sizes.count }

  package func isKnown(_ page: Int) -> Bool {
    sizes[page] != .zero
  }

  /// The page's size in points, or the estimate.
  package subscript(page: Int) -> Size {
    let size = sizes[page] == .zero ? estimate : sizes[page]
    return Size(width: Double(size.x), height: Double(size.y))
  }

  /// Takes in sizes of consecutive pages; those beyond the document's end are ignored.
  /// - Returns: whether any of them differs from what the layout has used so far.
  @discardableResult
  package mutating func record(_ found: [Size], from first: Int) -> Bool {
    var differs = false
    for (index, size) in found.enumerated() {
      let page = first + index
      guard sizes.indices.contains(page) else { continue }
      let truth = Self.believable(size)
      let assumed = sizes[page] == .zero ? estimate : sizes[page]
      if assumed != truth { differs = true }
      sizes[page] = truth
    }
    while firstUnknown < sizes.count, sizes[firstUnknown] != .zero { firstUnknown += 1 }
    return differs
  }

  private static func believable(_ size: Size) -> SIMD2<Float> {
    let kept = SIMD2(Float(size.width), Float(size.height))
    guard kept.x > 0, kept.y > 0, kept.x.isFinite, kept.y.isFinite else { return fallback }
    return kept
  }
}
