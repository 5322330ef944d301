/// The story of one finger, from where it landed (or from where another finger left it).
///
/// | phase | becomes | when |
/// |---|---|---|
/// | undecided | dragging | beyond 2 mm |
/// | undecided | longPress | 500 ms within 2 mm |
/// | dragging | undecided | lifted as a tap: within 3.5 mm and 300 ms; what the page did is taken back |
/// | undecided | spent | its tap or double tap has acted; a bounce after it does nothing |
struct Stroke: Sendable {
  enum Phase: Sendable {
    case undecided, dragging, longPress, spent
  }

  /// What a lift made of it; final when the bounce window has passed.
  enum Outcome: Sendable {
    case nothing
    /// A tap that waits for a second one.
    case tap(TapCounter.Tap)
    case actedTap, longPress
    case doubleTap(at: Point)
    /// Velocity in px/s.
    case drag(Point)
  }

  /// Index of its finger.
  var finger: Int
  let started: Timestamp
  /// Where it landed, px.
  let start: Point
  /// What its travel counts from, px and mm: where it landed, plus what a bounce has shifted it by.
  private var origin: Point
  private var originMillimetres: Point
  var phase = Phase.undecided
  /// Alone on a page at rest since it landed: may become a tap or a long press.
  var isPlain: Bool
  /// It is what stayed of two fingers.
  var followsPair = false
  /// The second contact of what may be a double tap.
  var isSecondTap = false
  var hasPressed = false
  /// The farthest it has been from its start, mm.
  var excursion = 0.0
  var outcome = Outcome.nothing
  /// What the page has been moved by, px.
  private(set) var delivered = Point.zero
  /// What the page lags behind when it begins to catch up, px.
  private var owed = Point.zero
  private var owedSince: Timestamp
  /// When the page was last moved.
  private var followed: Timestamp

  init(finger index: Int, _ finger: Finger, at time: Timestamp, isPlain: Bool) {
    self.finger = index
    started = time
    start = finger.position
    origin = finger.position
    originMillimetres = finger.millimetres
    owedSince = time
    followed = time
    self.isPlain = isPlain
  }

  // MARK: Moving

  mutating func follow(
    _ finger: Finger, at time: Timestamp, _ settings: GestureSettings, into events: inout [GestureEvent]
  ) {
    let distance = finger.millimetres.distance(to: originMillimetres)
    excursion = max(excursion, distance)
    switch phase {
    case .undecided:
      guard distance > settings.dragSlop else { return }
      phase = .dragging
      // What lies beyond the slop follows at once.
      owe((finger.position - origin) * (settings.dragSlop / distance), at: time)
      pan(finger, at: time, settings, into: &events)
    case .dragging:
      pan(finger, at: time, settings, into: &events)
    case .longPress:
      events.append(.longPressMoved(to: finger.position))
    case .spent:
      return
    }
  }

  private mutating func owe(_ amount: Point, at time: Timestamp) {
    owed = amount
    owedSince = time
    followed = time
  }

  private mutating func pan(
    _ finger: Finger, at time: Timestamp, _ settings: GestureSettings, into events: inout [GestureEvent]
  ) {
    followed = max(followed, time)
    let left = 1 - (followed - owedSince).seconds * 1000 / max(settings.catchUpTime, 0.001)
    if left <= 1e-3 { owed = .zero }
    deliver(finger.position - origin - owed * max(0, left), into: &events)
  }

  private mutating func deliver(_ target: Point, into events: inout [GestureEvent]) {
    guard target != delivered else { return }
    events.append(.pan(by: target - delivered))
    delivered = target
  }

  /// Brings the page where the finger is.
  mutating func flush(_ finger: Finger, into events: inout [GestureEvent]) {
    guard phase == .dragging else { return }
    owed = .zero
    deliver(finger.position - origin, into: &events)
  }

  /// Goes on after a bounce, or after a second finger that came and went. A page that followed makes up over
  /// two frames for the way since then; of a finger that rested the bounce is no motion.
  /// - Parameter last: the finger before it lifted.
  mutating func resume(_ finger: Finger, from last: Finger, at time: Timestamp) {
    switch phase {
    case .dragging:
      outcome = .nothing
      owe(finger.position - origin - delivered, at: time)
    case .undecided, .longPress:
      outcome = .nothing
      origin = origin + (finger.position - last.position)
      originMillimetres = originMillimetres + (finger.millimetres - last.millimetres)
    case .spent:
      return
    }
  }

  /// What the page did is taken back: a tap after all.
  mutating func takeBack(into events: inout [GestureEvent]) {
    guard phase == .dragging else { return }
    events.append(.takeBack)
    phase = .undecided
    delivered = .zero
    owed = .zero
  }

  // MARK: Time

  func isTap(liftedAt time: Timestamp, _ settings: GestureSettings) -> Bool {
    switch phase {
    case .longPress, .spent: false
    case .undecided, .dragging:
      isPlain && excursion <= settings.tapReach && time - started <= .milliseconds(settings.tapTime)
    }
  }

  func pressDue(_ settings: GestureSettings) -> Timestamp? {
    guard isPlain, phase == .undecided, !hasPressed else { return nil }
    return started + .milliseconds(settings.pressTime)
  }

  func longPressDue(_ settings: GestureSettings) -> Timestamp? {
    guard isPlain, phase == .undecided, excursion <= settings.dragSlop else { return nil }
    return started + .milliseconds(settings.longPressTime)
  }

  /// The next step of catching up: half of the time, then the rest.
  func catchUpDue(_ settings: GestureSettings) -> Timestamp? {
    guard phase == .dragging, owed != .zero else { return nil }
    let half = owedSince + .milliseconds(settings.catchUpTime / 2)
    return followed < half ? half : owedSince + .milliseconds(settings.catchUpTime)
  }
}
