/// One thing that the viewer draws itself: painted once by `Interface` for its content and size, then blended.
package struct Furniture: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The dark pill with "12 of 48": what the document calls the page, and how many there are.
    case pageLabel(page: String, count: Int)
    /// The light grey page number on a page whose pixels are not there yet.
    case placeholder(number: Int)
    /// The sentence on a page that could not be drawn.
    case pageFailure(number: Int, code: ErrorCode)
    /// A message that stands alone on the screen: no document, a document that does not open.
    case notice(code: ErrorCode, subject: String)
    /// The thumb of a scroll indicator.
    case scrollThumb
    // Controls.
    case surface(Surface)
    case button(ButtonFace)
    case text(TextFace)
    case field(FieldFace)
    case key(KeyFace)
    case row(RowFace)
    case pageTile(PageTileFace)
    /// A bitmap of a page, stretched over the frame.
    case picture(BitmapID)
    /// The round grip at the start or the end of a selection.
    case selectionHandle(isStart: Bool)
    /// Round what has the focus.
    case focusRing
    /// How much of something has come, in 1/256.
    case progress(UInt8)
    /// The modules of a QR code row by row, without the quiet zone.
    case qrCode(side: Int, modules: [Bool])
  }

  package var content: Content
  /// Where it lies and how large it is painted, px of the upright panel.
  package var frame: PixelRect
  /// 0 (gone) to 255 (solid).
  package var opacity: UInt8
  /// What of it may show: the body of a list that is scrolled; nil for all.
  package var clip: PixelRect?

  package init(content: Content, frame: PixelRect, opacity: UInt8, clip: PixelRect? = nil) {
    self.content = content
    self.frame = frame
    self.opacity = opacity
    self.clip = clip
  }

  /// What of its frame shows.
  package var shownFrame: PixelRect { clip.map(frame.intersection) ?? frame }
}
