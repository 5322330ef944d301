/// A page that goes by itself at one zoom, and where it will be.
package struct Coast: Sendable {
  let from: Viewport
  let x: AxisMotion
  let y: AxisMotion
  let since: Timestamp

  /// When it comes to rest.
  package var end: Timestamp { since + max(x.duration, y.duration) }

  package func viewport(at moment: Timestamp) -> Viewport {
    var viewport = from
    let elapsed = moment - since
    viewport.show(offset: Point(x: x.position(at: elapsed), y: y.position(at: elapsed)))
    return viewport
  }
}
