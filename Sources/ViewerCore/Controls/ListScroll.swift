/// How a list on a sheet scrolls: with the finger, on by itself, back from beyond its ends, as the page does.
package struct ListScroll: Hashable, Sendable {
  private enum Activity: Hashable, Sendable {
    case rest
    /// Where the finger has pulled it to, were there no rubber band.
    case held(Double)
    case coasting(AxisMotion, since: Timestamp)
  }

  /// How far down the list its seen part begins, px; beyond the ends while it is stretched.
  package private(set) var offset = 0.0
  private var content = 0
  private var room = 0
  private var activity = Activity.rest

  package init() {}

  /// Where it may rest.
  package var range: ClosedRange<Double> { 0...Double(max(0, content - room)) }

  package var isMoving: Bool {
    if case .coasting = activity { true } else { false }
  }

  /// - Parameters:
  ///   - content: the whole list's height, px.
  ///   - room: how much of it is seen, px.
  package mutating func fit(content: Int, room: Int) {
    guard content != self.content || room != self.room else { return }
    self.content = content
    self.room = room
    if activity == .rest { offset = clamped(offset) }
  }

  /// Shows a place at once, as far as the ends let it.
  package mutating func jump(to offset: Double) {
    activity = .rest
    self.offset = clamped(offset)
  }

  package mutating func hold(settings: GestureSettings) {
    activity = .held(band(settings).unstretched(offset, in: range))
  }

  /// - Parameter distance: of the finger, px downwards.
  package mutating func pan(by distance: Double, settings: GestureSettings) {
    guard case .held(let pulled) = activity else { return }
    activity = .held(pulled - distance)
    offset = quantised(band(settings).shown(pulled - distance, in: range))
  }

  /// - Parameter velocity: of the finger, px/s downwards.
  package mutating func release(
    velocity: Double, pixelsPerDP: Double, settings: GestureSettings, at now: Timestamp
  ) {
    guard case .held = activity else { return }
    let scrolls = range.upperBound > 0
    let motion = AxisMotion(
      from: offset, velocity: scrolls ? -velocity : 0, in: range, pixelsPerDP: pixelsPerDP,
      settings: settings)
    activity = motion.isAtRest(at: .zero) ? .rest : .coasting(motion, since: now)
    if activity == .rest { offset = clamped(offset) }
  }

  package mutating func advance(to now: Timestamp) {
    guard case .coasting(let motion, let since) = activity else { return }
    if motion.isAtRest(at: now - since) {
      jump(to: motion.end)
    } else {
      offset = quantised(motion.position(at: now - since))
    }
  }

  private func band(_ settings: GestureSettings) -> RubberBand {
    RubberBand(size: Double(max(1, room)), give: settings.rubberBand)
  }

  private func clamped(_ offset: Double) -> Double {
    quantised(min(max(offset, range.lowerBound), range.upperBound))
  }

  private func quantised(_ offset: Double) -> Double { (offset * 256).rounded() / 256 }
}
