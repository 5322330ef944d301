import CCairo
import CPango
import ViewerCore

/// One paragraph of text, measured and drawn by pango in the interface's own type.
///
/// Outlines are not fitted to pixels and metrics are not rounded, so that a text keeps its shape at every size and
/// whatever the machine's font settings are.
struct TextLayout: ~Copyable {
  /// A part of the text with its weight and colour.
  struct Run: Hashable {
    var text: String
    /// 400 regular, 500 medium, 600 semibold.
    var weight: UInt32
    var color: UInt32
  }

  enum Wrapping: Hashable {
    /// Lines break between words, in need within one.
    case words
    /// One line; what does not fit is left out in the middle.
    case oneLine
    /// At most so many lines; what does not fit is left out at the end.
    case lines(Int)
    /// One line as long as its text.
    case endless

    /// Whether line breaks in the text count for nothing.
    var isPlain: Bool { self != .words }
  }

  /// Of lines in the width; leading is right in a text that is written from right to left.
  enum Alignment {
    case leading, centre, trailing
  }

  /// Nobody reads more of a line that is cut; a title of a megabyte would take seconds.
  private static let longest = 600

  /// Capital height of Inter in its font size.
  static let capitalShare = 0.727
  /// Inter, and Noto Sans or whatever the system has for scripts that Inter lacks.
  static let families = "Inter, Noto Sans, sans-serif"

  private let layout: OpaquePointer
  private let runs: [Run]
  private let capital: Double
  private let wrapping: Wrapping

  /// - Parameter capital: height of a capital letter at scale 1, px.
  init(
    _ runs: [Run], capital: Double, wrapping: Wrapping, alignment: Alignment = .centre,
    spacing: Float = 1.1, on canvas: borrowing Canvas
  ) throws(InterfaceError) {
    guard let layout = pango_cairo_create_layout(canvas.context) else { throw .drawing("no memory") }
    self.layout = layout
    self.runs = runs.map { run in
      guard wrapping.isPlain else { return run }
      return Run(text: Self.plain(run.text), weight: run.weight, color: run.color)
    }
    self.capital = capital
    self.wrapping = wrapping
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(pango_layout_get_context(layout), 0)
    switch alignment {
    case .leading: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .centre: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .trailing: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    pango_layout_set_line_spacing(layout, spacing)
    let text = self.runs.map(\.text).joined()
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  /// Lays out anew; sizes in px.
  /// - Parameters:
  ///   - scale: of the type.
  ///   - width: the lines' room.
  func set(scale: Double, width: Double) {
    let description = pango_font_description_from_string(Self.families)
    pango_font_description_set_absolute_size(
      description, capital * scale / Self.capitalShare * Double(PANGO_SCALE))
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    setAttributes()
    if wrapping != .endless {
      pango_layout_set_width(layout, Int32(min(max(width, 0), 16_384) * Double(PANGO_SCALE)))
    }
    switch wrapping {
    case .words:
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    case .oneLine:
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
    case .lines(let count):
      pango_layout_set_single_paragraph_mode(layout, 1)
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      // Below zero it counts the lines of a paragraph.
      pango_layout_set_height(layout, -Int32(max(1, min(count, 1000))))
    case .endless:
      pango_layout_set_single_paragraph_mode(layout, 1)
    }
  }

  /// Lays out anew, with lines about as long as one another: as narrow as it may be without another line.
  /// - Returns: the room that is used, px.
  func balance(scale: Double, width: Double) -> Double {
    set(scale: scale, width: width)
    let (count, isBroken) = (lineCount, isBroken)
    guard count > 1, wrapping != .endless, wrapping != .oneLine else { return width }
    var (narrow, wide) = (0.4 * width, width)
    for _ in 0..<6 {
      let middle = (narrow + wide) / 2
      set(scale: scale, width: middle)
      if lineCount == count, isBroken || !self.isBroken { wide = middle } else { narrow = middle }
    }
    wide.round(.up)
    set(scale: scale, width: wide)
    return wide
  }

  /// From the layout's top to the first line's baseline, px.
  var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }

  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  var isCut: Bool { pango_layout_is_ellipsized(layout) != 0 }

  /// Whether the text begins at the right.
  var isRightToLeft: Bool {
    guard let line = pango_layout_get_line_readonly(layout, 0) else { return false }
    return pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL
  }

  /// Where a caret before a character stands, px from the layout's left.
  /// - Parameter index: of the character in UTF-8 units.
  func caret(at index: Int) -> Double {
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(index), &strong, nil)
    return Double(strong.x) / Double(PANGO_SCALE)
  }

