/// A decelerating change of zoom and offset, or the way back from beyond a limit of the zoom.
///
/// Offsets of a zoom about a fixed point lie on a straight line over the zoom, and so do the bounds: what begins and
/// ends inside them is inside all the way. Where the zoom stays, the offset decelerates over time.
struct Glide: Sendable {
  let zoom: ZoomAnimation
  let from: Point
  /// Where it ends, at the zoom's end.
  let to: Point
  let since: Timestamp

  func isOver(at now: Timestamp) -> Bool {
    zoom.isAtRest(at: now - since)
  }

  func view(at now: Timestamp) -> (offset: Point, zoom: Double) {
    let elapsed = now - since
    let exact = zoom.zoom(at: elapsed)
    let shown = Viewport.quantised(zoom: exact)
    let span = zoom.to - zoom.from
    let left = 1 - min(max(elapsed.seconds / zoom.duration.seconds, 0), 1)
    let share = abs(span) > 1e-6 ? (exact - zoom.from) / span : 1 - left * left * left
    // The zoom is shown in steps; far down in a long document a step is many pixels unless the place that should
    // stay is put back.
    let step = (from + zoom.focus) * ((shown - exact) / zoom.from)
    return (from + (to - from) * share + step, shown)
  }
}
