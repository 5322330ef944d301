/// How many pixels a page's base bitmap has.
package enum BaseResolution {
  /// The longest side that cairo can draw.
  private static let longestSide = 32_000.0

  /// - Parameters:
  ///   - page: the page's size at zoom 1, px.
  ///   - zoom: half the pixels a side at ½ and below, a quarter at ¼ and below: never fewer than the screen shows.
  ///   - viewport: a base never has more pixels than two of these; tiles supply the detail of taller pages.
  package static func size(page: PixelSize, zoom: Double, viewport: PixelSize) -> PixelSize {
    let divisor = zoom <= 0.25 ? 4.0 : zoom <= 0.5 ? 2.0 : 1.0
    var width = (Double(page.width) / divisor).rounded(.up)
    var height = (Double(page.height) / divisor).rounded(.up)
    let most = 2 * Double(viewport.area)
    if width * height > most {
      let factor = (most / (width * height)).squareRoot()
      width *= factor
      height *= factor
    }
    let longest = max(width, height)
    if longest > longestSide {
      width *= longestSide / longest
      height *= longestSide / longest
    }
    return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
  }
}
