package import ViewerCore

/// Dots per inch of a panel, from what it says of its size, as far as that can be believed.
package enum PanelDensity {
  package static let fallback = 96.0
  package static let believable = 60.0...400.0

  /// - Parameters:
  ///   - pixels: the mode's size.
  ///   - millimetres: the size from the monitor's data; some store 16 x 9, some 160 x 90, some nothing.
  ///   - configured: set by hand: always wins.
  package static func dotsPerInch(
    pixels: PixelSize, millimetres: PixelSize, configured: Double? = nil
  ) -> Double {
    configured ?? measured(pixels: pixels, millimetres: millimetres) ?? fallback
  }

  /// What the panel's own size comes to; nil when it cannot be believed.
  package static func measured(pixels: PixelSize, millimetres: PixelSize) -> Double? {
    guard !pixels.isEmpty, !millimetres.isEmpty else { return nil }
    let horizontal = Double(pixels.width) * 25.4 / Double(millimetres.width)
    let vertical = Double(pixels.height) * 25.4 / Double(millimetres.height)
    // Pixels are square, so the two differ only when the size belongs to another shape than the mode.
    let mismatch = horizontal / vertical
    guard (1 / 1.15...1.15).contains(mismatch) else { return nil }
    let density = (horizontal + vertical) / 2
    return believable.contains(density) ? density : nil
  }
}
