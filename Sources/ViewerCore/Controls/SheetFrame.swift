/// Where a sheet's parts lie: the ground, its header with the title and the way to close it, the body that scrolls.
package struct SheetFrame: Hashable, Sendable {
  /// The share of the panel's height that a sheet covers at most.
  static let share = 0.7
  /// mm of the widest sheet.
  static let widest = 400.0

  package let ground: PixelRect
  package let header: PixelRect
  package let close: PixelRect
  package let title: PixelRect
  package let grip: PixelRect
  package let body: PixelRect
  package let metrics: ControlMetrics

  /// - Parameter content: height of the list, px; nil for as high a sheet as may be.
  package init(_ panel: Panel, isEasy: Bool, content: Int?) {
    let metrics = ControlMetrics(panel, isEasy: isEasy)
    self.metrics = metrics
    let width = min(panel.size.width, metrics.pixels(Self.widest))
    let headerHeight = metrics.target + 3 * metrics.padding
    let most = Int(Double(panel.size.height) * Self.share)
    let wanted = content.map { headerHeight + $0 + metrics.margin } ?? most
    let height = max(1, min(wanted, most))
    let x = (panel.size.width - width) / 2
    ground = PixelRect(x: x, y: panel.size.height - height, width: width, height: height)
    header = PixelRect(x: x, y: ground.y, width: width, height: min(headerHeight, height))
    let side = metrics.target
    let row = ground.y + 2 * metrics.padding
    close = PixelRect(x: ground.maxX - metrics.margin - side, y: row, width: side, height: side)
    title = PixelRect(
      x: x + metrics.margin, y: row, width: max(1, close.x - metrics.gap - x - metrics.margin),
      height: side)
    let gripWidth = min(metrics.pixels(20), width)
    let gripHeight = max(2, metrics.pixels(1.2))
    grip = PixelRect(
      x: x + (width - gripWidth) / 2, y: ground.y + (2 * metrics.padding - gripHeight) / 2,
      width: gripWidth,
      height: gripHeight)
    body = PixelRect(x: x, y: header.maxY, width: width, height: max(0, ground.maxY - header.maxY))
  }
}
