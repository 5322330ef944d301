import CCairo
import CPoppler
package import ViewerCore
package import Wire

/// An open page: keep it while it is drawn and its text is read, for the second is nearly free after the first.
package struct PDFPage: ~Copyable {
  let reference: GObjectRef
  /// The document outlives the page: poppler's page holds a reference to it.
  let document: OpaquePointer
  let pageCount: Int32
  let turns: PageTurns
  /// Where the document is read from while it is coming.
  let source: StreamedSource?

  /// Points, upright: crop box with the page's rotation applied. Zero when it has no believable size.
  package var size: Size {
    var width = 0.0
    var height = 0.0
    poppler_page_get_size(reference.pointer, &width, &height)
    // Beyond 14400 points the standard's own limit is passed; a page 350 m long is nonsense.
    let believable = 0.01...1_000_000.0
    guard believable.contains(width), believable.contains(height) else { return .zero }
    return Size(width: width, height: height)
  }

  package var label: String {
    EngineMessages.cleaned(takeString(poppler_page_get_label(reference.pointer)))
  }

  /// Draws the page as ordered: paper first, then the page so that it fills `order.resolution` exactly.
  ///
  /// - Parameter memory: at least `order.byteCount` bytes.
  /// - Returns: the engine's complaints; the page was drawn in spite of them.
  /// - Throws: `outOfMemory` also when only the engine's words tell of it; `renderFailed` when cairo stopped,
  ///   or when a page stayed blank whose pictures cannot be decoded.
  package func render(
    _ order: RenderOrder, into memory: UnsafeMutableRawPointer, log: EngineLog
  ) throws(PDFError) -> [String] {
    guard order.isValid else { throw .badBitmap }
    let size = size
    guard size.width > 0, size.height > 0 else { throw .renderFailed("the page has no size") }
    do {
      let canvas = try CairoCanvas(memory: memory, size: order.bitmapSize, stride: order.stride)
      canvas.fill(order.paper)
      canvas.place(page: size, order: order)
      poppler_page_render(reference.pointer, canvas.context)
      let problem = canvas.problem
      let messages = log.take()
      if let line = messages.tellOutOfMemory { throw PDFError.outOfMemory(line) }
      if let problem {
        throw problem.isMemory ? PDFError.outOfMemory(problem.text) : .renderFailed(problem.text)
      }
      if Bitmap(memory: memory, size: order.bitmapSize, stride: order.stride).isUniform {
        let isLoss = losesPictures(in: order, page: size)
        // The engine has gone through the page once more, and complained as often: the next page is not to blame.
        _ = log.take()
        if isLoss { throw PDFError.renderFailed("a picture is too large for the engine") }
      }
      return messages.lines
    }
  }

  /// The words of the page in reading order, and where each character stands.
  package func text() -> PageText { placed(plainText()) }

  /// - Parameter text: as `plainText` has it.
  private func placed(_ text: String) -> PageText {
    var text = text
    var area = selection()
    // The engine takes the area for a selection from its first corner to its second: on a page that runs from right
    // to left, lines between them are left out unless the first is the right one. Which way it takes the page to
    // run is known by the marks that it writes, or by nothing being there.
    if text.isEmpty || EngineText.isMarked(text) {
      var mirrored = selection(fromRight: true)
      let other = takeString(
        poppler_page_get_selected_text(reference.pointer, POPPLER_SELECTION_GLYPH, &mirrored))
      if other.utf8.count > text.utf8.count {
        text = other
        area = mirrored
      }
    }
    guard Self.isToldWhole(text) else { return .empty }
    return EngineText.page(text, boxes(in: &area))
  }

  /// The whole page, from one upper corner to the opposite lower one.
  private func selection(fromRight: Bool = false) -> PopplerRectangle {
    var width = 0.0
    var height = 0.0
    poppler_page_get_size(reference.pointer, &width, &height)
    return PopplerRectangle(x1: fromRight ? width : 0, y1: 0, x2: fromRight ? 0 : width, y2: height)
  }

  /// The words of the page as searches see them. Where they stand is found out only where their order depends on it.
  package func words() -> FoldedText {
    folded(plainText())
  }

  private func folded(_ text: String) -> FoldedText {
    if text.isEmpty || EngineText.isMarked(text) { return FoldedText(placed(text)) }
    return FoldedText(Self.isToldWhole(text) ? text : "")
  }

  /// The words of a page that holds what is looked for; nil for any other page.
  package func text(holding query: FoldedQuery) -> PageText? {
    let text = plainText()
    return folded(text).matches(query).isEmpty ? nil : placed(text)
  }

  /// What the engine says of the whole page, its marks included; a second time it costs next to nothing.
  private func plainText() -> String {
    var area = selection()
    return takeString(poppler_page_get_selected_text(reference.pointer, POPPLER_SELECTION_GLYPH, &area))
  }

  private func boxes(in area: inout PopplerRectangle) -> [PageText.Box] {
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    let found = poppler_page_get_text_layout_for_area(reference.pointer, &area, &rectangles, &count)
    defer { g_free(rectangles) }
    guard found != 0, let rectangles else { return [] }
    return UnsafeBufferPointer(start: rectangles, count: Int(count)).map { rectangle in
      PageText.Box(
        left: Float(rectangle.x1), top: Float(rectangle.y1), right: Float(rectangle.x2),
        bottom: Float(rectangle.y2))
    }
  }

  /// Whether a page's words fit an answer, in bytes and in characters, each of which has a box. More than that is
  /// nothing that anybody reads, and the viewer would take the answer for a lie.
  static func isToldWhole(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= WorkerLimits.textBytes
      && text.unicodeScalars.count <= WorkerLimits.characters
  }

  package func links() -> [PageLink] {
    let destinations = DestinationReader(
      document: document, pageCount: pageCount, turns: turns, source: source)
    return LinkReader(page: reference.pointer, destinations: destinations, size: size).links()
  }

  /// How many form fields the page shows.
  package func fieldCount() -> Int {
    let list = poppler_page_get_form_field_mapping(reference.pointer)
    defer { poppler_page_free_form_field_mapping(list) }
    return Int(g_list_length(list))
  }

  /// Whether pictures lie within the order's clip and none of them can be decoded: the engine leaves such a
  /// picture out without a word. Asked of blank bitmaps alone, for decoding costs as much as drawing.
  private func losesPictures(in order: RenderOrder, page: Size) -> Bool {
    let list = poppler_page_get_image_mapping(reference.pointer)
    defer { poppler_page_free_image_mapping(list) }
    let scaleX = Double(order.resolution.width) / page.width
    let scaleY = Double(order.resolution.height) / page.height
    var lost = 0
    var tried = 0
    forEach(list) { data in
      let mapping = data.assumingMemoryBound(to: PopplerImageMapping.self).pointee
      let left = min(mapping.area.x1, mapping.area.x2) * scaleX
      let right = max(mapping.area.x1, mapping.area.x2) * scaleX
      let top = min(mapping.area.y1, mapping.area.y2) * scaleY
      let bottom = max(mapping.area.y1, mapping.area.y2) * scaleY
      guard right > Double(order.clip.x), left < Double(order.clip.maxX), bottom > Double(order.clip.y),
        top < Double(order.clip.maxY), tried < 4
      else { return }
      tried += 1
      if let image = poppler_page_get_image(reference.pointer, mapping.image_id) {
        if cairo_surface_status(image) != CAIRO_STATUS_SUCCESS { lost += 1 }
        cairo_surface_destroy(image)
      } else {
        lost += 1
      }
    }
    return lost > 0 && lost == tried
  }
}
