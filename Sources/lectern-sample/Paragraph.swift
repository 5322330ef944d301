import CCairo
import CPango

/// One paragraph, broken into lines by pango and set on the guide's own baselines.
struct Paragraph: ~Copyable {
  private let layout: OpaquePointer
  private let style: TypeStyle

  /// - Parameters:
  ///   - markup: pango markup: `<i>`, `<b>`; `&` and `<` are written as entities.
  ///   - width: of the lines in pt; nil for one line of its own width.
  init(_ markup: String, _ style: TypeStyle, width: Double?, on canvas: borrowing Canvas) throws(SampleError)
  {
    guard let layout = pango_cairo_create_layout(canvas.context) else { throw .drawing("no memory") }
    self.layout = layout
    self.style = style
    // Glyphs stand where their outlines say, at any zoom.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let pango = pango_layout_get_context(layout)
    pango_cairo_context_set_font_options(pango, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(pango, 0)

    let font = pango_font_description_from_string(style.family)
    pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, PangoWeight(rawValue: style.weight))
    pango_font_description_set_style(font, style.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)

    var attributes = ""
    if style.tracking != 0 {
      attributes += " letter_spacing=\"\(Int((style.tracking * Double(PANGO_SCALE)).rounded()))\""
    }
    if !style.features.isEmpty { attributes += " font_features=\"\(style.features)\"" }
    let text = attributes.isEmpty ? markup : "<span\(attributes)>\(markup)</span>"
    pango_layout_set_markup(layout, text, Int32(text.utf8.count))
    pango_layout_set_width(layout, width.map { Int32($0 * Double(PANGO_SCALE)) } ?? -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
    let alignment =
      switch style.alignment {
      case .left: PANGO_ALIGN_LEFT
      case .centre: PANGO_ALIGN_CENTER
      case .right: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  /// The width of the longest line, pt.
  var naturalWidth: Double {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Double(logical.width) / Double(PANGO_SCALE)
  }

  /// - Parameters:
  ///   - x: of the lines' left edge, or of the anchor where the paragraph has no width.
  ///   - baseline: of the first line.
  func draw(x: Double, baseline: Double, width: Double?, on canvas: borrowing Canvas) {
    canvas.color(style.color)
    let room = width ?? 0
    for index in 0..<Int32(lineCount) {
      guard let line = pango_layout_get_line_readonly(layout, index) else { continue }
      var logical = PangoRectangle()
      pango_layout_line_get_extents(line, nil, &logical)
      // Tracking stands behind the last letter too; it must not push a line off its edge.
      let free = room - Double(logical.width) / Double(PANGO_SCALE) + style.tracking
      let shift =
        switch style.alignment {
        case .left: 0.0
        case .centre: free / 2
        case .right: free
        }
      cairo_move_to(canvas.context, x + shift, baseline + Double(index) * style.leading)
      pango_cairo_show_layout_line(canvas.context, line)
    }
  }
}

extension Canvas {
  /// Sets a text and gives the baseline that the next line would have.
  ///
  /// Without a width, `x` is where the alignment says: the left end, the middle or the right end.
  @discardableResult
  func text(_ markup: String, _ style: TypeStyle, x: Double, baseline: Double, width: Double? = nil)
    throws(SampleError) -> Double
  {
    let paragraph = try Paragraph(markup, style, width: width, on: self)
    paragraph.draw(x: x, baseline: baseline, width: width, on: self)
    return baseline + Double(paragraph.lineCount) * style.leading
  }

  func width(of markup: String, _ style: TypeStyle) throws(SampleError) -> Double {
    try Paragraph(markup, style, width: nil, on: self).naturalWidth
  }
}
