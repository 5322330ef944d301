import ViewerCore

/// A hand on a panel of 500 x 300 mm with 4 px a millimetre: says what happens in mm and ms, keeps what the
/// recogniser answers.
struct GestureHand {
  static let panel = Panel(size: PixelSize(width: 2000, height: 1200), dotsPerInch: 4 * 25.4)

  var recognizer = GestureRecognizer(panel: panel)
  var events: [GestureEvent] = []
  private var places: [Int32: Point] = [:]

  typealias Change = (slot: Int32, phase: TouchChange.Phase, x: Double, y: Double)

  mutating func frame(_ time: Double, _ changes: [Change], device: Int32 = 0, axis: Double? = nil) {
    let touches = changes.map {
      TouchChange(
        slot: $0.slot, phase: $0.phase, position: Point(x: $0.x * 4, y: $0.y * 4),
        millimetres: Point(x: $0.x, y: $0.y), majorAxis: axis)
    }
    for change in changes { places[change.slot] = Point(x: change.x, y: change.y) }
    recognizer.handle(
      TouchFrame(time: .milliseconds(time), device: device, changes: touches), into: &events)
  }

  mutating func down(_ slot: Int32 = 0, _ x: Double, _ y: Double = 100, at time: Double) {
    frame(time, [(slot, .down, x, y)])
  }

  mutating func move(_ slot: Int32 = 0, _ x: Double, _ y: Double = 100, at time: Double) {
    frame(time, [(slot, .move, x, y)])
  }

  mutating func up(_ slot: Int32 = 0, at time: Double) {
    let place = places[slot] ?? .zero
    frame(time, [(slot, .up, place.x, place.y)])
  }

  mutating func tap(_ x: Double, _ y: Double = 100, at time: Double, for length: Double = 60) {
    down(0, x, y, at: time)
    up(0, at: time + length)
  }

  /// A motion in equal steps, from the place of the last event (exclusive) on.
  mutating func drag(
    _ slot: Int32 = 0, to x: Double, _ y: Double = 100, from time: Double, for length: Double, steps: Int = 10
  ) {
    let start = places[slot] ?? .zero
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      move(
        slot, start.x + (x - start.x) * share, start.y + (y - start.y) * share, at: time + length * share)
    }
  }

  /// Lets time pass, each timer at its own moment, as a session does.
  mutating func wait(until time: Double) {
    while let due = recognizer.deadline, due <= .milliseconds(time) {
      recognizer.advance(to: due, into: &events)
    }
  }

  /// Until nothing is due any more.
  mutating func rest() {
    while let due = recognizer.deadline { recognizer.advance(to: due, into: &events) }
  }

  var summaries: [GestureSummary] {
    events.compactMap { if case .finished(let summary) = $0 { summary } else { nil } }
  }

  var kinds: [GestureSummary.Kind] { summaries.map(\.kind) }

  var pans: [Point] {
    events.compactMap { if case .pan(let by) = $0 { by } else { nil } }
  }

  var panned: Point { pans.reduce(.zero, +) }

  var releases: [Point] {
    events.compactMap { if case .released(let velocity) = $0 { velocity } else { nil } }
  }

  var taps: [Point] {
    events.compactMap { if case .tapped(let place) = $0 { place } else { nil } }
  }

  var doubleTaps: Int {
    events.count { if case .doubleTapped = $0 { true } else { false } }
  }

  var scale: Double {
    events.reduce(1) { if case .pinch(_, _, let scale) = $1 { $0 * scale } else { $0 } }
  }

  func count(_ event: GestureEvent) -> Int { events.count { $0 == event } }
}
