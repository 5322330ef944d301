import ViewerCore

/// An area of whole pixels as rectangles that do not overlap, for asking what is left when others are taken away.
///
/// Meant to be kept and used again: its storage stays.
struct PixelRegion {
  private(set) var rects: [PixelRect] = []
  private var spare: [PixelRect] = []

  init() {
    rects.reserveCapacity(32)
    spare.reserveCapacity(32)
  }

  var isEmpty: Bool { rects.isEmpty }

  /// Forgets what was there and holds `rect` alone.
  mutating func reset(to rect: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    if !rect.isEmpty { rects.append(rect) }
  }

  /// Takes a rectangle away: one that is cut leaves up to four, the parts above and below over the whole width,
  /// so that what is left is copied in long rows.
  mutating func subtract(_ hole: PixelRect) {
    guard rects.contains(where: { $0.intersects(hole) }) else { return }
    spare.removeAll(keepingCapacity: true)
    for rect in rects {
      let cut = rect.intersection(hole)
      guard !cut.isEmpty else {
        spare.append(rect)
        continue
      }
      keep(x: rect.x, y: rect.y, maxX: rect.maxX, maxY: cut.y)
      keep(x: rect.x, y: cut.y, maxX: cut.x, maxY: cut.maxY)
      keep(x: cut.maxX, y: cut.y, maxX: rect.maxX, maxY: cut.maxY)
      keep(x: rect.x, y: cut.maxY, maxX: rect.maxX, maxY: rect.maxY)
    }
    swap(&rects, &spare)
  }

  private mutating func keep(x: Int, y: Int, maxX: Int, maxY: Int) {
    guard maxX > x, maxY > y else { return }
    spare.append(PixelRect(x: x, y: y, width: maxX - x, height: maxY - y))
  }
}
