/// The surface a visitor looks at, upright: its pixels and how large they are.
package struct Panel: Hashable, Sendable {
  package var size: PixelSize
  /// Dots per inch, believable (60-400) or given by hand.
  package var dotsPerInch: Double

  package init(size: PixelSize, dotsPerInch: Double) {
    self.size = size
    self.dotsPerInch = dotsPerInch
  }

  /// Pixels in a density-independent pixel, 1/160 inch.
  package var pixelsPerDP: Double { dotsPerInch / 160 }
  package var pixelsPerMillimetre: Double { dotsPerInch / 25.4 }

  /// The panel's physical size in mm.
  package var millimetres: Size {
    Size(
      width: Double(size.width) / pixelsPerMillimetre, height: Double(size.height) / pixelsPerMillimetre)
  }

  /// Whole pixels for a length in mm, at least one.
  package func pixels(millimetres: Double) -> Int {
    max(1, Int((millimetres * pixelsPerMillimetre).rounded()))
  }

  package func pixels(dp: Double) -> Double {
    dp * pixelsPerDP
  }
}
