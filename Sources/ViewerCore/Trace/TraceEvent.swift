/// One line of the trace, before it is put into words: what the reader did and what the viewer made of it.
package enum TraceEvent: Hashable, Sendable {
  case load(pages: Int, size: Size, encrypted: Bool, linearised: Bool = false, kind: DocumentKind = .pdf)
  /// So much of a document that is opening has come, in 1/256.
  case progress(UInt8)
  /// The server cannot be asked: the last copy is shown.
  case earlierCopy
  /// A document has changed, and what it is now cannot be shown: what was shown stays, or the next one comes.
  case contentRefused(Failure)
  case frame(FrameRecord)
  /// The current page, counted from 1.
  case page(Int)
  /// The view has not changed for 100 ms. `point` is the page point at the panel's top left, pt.
  case viewport(page: Int, point: Point, zoom: Double, visible: [Int], atEnd: Bool)
  case gesture(GestureSummary)
  case tap(at: Point, page: Int?, point: Point)
  /// What is selected, once it has not changed for 100 ms and no finger holds it; empty when nothing is any more. Of
  /// a long one the beginning: 4,000 bytes, 8 pages.
  case selection(text: String, quads: [Quad])
  /// How many matches there are so far, which one the reader is at (counted from 1), and whether all pages have been
  /// looked at.
  case search(found: Int, current: Int?, isOver: Bool)
  /// A link was tapped on a page, counted from 1; whether it was followed, or may be by the integrator.
  case link(page: Int, target: PageLink.Target, taken: Bool)
  /// Something was put into a field; nil for what is not to be seen, of which the length alone is told.
  case form(field: String, value: String?, characters: Int)
  /// All fields are again as the document has them.
  case formCleared
  /// The words of a page, counted from 1, have been told to clients of the text channel: so many characters. The words
  /// themselves are nobody's business here.
  case text(page: Int, characters: Int)
  case error(code: ErrorCode, page: Int?)
  /// Wanted keys in order, when they change.
  case plan([RenderKey])
  case render(RenderKey, result: RenderResult)
  case cancelled(RenderKey)
  case trim(reason: TrimReason, before: Int, after: Int)
  /// What has opened over the page: `contents`, `pages`, `languages`, `search`, `go-to-page`,
  /// `field`, `options`, `password`; `reading` when it closed.
  case screen(String)
  case visit(Visit.Outcome)
  /// The panel lights up or goes dark; why it does, or why it was dark.
  case panel(isLit: Bool, PanelPower.Reason)
  /// A show for nobody has begun or ended.
  case attract(Bool)
  /// The visitor has chosen another language.
  case language(Look.Language)
  case quit

  /// A stretch of a line on a page, counted from 1, pt.
  package struct Quad: Hashable, Sendable {
    package var page: Int
    package var box: PageText.Box

    package init(page: Int, box: PageText.Box) {
      self.page = page
      self.box = box
    }
  }

  package enum RenderResult: Hashable, Sendable {
    case ok
    /// The document or the layout has moved on.
    case stale
    case failed(ErrorCode)
  }

  package enum TrimReason: String, Hashable, Sendable {
    case hidden, detached, pressure
  }
}

/// One composed picture.
package struct FrameRecord: Hashable, Sendable {
  package struct Page: Hashable, Sendable {
    /// Counted from 1.
    package var page: Int
    package var frame: PixelRect
    package var quality: ScenePage.Quality

    package init(page: Int, frame: PixelRect, quality: ScenePage.Quality) {
      self.page = page
      self.frame = frame
      self.quality = quality
    }
  }

  package var number: Int
  /// Counted from 1.
  package var page: Int
  package var zoom: Double
  package var offset: Point
  package var visible: [Page]
  package var damage: PixelRect
  /// CRC-32 over the composed picture.
  package var crc: UInt32

  package init(
    number: Int, page: Int, zoom: Double, offset: Point, visible: [Page], damage: PixelRect, crc: UInt32
  ) {
    self.number = number
    self.page = page
    self.zoom = zoom
    self.offset = offset
    self.visible = visible
    self.damage = damage
    self.crc = crc
  }
}
