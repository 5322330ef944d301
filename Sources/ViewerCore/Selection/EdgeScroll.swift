/// The page moves while a finger that extends the selection is near the panel's edge: the faster the nearer.
///
/// A finger that began near an edge means nothing by it: it has to go further out, or in first.
package struct EdgeScroll: Hashable, Sendable {
  /// How far from the edge it begins, mm, but never more than a sixth of the panel's side.
  package static let zone = 10.0
  /// At the edge itself, mm/s.
  package static let fastest = 200.0
  /// How much further out a finger must go that began near an edge, mm.
  package static let slack = 2.0
  /// A frame that comes late moves the page no further than this.
  private static let longestStep = Duration.milliseconds(50)

  /// How deep in the zone the finger has rested, 1 at the edge; negative at the left and upper edge.
  private var rest: Point
  /// When the page was last moved.
  private var last: Timestamp?

  package init(from place: Point, panel: Panel) {
    rest = Self.depth(of: place, panel: panel)
  }

  /// The page's velocity under a finger, px/s of the offset.
  package func velocity(at place: Point, panel: Panel) -> Point {
    let depth = Self.depth(of: place, panel: panel)
    return Point(x: speed(depth.x, rest: rest.x, panel: panel), y: speed(depth.y, rest: rest.y, panel: panel))
  }

  package mutating func moved(to place: Point, panel: Panel) {
    let depth = Self.depth(of: place, panel: panel)
    rest.x = Self.nearer(rest.x, depth.x)
    rest.y = Self.nearer(rest.y, depth.y)
  }

  /// How far the page goes since the last frame, px of the offset.
  package mutating func step(at place: Point, panel: Panel, to now: Timestamp) -> Point {
    let velocity = velocity(at: place, panel: panel)
    guard velocity != .zero else {
      last = nil
      return .zero
    }
    defer { last = now }
    guard let last else { return .zero }
    return velocity * max(0, min(now - last, Self.longestStep).seconds)
  }

  private func speed(_ depth: Double, rest: Double, panel: Panel) -> Double {
    if rest != 0, abs(depth) <= abs(rest) + Self.slack / Self.zone { return 0 }
    return depth * abs(depth) * Self.fastest * panel.pixelsPerMillimetre
  }

  /// Once the finger has come in, or has gone to another edge, where it began counts no more.
  private static func nearer(_ rest: Double, _ depth: Double) -> Double {
    rest * depth <= 0 ? 0 : abs(depth) < abs(rest) ? depth : rest
  }

  private static func depth(of place: Point, panel: Panel) -> Point {
    Point(
      x: depth(place.x, side: Double(panel.size.width), panel),
      y: depth(place.y, side: Double(panel.size.height), panel))
  }

  private static func depth(_ place: Double, side: Double, _ panel: Panel) -> Double {
    let zone = min(Self.zone * panel.pixelsPerMillimetre, side / 6)
    if place < zone { return -min(1, (zone - place) / zone) }
    if place > side - zone { return min(1, (place - side + zone) / zone) }
    return 0
  }
}
