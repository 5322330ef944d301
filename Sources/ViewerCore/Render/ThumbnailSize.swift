/// How many pixels a page's thumbnail has.
package enum ThumbnailSize {
  /// The longest side on a large panel, px.
  package static let longestSide = 480

  /// - Parameters:
  ///   - page: its size at any scale; the shape counts.
  ///   - viewport: small panels have small thumbnails, 0.45 of their shorter side.
  package static func of(page: PixelSize, viewport: PixelSize) -> PixelSize {
    let shorter = Double(min(viewport.width, viewport.height))
    let longest = min(Double(longestSide), max(32, (0.45 * shorter).rounded()))
    let factor = longest / Double(max(page.width, page.height, 1))
    return PixelSize(
      width: max(1, Int((Double(page.width) * factor).rounded())),
      height: max(1, Int((Double(page.height) * factor).rounded())))
  }
}
