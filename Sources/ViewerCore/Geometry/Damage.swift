/// What has changed on the picture since it was last looked at: at most 16 rectangles of whole pixels.
///
/// Sixteen is the most that a frame should hand to `FB_DAMAGE_CLIPS`; one more merges the pair whose union
/// wastes the fewest pixels. Rectangles do not overlap after `add`, as the kernel asks for.
package struct Damage: Hashable, Sendable {
  package static let limit = 16

  package private(set) var rects: [PixelRect] = []

  package init() {
    rects.reserveCapacity(Self.limit + 1)
  }

  package init(_ rect: PixelRect) {
    self.init()
    add(rect)
  }

  package var isEmpty: Bool { rects.isEmpty }

  /// The smallest rectangle that holds all damage.
  package var bounds: PixelRect {
    rects.reduce(.empty) { $0.union($1) }
  }

  /// Adds a rectangle; one that overlaps a rectangle already there is merged with it.
  package mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var merged = rect
    var index = 0
    while index < rects.count {
      if rects[index].contains(merged) { return }
      if rects[index].intersects(merged) {
        merged = merged.union(rects[index])
        rects.remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    rects.append(merged)
    if rects.count > Self.limit { mergeCheapestPair() }
  }

  package mutating func add(_ other: Damage) {
    for rect in other.rects { add(rect) }
  }

  /// What is left without a rectangle. Where that would be too many pieces some of it stays.
  package func subtracting(_ hole: PixelRect) -> Damage {
    guard rects.contains(where: hole.intersects) else { return self }
    var result = Damage()
    for rect in rects {
      let cut = rect.intersection(hole)
      guard !cut.isEmpty else {
        result.add(rect)
        continue
      }
      // The parts above and below over the whole width, so that what is left is copied in long rows.
      result.add(PixelRect(x: rect.x, y: rect.y, width: rect.width, height: cut.y - rect.y))
      result.add(PixelRect(x: rect.x, y: cut.y, width: cut.x - rect.x, height: cut.height))
      result.add(PixelRect(x: cut.maxX, y: cut.y, width: rect.maxX - cut.maxX, height: cut.height))
      result.add(PixelRect(x: rect.x, y: cut.maxY, width: rect.width, height: rect.maxY - cut.maxY))
    }
    return result
  }

  package mutating func removeAll() {
    rects.removeAll(keepingCapacity: true)
  }

  /// What lies inside `bounds`.
  package func clipped(to bounds: PixelRect) -> Damage {
    var result = Damage()
    for rect in rects { result.add(rect.intersection(bounds)) }
    return result
  }

  private mutating func mergeCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let union = rects[first].union(rects[second])
        let waste = union.area - rects[first].area - rects[second].area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    let union = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    add(union)
  }
}
