/// The viewer's own controls: what a finger does to them and what they do.
extension Session {
  /// Lets the controls have a gesture first.
  /// - Returns: whether it was theirs.
  mutating func controlsTake(_ event: GestureEvent, at now: Timestamp) -> Bool { false }

  /// Whether a control is here, so that a tap need not wait for a second one.
  func hasControl(at place: Point) -> Bool { false }

  mutating func perform(_ action: ControlAction, at now: Timestamp) {
    switch action {
    case .home: obey(.home, at: now)
    case .nextPage: stepPage(by: 1, at: now)
    case .previousPage: stepPage(by: -1, at: now)
    case .smaller: stepZoom(by: -1, at: now)
    case .larger: stepZoom(by: 1, at: now)
    case .back: goBack(at: now)
    case .copy: copySelection(at: now)
    case .selectAll: selectAll(at: now)
    case .nextMatch: stepMatch(by: 1, at: now)
    case .previousMatch: stepMatch(by: -1, at: now)
    default: break
    }
  }

  /// Adds the controls that show to the scene, on top of everything.
  func furnishControls(_ scene: inout Scene, at now: Timestamp) {}
}
