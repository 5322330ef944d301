/// The places of a document's pages in rows of equal tiles.
package struct PageGrid: Hashable, Sendable {
  private let frame: SheetFrame
  private let count: Int
  package let columns: Int
  private let tileSize: PixelSize
  private let left: Int
  private let inset: Int
  private let labelHeight: Int

  package init(_ frame: SheetFrame, count: Int) {
    self.frame = frame
    self.count = count
    let metrics = frame.metrics
    let room = frame.body.width - 2 * metrics.margin
    let wanted = metrics.pixels(metrics.isSmall ? 30 : 54)
    // As many as come nearest to that.
    columns = max(1, (room + metrics.gap + (wanted + metrics.gap) / 2) / (wanted + metrics.gap))
    let width = max(1, (room - metrics.gap * (columns - 1)) / columns)
    labelHeight = metrics.pixels(metrics.isSmall ? (metrics.isEasy ? 8.6 : 6) : 9)
    inset = max(1, metrics.pixels(1.5))
    // Tall enough for a page of the commonest shape; others stand in the same room.
    let paper = Int((Double(width - 2 * inset) * 1.4142).rounded())
    tileSize = PixelSize(
      width: width,
      height: min(paper, max(1, frame.body.height - labelHeight - 2 * inset)) + labelHeight + 2
        * inset)
    left = frame.body.x + metrics.margin
  }

  private var pitch: Int { tileSize.height + frame.metrics.gap }
  private var rows: Int { count == 0 ? 0 : (count - 1) / columns + 1 }

  /// The whole grid's height, px.
  package var height: Int {
    rows == 0 ? 0 : rows * pitch - frame.metrics.gap + frame.metrics.margin
  }

  /// A page's tile on the panel where nothing is scrolled.
  package func tile(_ page: Int) -> PixelRect {
    PixelRect(
      x: left + page % columns * (tileSize.width + frame.metrics.gap),
      y: frame.body.y + page / columns * pitch, width: tileSize.width, height: tileSize.height)
  }

  /// A page's paper within its tile: its own shape, in the middle, standing on the label.
  package func paper(_ size: Size) -> PixelRect {
    let room = PixelSize(
      width: max(1, tileSize.width - 2 * inset),
      height: max(1, tileSize.height - labelHeight - 2 * inset))
    let width = size.width.isFinite && size.width > 0 ? size.width : 1
    let height = size.height.isFinite && size.height > 0 ? size.height : 1
    let factor = min(Double(room.width) / width, Double(room.height) / height)
    let paper = PixelSize(
      width: min(room.width, max(1, Int((width * factor).rounded()))),
      height: min(room.height, max(1, Int((height * factor).rounded()))))
    return PixelRect(
      x: (tileSize.width - paper.width) / 2, y: inset + (room.height - paper.height),
      width: paper.width,
      height: paper.height)
  }

  package func visible(offset: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = max(0, offset) / pitch
    let last = max(0, offset + frame.body.height - 1) / pitch
    let start = min(first * columns, count)
    return start..<max(start, min((last + 1) * columns, count))
  }
}
