import CCairo
import CPango
package import ViewerCore

/// Paints the viewer's own things by cairo and pango.
///
/// Equal content, size, panel and rotation give equal pixels, so results can be kept; `opacity` and the place of
/// the frame do not matter here, they are the compositor's. Numbers of pages are shown as given, from 1.
package enum FurniturePainter {
  /// - Returns: the pixels of `furniture.frame`'s size, turned by `rotation`.
  package static func paint(_ furniture: Furniture, panel: Panel, rotation: Rotation)
    throws(InterfaceError) -> FurnitureBitmap
  {
    let bitmap = try FurnitureBitmap(size: furniture.frame.size)
    let canvas = try Canvas(over: bitmap)
    switch furniture.content {
    case .pageLabel(let page, let count):
      try paintLabel(page: page, count: count, panel: panel, size: bitmap.size, on: canvas)
    case .placeholder(let number):
      let stack = TextStack(paragraphs: [
        .init(
          runs: [.init(text: "\(number)", weight: 400, color: Palette.placeholder)],
          capital: min(
            (FurnitureLayout.isSmall(panel) ? 10 : 14) * panel.pixelsPerMillimetre,
            Double(bitmap.height) * 0.8), wrapping: .oneLine)
      ])
      try stack.draw(in: bitmap.size, padding: 2, on: canvas)
    case .pageFailure(let number, let code):
      try failure(number: number, code: code, panel: panel).draw(
        in: bitmap.size, padding: 2, on: canvas)
    case .notice(let code, let subject):
      try notice(code: code, subject: subject, panel: panel).draw(in: bitmap.size, padding: 2, on: canvas)
    case .surface, .button, .text, .field, .key, .row, .pageTile, .picture, .selectionHandle, .focusRing,
      .progress, .qrCode:
      break
    case .scrollThumb:
      canvas.fillRounded(radius: .infinity, color: Palette.ink, alpha: 0.5)
    }
    try canvas.check()
    return try bitmap.turned(rotation)
  }

  /// Does the font look-up that the first text needs (it reads the system's font cache), so that no frame waits.
  ///
  /// Call it early and on the thread that paints: pango keeps its fonts per thread, though most of the time goes
  /// into what fontconfig keeps for the whole process.
  package static func warmUp() {
    let panel = Panel(size: PixelSize(width: 64, height: 32), dotsPerInch: 96)
    let label = Furniture(
      content: .pageLabel(page: 1, count: 1), frame: PixelRect(size: panel.size), opacity: 255)
    // Nothing depends on it: what fails here fails again, and is told, when it matters.
    _ = try? paint(label, panel: panel, rotation: .none)
  }

  private static func paintLabel(
    page: Int, count: Int, panel: Panel, size: PixelSize, on canvas: borrowing Canvas
  ) throws(InterfaceError) {
    canvas.fillRounded(
      radius: FurnitureLayout.cornerRadius * panel.pixelsPerMillimetre, color: Palette.bar)
    let text = Messages.pageLabel(page: page, count: count)
    let stack = TextStack(paragraphs: [
      .init(
        runs: [
          .init(text: text.strong, weight: 600, color: Palette.barText),
          .init(text: text.soft, weight: 400, color: Palette.barSecondary),
        ],
        capital: FurnitureLayout.labelCapital(panel) * panel.pixelsPerMillimetre, wrapping: .oneLine)
    ])
    try stack.draw(in: size, padding: Double(min(size.width, size.height)) * 0.16, on: canvas)
  }

  private static func failure(number: Int, code: ErrorCode, panel: Panel) -> TextStack {
    let unit = panel.pixelsPerMillimetre
    let label = FurnitureLayout.labelCapital(panel)
    return TextStack(paragraphs: [
      .init(
        runs: [.init(text: "\(number)", weight: 400, color: Palette.placeholder)], capital: 3 * label * unit,
        wrapping: .oneLine, leaves: 2),
      .init(
        runs: [.init(text: lines(Messages.pageFailure(code)), weight: 500, color: Palette.ink)],
        capital: label * unit, wrapping: .words, spaceAbove: label * unit),
      .init(
        runs: [.init(text: code.rawValue, weight: 400, color: Palette.secondary)], capital: 3.2 * unit,
        wrapping: .oneLine, spaceAbove: 1.25 * label * unit, leaves: 1),
    ])
  }

  private static func notice(code: ErrorCode, subject: String, panel: Panel) -> TextStack {
    let unit = panel.pixelsPerMillimetre
    let capital = FurnitureLayout.isSmall(panel) ? 4 : 6.1
    return TextStack(paragraphs: [
      .init(
        runs: [.init(text: lines(Messages.notice(code)), weight: 600, color: Palette.ink)],
        capital: capital * unit, wrapping: .words),
      .init(
        runs: [
          .init(
            text: Messages.staffLine(code, subject: subject), weight: 400, color: Palette.secondary)
        ],
        capital: 3.2 * unit, wrapping: .oneLine, spaceAbove: 1.5 * capital * unit, leaves: 1),
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
