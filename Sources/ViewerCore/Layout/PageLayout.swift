/// Where every page lies in the content: one column of pages, each fitted to the viewport's width, with gaps between.
///
/// Content pixels are screen pixels at zoom 1. 16 bytes a page; every query is O(log n) or O(1).
package struct PageLayout: Hashable, Sendable {
  /// No page is laid out longer than this many pixels, so that sums of any document's pages stay exact.
  private static let longestPage = 4_000_000.0

  /// Top of each page, content px.
  private var tops: [Int]
  /// Height of each page, content px; every page is as wide as the viewport.
  private var heights: [Int]
  package let viewport: PixelSize
  package let spacing: Int

  /// - Parameters:
  ///   - viewport: px.
  ///   - spacing: px between pages.
  package init(sizes: PageSizes, viewport: PixelSize, spacing: Int) {
    self.viewport = viewport
    self.spacing = spacing
    tops = []
    heights = []
    tops.reserveCapacity(sizes.count)
    heights.reserveCapacity(sizes.count)
    var top = 0
    for page in 0..<sizes.count {
      let size = sizes[page]
      let fitted = min(Double(viewport.width) * size.height / size.width, Self.longestPage)
      let height = max(1, Int(fitted.rounded()))
      tops.append(top)
      heights.append(height)
      top += height + spacing
    }
  }

  package var count: Int { tops.count }

  /// The content's extent at zoom 1, px.
  package var extent: PixelSize {
    guard let top = tops.last, let height = heights.last else { return .zero }
    return PixelSize(width: viewport.width, height: top + height)
  }

  /// The page's rectangle at zoom 1, content px.
  package func frame(of page: Int) -> PixelRect {
    PixelRect(x: 0, y: tops[page], width: viewport.width, height: heights[page])
  }

  /// The page that holds a height in the content, or the next one below a gap; the last one beyond the end.
  package func page(at y: Double) -> Int {
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if Double(tops[middle] + heights[middle]) > y { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The pages that any part of `range` (content px at zoom 1) touches.
  package func pages(in range: ClosedRange<Double>) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = page(at: range.lowerBound)
    guard Double(tops[first]) < range.upperBound, range.lowerBound < Double(extent.height) else {
      return first..<first
    }
    var last = page(at: range.upperBound)
    if Double(tops[last]) >= range.upperBound { last -= 1 }
    return first..<(last + 1)
  }
}
