import CCairo
import CPango
package import ViewerCore

/// Paints the viewer's own things by cairo and pango.
///
/// Equal content, size, panel and rotation give equal pixels, so results can be kept; `opacity` and the place of
/// the frame do not matter here, they are the compositor's. Numbers of pages are shown as given, from 1.
package enum FurniturePainter {
  /// - Returns: the pixels of `furniture.frame`'s size, turned by `rotation`; clear ones for a page's picture, which is
  ///   the compositor's.
  package static func paint(_ furniture: Furniture, panel: Panel, rotation: Rotation, look: Look)
    throws(InterfaceError) -> FurnitureBitmap
  {
    try paint(furniture, panel: panel, rotation: rotation, look: look, log: nil)
  }

  /// - Parameter log: is told what is written.
  static func paint(_ furniture: Furniture, panel: Panel, rotation: Rotation, look: Look, log: PaintLog?)
    throws(InterfaceError) -> FurnitureBitmap
  {
    let style = Style(panel, look)
    if case .surface(let surface) = furniture.content,
      let pixel = SurfacePainter.even(surface, style.palette)
    {
      return try FurnitureBitmap(even: pixel, size: rotation.turned(furniture.frame.size))
    }
    let bitmap = try FurnitureBitmap(size: furniture.frame.size)
    let canvas = try Canvas(over: bitmap, log: log)
    bitmap.opaque = try paint(furniture.content, panel: panel, style: style, on: canvas)
    try canvas.check()
    return try bitmap.turned(rotation)
  }

  /// - Returns: where no pixel shows what lies below.
  private static func paint(
    _ content: Furniture.Content, panel: Panel, style: Style, on canvas: borrowing Canvas
  ) throws(InterfaceError) -> PixelRect {
    switch content {
    case .pageLabel(let page, let count):
      try paintLabel(page: page, count: count, panel: panel, style: style, on: canvas)
      return SurfacePainter.inner(of: canvas.bounds, radius: style.corner)
    case .placeholder(let number):
      let stack = TextStack(paragraphs: [
        .init(
          runs: [.init(text: "\(number)", weight: 400, color: style.palette.placeholder)],
          capital: min(
            (FurnitureLayout.isSmall(panel) ? 10 : 14) * style.unit, canvas.bounds.height * 0.8),
          wrapping: .oneLine)
      ])
      try stack.draw(in: canvas.size, padding: 2, on: canvas)
    case .pageFailure(let number, let code):
      try failure(number: number, code: code, panel: panel, style: style)
        .draw(in: canvas.size, padding: 2, on: canvas)
    case .notice(let code, let subject):
      try notice(code: code, subject: subject, panel: panel, style: style)
        .draw(in: canvas.size, padding: 2, on: canvas)
    case .scrollThumb: canvas.fillRounded(radius: .infinity, color: style.palette.paperInk, alpha: 0.5)
    case .surface(let surface): return try SurfacePainter.paint(surface, style: style, on: canvas)
    case .button(let face): return try ButtonPainter.paint(face, style: style, on: canvas)
    case .key(let face): return try ButtonPainter.paint(face, style: style, on: canvas)
    case .text(let face): try ListPainter.paint(face, style: style, on: canvas)
    case .field(let face): return try ListPainter.paint(face, style: style, on: canvas)
    case .row(let face): return try ListPainter.paint(face, style: style, on: canvas)
    case .pageTile(let face): return try ListPainter.paint(face, style: style, on: canvas)
    case .selectionHandle: MarkPainter.paintHandle(style: style, on: canvas)
    case .focusRing: MarkPainter.paintFocus(style: style, on: canvas)
    case .progress(let value): MarkPainter.paintProgress(value, style: style, on: canvas)
    case .qrCode(let side, let modules):
      return MarkPainter.paintCode(side: side, modules: modules, style: style, on: canvas)
    case .picture: break
    }
    return .empty
  }

  /// Does the font look-up that the first text needs (it reads the system's font cache), so that no frame waits.
  ///
  /// Call it early and on the thread that paints: pango keeps its fonts per thread, though most of the time goes
  /// into what fontconfig keeps for the whole process.
  package static func warmUp() {
    let panel = Panel(size: PixelSize(width: 64, height: 32), dotsPerInch: 96)
    // Every weight is a font of its own.
    for content in [
      Furniture.Content.pageLabel(page: "1", count: 1),
      .button(ButtonFace(label: .phrase(.copy), style: .bar)),
    ] {
      let thing = Furniture(content: content, frame: PixelRect(size: panel.size), opacity: 255)
      // Nothing depends on it: what fails here fails again, and is told, when it matters.
      _ = try? paint(thing, panel: panel, rotation: .none, look: Look())
    }
  }

  private static func paintLabel(
    page: String, count: Int, panel: Panel, style: Style, on canvas: borrowing Canvas
  ) throws(InterfaceError) {
    canvas.fillRounded(radius: style.corner, color: style.palette.bar)
    let words = Words.phrase(.pageOf(page: page, count: count))
    let stack = TextStack(paragraphs: [
      .init(
        runs: style.counter(words, strong: style.palette.barText, soft: style.palette.barSecondary),
        capital: FurnitureLayout.labelCapital(panel, isEasy: style.look.isEasy) * style.unit,
        wrapping: .oneLine)
    ])
    let padding = min(canvas.bounds.width, canvas.bounds.height) * 0.16
    try stack.draw(in: canvas.size, padding: padding, on: canvas)
  }

  private static func failure(number: Int, code: ErrorCode, panel: Panel, style: Style) -> TextStack {
    let unit = style.unit
    let label = style.type.body
    return TextStack(paragraphs: [
      .init(
        runs: [.init(text: "\(number)", weight: 400, color: style.palette.placeholder)],
        capital: 2.4 * label * unit, wrapping: .oneLine, leaves: 2),
      .init(
        runs: [
          .init(
            text: lines(Messages.pageFailure(code, language: style.look.language)), weight: 500,
            color: style.palette.paperInk)
        ],
        capital: label * unit, wrapping: .words, spaceAbove: label * unit),
      .init(
        runs: [.init(text: code.rawValue, weight: 400, color: style.palette.paperSecondary)],
        capital: style.type.secondary * unit, wrapping: .oneLine, spaceAbove: 1.1 * label * unit, leaves: 1),
    ])
  }

  private static func notice(code: ErrorCode, subject: String, panel: Panel, style: Style) -> TextStack {
    let unit = style.unit
    let capital = style.type.title
    return TextStack(paragraphs: [
      .init(
        runs: [
          .init(
            text: lines(Messages.notice(code, language: style.look.language)), weight: 600,
            color: style.palette.ink)
        ],
        capital: capital * unit, wrapping: .words),
      .init(
        runs: [
          .init(
            text: Messages.staffLine(code, subject: subject), weight: 400,
            color: style.palette.surroundSecondary)
        ],
        capital: style.type.secondary * unit, wrapping: .oneLine, spaceAbove: 1.5 * capital * unit, leaves: 1),
    ])
  }

  /// Each sentence on a line of its own: a last line of one word looks lost.
  private static func lines(_ text: String) -> String {
    var result = ""
    for character in text {
      result.append(character == " " && result.last == "." ? "\n" : character)
    }
    return result
  }
}
