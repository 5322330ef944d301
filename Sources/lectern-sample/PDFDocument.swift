import CCairo

/// A PDF that cairo writes into memory, page by page.
///
/// Version 1.4 keeps the cross-reference table a plain table, which the form writer reads; the dates are fixed, so
/// that the same fonts and libraries give the same bytes.
struct PDFDocument: ~Copyable {
  private final class Sink {
    var bytes: [UInt8] = []
  }

  static let date = "2026-03-02T09:00:00Z"

  let canvas: Canvas
  private let surface: OpaquePointer
  private let sink: Sink

  init(title: String, author: String, subject: String, keywords: String) throws(SampleError) {
    let sink = Sink()
    let surface = cairo_pdf_surface_create_for_stream(
      { closure, data, count in
        guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
        sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, Unmanaged.passUnretained(sink).toOpaque(), PageFrame.width, PageFrame.height)
    guard let surface else { throw .drawing("no memory") }
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    for (key, value) in [
      (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, author),
      (CAIRO_PDF_METADATA_SUBJECT, subject), (CAIRO_PDF_METADATA_KEYWORDS, keywords),
      (CAIRO_PDF_METADATA_CREATOR, "lectern-sample"), (CAIRO_PDF_METADATA_CREATE_DATE, Self.date),
      (CAIRO_PDF_METADATA_MOD_DATE, Self.date),
    ] {
      cairo_pdf_surface_set_metadata(surface, key, value)
    }
    canvas = try Canvas(on: surface)
    self.surface = surface
    self.sink = sink
  }

  deinit {
    // Writes what is still missing, so the sink must be there: it is a field of this value.
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// - Parameter label: what the page is called: "Cover", "i", "1".
  func beginPage(width: Double = PageFrame.width, height: Double = PageFrame.height, label: String) {
    cairo_pdf_surface_set_size(surface, width, height)
    cairo_pdf_surface_set_page_label(surface, label)
  }

  /// The name of a page's top. Links go by name: cairo 1.16 loses the target of a link to a page number that is
  /// still to come.
  static func destination(_ page: Int) -> String {
    "page-\(page)"
  }

  /// - Parameter page: counted from 1.
  func endPage(_ page: Int) throws(SampleError) {
    // Not at the beginning: a picture over the whole page makes cairo forget what was drawn and tagged before.
    cairo_tag_begin(canvas.context, CAIRO_TAG_DEST, "name='\(Self.destination(page))' x=0 y=0")
    cairo_tag_end(canvas.context, CAIRO_TAG_DEST)
    cairo_show_page(canvas.context)
    try canvas.check()
  }

  /// - Parameters:
  ///   - page: counted from 1.
  ///   - parent: nil at the outermost level.
  /// - Returns: the entry, to be a parent.
  @discardableResult
  func addOutline(_ title: String, page: Int, parent: Int32? = nil) -> Int32 {
    cairo_pdf_surface_add_outline(
      surface, parent ?? Int32(CAIRO_PDF_OUTLINE_ROOT), title, "page=\(page) pos=[0 0]",
      CAIRO_PDF_OUTLINE_FLAG_OPEN)
  }

  /// Ends the file and gives its bytes.
  consuming func finish() throws(SampleError) -> [UInt8] {
    cairo_surface_finish(surface)
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(String(cString: cairo_status_to_string(status)))
    }
    return sink.bytes
  }
}

extension Canvas {
  /// Makes a rectangle lead to the top of a page (counted from 1).
  func link(toPage page: Int, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    link("dest='\(PDFDocument.destination(page))'", x, y, width, height)
  }

  /// Makes a rectangle lead to an address without quotes in it.
  func link(toAddress address: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    link("uri='\(address)'", x, y, width, height)
  }

  private func link(_ target: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    cairo_tag_begin(context, CAIRO_TAG_LINK, "rect=[\(x) \(y) \(width) \(height)] \(target)")
    cairo_tag_end(context, CAIRO_TAG_LINK)
  }
}
