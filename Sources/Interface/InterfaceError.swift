package import ViewerCore

/// Why a piece of the viewer's own furniture could not be painted.
package enum InterfaceError: Error, Hashable, Sendable {
  /// The frame has no pixels, or a side exceeds `FurnitureBitmap.longestSide`.
  case unusableSize(PixelSize)
  /// cairo refused; the text is its own.
  case drawing(String)
}
