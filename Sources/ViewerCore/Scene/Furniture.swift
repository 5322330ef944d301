/// One thing that the viewer draws itself: painted once by `Interface` for its content and size, then blended.
package struct Furniture: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The dark pill with "12 of 48".
    case pageLabel(page: Int, count: Int)
    /// The light grey page number on a page whose pixels are not there yet.
    case placeholder(number: Int)
    /// The sentence on a page that could not be drawn.
    case pageFailure(number: Int, code: ErrorCode)
    /// A message that stands alone on the screen: no document, a document that does not open.
    case notice(code: ErrorCode, subject: String)
    /// The thumb of a scroll indicator.
    case scrollThumb
  }

  package var content: Content
  /// Where it lies and how large it is painted, px of the upright panel.
  package var frame: PixelRect
  /// 0 (gone) to 255 (solid).
  package var opacity: UInt8

  package init(content: Content, frame: PixelRect, opacity: UInt8) {
    self.content = content
    self.frame = frame
    self.opacity = opacity
  }
}
