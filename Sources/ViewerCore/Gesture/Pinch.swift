/// Two fingers, from when the second landed: at first in doubt, then moving and scaling the page.
struct Pinch: Sendable {
  /// Where the older finger was, px.
  let at: Point
  private let startCentroid: Point
  private let startSpan: Double
  private let startCentroidMillimetres: Point
  private let startSpanMillimetres: Double
  /// Beyond 2.5 mm of span or 2 mm of centroid.
  private(set) var hasStarted = false
  /// Where the page has been brought to.
  private var shownCentroid: Point
  /// span / span when the second finger landed.
  private(set) var scale = 1.0
  /// Of the centroid when the first of the two lifted, px/s.
  var velocity = Point.zero

  /// Two fingertips' centres cannot come nearer; ghosts beside a finger can, and would make any scale.
  private static let smallestSpan = 5.0

  init(older: Finger, younger: Finger, _ panel: Panel) {
    at = older.position
    startCentroid = (older.position + younger.position) * 0.5
    startSpan = Self.span(older, younger, panel)
    startCentroidMillimetres = (older.millimetres + younger.millimetres) * 0.5
    startSpanMillimetres = older.millimetres.distance(to: younger.millimetres)
    shownCentroid = startCentroid
  }

  /// Total travel of the centroid, px.
  var delta: Point { shownCentroid - startCentroid }

  /// Whether the fingers have gone far enough to mean something.
  func isDecided(_ a: Finger, _ b: Finger, _ settings: GestureSettings) -> Bool {
    let travel = ((a.millimetres + b.millimetres) * 0.5).distance(to: startCentroidMillimetres)
    let change = abs(a.millimetres.distance(to: b.millimetres) - startSpanMillimetres)
    return change >= settings.pinchSpan || travel >= settings.pinchTravel
  }

  /// Brings the page where the fingers are; what happened before the start is part of the first event.
  mutating func follow(_ a: Finger, _ b: Finger, _ panel: Panel, into events: inout [GestureEvent]) {
    hasStarted = true
    let centroid = (a.position + b.position) * 0.5
    let target = Self.span(a, b, panel) / startSpan
    let by = centroid - shownCentroid
    guard by != .zero || target != scale else { return }
    events.append(.pinch(focus: centroid, by: by, scale: target / scale))
    shownCentroid = centroid
    scale = target
  }

  /// Moves the page with the one finger whose place is known.
  mutating func slide(by: Point, to focus: Point, into events: inout [GestureEvent]) {
    guard by != .zero else { return }
    events.append(.pinch(focus: focus, by: by, scale: 1))
    shownCentroid = shownCentroid + by
  }

  /// One finger was away and the other has moved the page meanwhile.
  mutating func skip(_ panned: Point) {
    shownCentroid = shownCentroid + panned
  }

  /// Whether it was a pan by two fingers, which may fling.
  func isPan(_ settings: GestureSettings) -> Bool {
    scale <= settings.panScale && scale * settings.panScale >= 1
  }

  var summary: GestureSummary {
    GestureSummary(kind: .pinch, at: at, delta: delta, scale: scale, velocity: velocity)
  }

  private static func span(_ a: Finger, _ b: Finger, _ panel: Panel) -> Double {
    max(a.position.distance(to: b.position), smallestSpan * panel.pixelsPerMillimetre)
  }
}
