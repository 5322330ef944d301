/// When a page's bitmap has too few pixels for what the screen shows of it.
package enum Sharpness {
  /// A tile is worth its render when the screen shows at least this many times the base's pixels (area).
  package static let worthwhile = 1.15

  /// - Parameters:
  ///   - shown: the whole page's size on the screen, px.
  ///   - base: the base bitmap's size, px.
  package static func wantsTile(shown: PixelSize, base: PixelSize) -> Bool {
    Double(shown.area) >= worthwhile * Double(base.area)
  }
}
