import ViewerCore

/// The thin shadow that a page throws on the surround, to the right and below: bands of one pixel, the nearest
/// 12 % darker than the surround. Drawn in gaps alone, never on another page.
package enum PageShadow {
  /// How far it reaches beyond the page, px.
  package static let reach = 3

  /// How much darker than the surround each band is, percent, from the page outwards.
  static let strengths: InlineArray<3, UInt32> = [12, 8, 4]

  /// The band at a distance from the page's right edge, upright; it turns the corner.
  static func column(of page: PixelRect, at distance: Int) -> PixelRect {
    let lead = strengths.count - distance
    return PixelRect(
      x: page.maxX + distance, y: page.y + lead, width: 1, height: page.height - lead + distance + 1)
  }

  /// The band at a distance from the page's lower edge, upright, up to the column.
  static func row(of page: PixelRect, at distance: Int) -> PixelRect {
    let lead = strengths.count - distance
    return PixelRect(
      x: page.x + lead, y: page.maxY + distance, width: page.width - lead + distance, height: 1)
  }

  /// 0xRRGGBB made darker, as an opaque pixel.
  static func darken(_ color: UInt32, by percent: UInt32) -> UInt32 {
    var pixel: UInt32 = 0xFF00_0000
    for index: UInt32 in 0..<3 {
      let channel = (color >> (index * 8)) & 0xFF
      pixel |= ((channel * (100 - percent) + 50) / 100) << (index * 8)
    }
    return pixel
  }
}