  /// What the letters cover and what the lines take, px from the layout's top left.
  var extents: (ink: Box, logical: Box) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (Box(ink), Box(logical))
  }

  /// Whether a line had to break inside a word or to leave something out.
  var isBroken: Bool {
    if pango_layout_is_ellipsized(layout) != 0 { return true }
    switch wrapping {
    case .words, .lines: break
    case .oneLine, .endless: return false
    }
    let text = runs.map(\.text).joined().utf8
    for index in 1..<max(1, pango_layout_get_line_count(layout)) {
      guard let line = pango_layout_get_line_readonly(layout, index) else { continue }
      let start = Int(line.pointee.start_index)
      guard start > 0, start < text.count else { continue }
      // A line that does not begin after a space, a break or a hyphen began inside a word.
      let before = text[text.index(text.startIndex, offsetBy: start - 1)]
      if before != 0x20, before != 0x0A, before != 0x2D, before < 0x80 { return true }
    }
    return false
  }

  /// Draws with the layout's top left at the given place, px.
  func draw(x: Double, y: Double, on canvas: borrowing Canvas) {
    cairo_move_to(canvas.context, x, y)
    pango_cairo_show_layout(canvas.context, layout)
    guard let log = canvas.log, runs.contains(where: { !$0.text.isEmpty }) else { return }
    var ink = extents.ink
    ink.x += x
    ink.y += y
    log.note(
      PaintLog.Text(
        text: runs.map(\.text).joined(), capital: drawnCapital, color: runs.first?.color ?? 0, isCut: isCut,
        isBroken: isBroken, lines: lineCount, ink: ink))
  }

  /// As `set` made it, px.
  private var drawnCapital: Double {
    guard let description = pango_layout_get_font_description(layout) else { return 0 }
    let size = Double(pango_font_description_get_size(description)) / Double(PANGO_SCALE)
    return size * Self.capitalShare
  }

  private func setAttributes() {
    let attributes = pango_attr_list_new()
    var start = 0
    for run in runs {
      let end = start + run.text.utf8.count
      let channels = [run.color >> 16, run.color >> 8, run.color].map { UInt16($0 & 0xFF) * 0x101 }
      for attribute in [
        pango_attr_foreground_new(channels[0], channels[1], channels[2]),
        pango_attr_weight_new(PangoWeight(rawValue: run.weight)),
        pango_attr_font_features_new("tnum=1"),
      ] {
        guard let attribute else { continue }
        attribute.pointee.start_index = UInt32(start)
        attribute.pointee.end_index = UInt32(end)
        pango_attr_list_insert(attributes, attribute)
      }
      start = end
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
  }

  /// What stands in one paragraph: a file's name may hold line breaks and worse.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == longest { break }
      result.append(printable(scalar))
    }
    return String(result)
  }

  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // Joiners are part of how Persian or Hindi is spelled.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return scalar }
    switch scalar.properties.generalCategory {
    // Direction marks in a name could turn the code around on the screen.
    case .control, .format, .lineSeparator, .paragraphSeparator: return " "
    default: return scalar
    }
  }
}

extension Box {
  init(_ rect: PangoRectangle) {
    let unit = Double(PANGO_SCALE)
    self.init(
      x: Double(rect.x) / unit, y: Double(rect.y) / unit, width: Double(rect.width) / unit,
      height: Double(rect.height) / unit)
  }
}
