/// The two rounds that a selection is held by.
package struct SelectionHandles: Hashable, Sendable {
  package struct Handle: Hashable, Sendable {
    package var isStart: Bool
    /// The round to see, px of the panel.
    package var frame: PixelRect
    /// The edge that it moves, amid the line's height, px of the panel.
    package var text: Point
  }

  /// Across the round, mm.
  package static let round = 8.0
  /// Its shadow lies about it, mm.
  package static let shadow = 1.2

  /// Those whose edge is on the panel.
  package private(set) var handles: [Handle] = []

  package init() {}

  /// - Parameters:
  ///   - frame: the page's, px of the panel.
  ///   - size: the page's, pt.
  package mutating func add(
    _ caret: SelectionMarks.Caret, isStart: Bool, frame: PixelRect, size: Size, panel: Panel
  ) {
    guard size.width > 0, size.height > 0 else { return }
    let scale = Point(x: Double(frame.width) / size.width, y: Double(frame.height) / size.height)
    let x = Double(frame.x) + caret.x * scale.x
    let top = Double(frame.y) + caret.top * scale.y
    let bottom = Double(frame.y) + caret.bottom * scale.y
    let width = Double(panel.size.width)
    let height = Double(panel.size.height)
    guard x >= 0, x <= width, bottom >= 0, top <= height else { return }
    // Beside the edge, away from what is selected: the rounds of a short word do not lie over one another.
    // At the panel's edge they come inside, where a finger can get at them.
    let side = min(panel.pixels(millimetres: Self.round), panel.size.width, panel.size.height)
    let left = caret.selectionIsRight ? x - Double(side) : x
    handles.append(
      Handle(
        isStart: isStart,
        frame: PixelRect(
          x: Int(min(max(left, 0), width - Double(side)).rounded()),
          y: Int(min(max(bottom, 0), height - Double(side)).rounded()), width: side, height: side),
        text: Point(x: x, y: (top + bottom) / 2)))
  }

  /// The handle that a finger catches: the nearer one when it is in reach of both.
  package func handle(at place: Point, panel: Panel) -> Handle? {
    let reach = FurnitureLayout.controlHeight(panel) / 2 * panel.pixelsPerMillimetre
    var best: (handle: Handle, distance: Double)?
    for handle in handles {
      let centre = Point(
        x: Double(handle.frame.x) + Double(handle.frame.width) / 2,
        y: Double(handle.frame.y) + Double(handle.frame.height) / 2)
      guard abs(place.x - centre.x) <= reach, abs(place.y - centre.y) <= reach else { continue }
      let distance = place.distance(to: centre)
      if distance < best?.distance ?? .infinity { best = (handle, distance) }
    }
    return best?.handle
  }
}
