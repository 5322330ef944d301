/// Width and height; the unit is said where one is used (px, mm, pt).
package struct Size: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package static let zero = Size(width: 0, height: 0)
}

/// Width and height in whole pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package static let zero = PixelSize(width: 0, height: 0)

  /// The number of pixels.
  package var area: Int {
    width * height
  }

  package var isEmpty: Bool {
    width <= 0 || height <= 0
  }
}
