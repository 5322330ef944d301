/// Every number of touching, each an option. Lengths of recognition are millimetres of the device, speeds and
/// steps are dp (1/160 inch of the panel), times are milliseconds.
package struct GestureSettings: Hashable, Sendable {
  /// mm that a tap's finger may stray from where it landed.
  package var tapReach = 3.5
  /// ms that a tap may last.
  package var tapTime = 300.0
  /// mm beyond which the page follows.
  package var dragSlop = 2.0
  /// ms in which the page makes up for the slop: two frames at 60 Hz.
  package var catchUpTime = 100.0 / 3
  /// ms until the control under a finger darkens.
  package var pressTime = 80.0
  /// ms until a long press.
  package var longPressTime = 500.0
  /// ms between a lift and the second contact of a double tap, at least.
  package var doubleTapMinimum = 80.0
  /// ms between a lift and the second contact of a double tap, at most.
  package var doubleTapMaximum = 300.0
  /// mm between the contacts of a double tap.
  package var doubleTapReach = 12.0
  /// ms after a lift in which a contact continues the gesture.
  package var bounceTime = 80.0
  /// mm from a lift within which a contact continues the gesture.
  package var bounceReach = 5.0
  /// ms after a gesture of two or more fingers in which new contacts do nothing.
  package var guardTime = 150.0
  /// ms after a drag in which a contact is no tap, for hands that touch again when they leave; off by default.
  package var swipeGuardTime = 0.0
  /// dp/s: slower is no fling.
  package var flingMinimum = 50.0
  /// dp/s: faster counts as this.
  package var flingMaximum = 8000.0
  /// ms of motion that the velocity at a lift is taken from.
  package var velocityWindow = 100.0
  /// ms without motion after which a finger rests (or two sample intervals of the device, if longer).
  package var restTime = 40.0
  /// mm of change of the span that start a pinch.
  package var pinchSpan = 2.5
  /// mm of travel of the centroid that start a pinch.
  package var pinchTravel = 2.0
  /// A pinch whose scale stays within this factor of 1 is a two-finger pan, which may fling.
  package var panScale = 1.1
  /// mm: a contact whose longer axis exceeds it is a palm.
  package var palmAxis = 20.0
  /// ms without a word from a contact after which the next one to land no longer reckons with it.
  package var staleTime = 10_000.0
  /// px/s that a page takes along into an edge, at most.
  package var edgeCarry = 5000.0
  /// What the first pixel of a pull beyond an edge gives.
  package var rubberBand = 0.55
  /// ms after which a spring has come to rest.
  package var springTime = 350.0
  /// ms that a change of zoom by double tap or key takes.
  package var zoomTime = 250.0
  /// dp that an arrow key moves the page.
  package var arrowStep = 40.0
  /// Share of the viewport that Page Up and Page Down move the page.
  package var pageStep = 0.9
  /// Factor of the plus and minus keys.
  package var zoomStep = 1.25
  /// dp that a notch of the wheel moves the page.
  package var wheelStep = 48.0
  /// Share of the width where a tap turns the page, left and right.
  package var tapZone = 0.2
  /// mm round a tap in which a link is met.
  package var fingertip = 4.0

  package init() {}
}

extension GestureSettings {
  package enum Unit: String, Hashable, Sendable {
    case millimetres = "mm"
    case milliseconds = "ms"
    case dp = "dp"
    case dpPerSecond = "dp/s"
    case pixelsPerSecond = "px/s"
    case factor = ""
  }

  /// One number as an option: its name, its unit and where it is kept. Its default is that of `init()`.
  package struct Number: Sendable {
    package let name: String
    package let unit: Unit
    package let path: any WritableKeyPath<GestureSettings, Double> & Sendable

    init(_ name: String, _ unit: Unit, _ path: any WritableKeyPath<GestureSettings, Double> & Sendable) {
      self.name = name
      self.unit = unit
      self.path = path
    }
  }

  package static let numbers: [Number] = [
    Number("tap-reach", .millimetres, \.tapReach),
    Number("tap-time", .milliseconds, \.tapTime),
    Number("drag-slop", .millimetres, \.dragSlop),
    Number("catch-up-time", .milliseconds, \.catchUpTime),
    Number("press-time", .milliseconds, \.pressTime),
    Number("long-press-time", .milliseconds, \.longPressTime),
    Number("double-tap-minimum", .milliseconds, \.doubleTapMinimum),
    Number("double-tap-maximum", .milliseconds, \.doubleTapMaximum),
    Number("double-tap-reach", .millimetres, \.doubleTapReach),
    Number("bounce-time", .milliseconds, \.bounceTime),
    Number("bounce-reach", .millimetres, \.bounceReach),
    Number("guard-time", .milliseconds, \.guardTime),
    Number("swipe-guard-time", .milliseconds, \.swipeGuardTime),
    Number("fling-minimum", .dpPerSecond, \.flingMinimum),
    Number("fling-maximum", .dpPerSecond, \.flingMaximum),
    Number("velocity-window", .milliseconds, \.velocityWindow),
    Number("rest-time", .milliseconds, \.restTime),
    Number("pinch-span", .millimetres, \.pinchSpan),
    Number("pinch-travel", .millimetres, \.pinchTravel),
    Number("pan-scale", .factor, \.panScale),
    Number("palm-axis", .millimetres, \.palmAxis),
    Number("stale-time", .milliseconds, \.staleTime),
    Number("edge-carry", .pixelsPerSecond, \.edgeCarry),
    Number("rubber-band", .factor, \.rubberBand),
    Number("spring-time", .milliseconds, \.springTime),
    Number("zoom-time", .milliseconds, \.zoomTime),
    Number("arrow-step", .dp, \.arrowStep),
    Number("page-step", .factor, \.pageStep),
    Number("zoom-step", .factor, \.zoomStep),
    Number("wheel-step", .dp, \.wheelStep),
    Number("tap-zone", .factor, \.tapZone),
    Number("fingertip", .millimetres, \.fingertip),
  ]

  /// Sets a number by its option's name.
  /// - Returns: false where there is no such number or the value is none for it (negative, not finite).
  package mutating func set(_ name: String, to value: Double) -> Bool {
    guard let number = Self.numbers.first(where: { $0.name == name }), value.isFinite, value >= 0 else {
      return false
    }
    self[keyPath: number.path] = value
    return true
  }
}
