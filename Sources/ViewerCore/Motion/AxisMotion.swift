/// How a released page moves along one axis, edges included: a function of the time since the release, so
/// that however often it is sampled, a moment has one value.
///
/// | start | then |
/// |---|---|
/// | inside, moving | fling; what is left of it at an edge goes into a spring there |
/// | outside, at rest or moving out | spring back to the edge |
/// | outside, moving in | spring; if it passes the edge faster than the slowest fling, fling from there |
/// | inside, at rest | nothing |
package struct AxisMotion: Hashable, Sendable {
  private struct Pull: Hashable, Sendable {
    var edge: Double
    var spring: Spring
    var start: Duration
  }
  private struct Glide: Hashable, Sendable {
    var fling: Fling
    var start: Duration
  }

  /// Where it rests in the end, px.
  package let end: Double
  /// When it rests.
  package let duration: Duration
  private var first: Pull?
  private var glide: Glide?
  private var last: Pull?

  /// - Parameters:
  ///   - position: px, as shown (outside `range` where the page is stretched).
  ///   - velocity: px/s.
  ///   - speed: px/s of the whole motion, where it runs along two axes.
  ///   - range: where the page may rest.
  package init(
    from position: Double, velocity: Double, speed: Double? = nil, in range: ClosedRange<Double>,
    pixelsPerDP: Double, settings: GestureSettings = GestureSettings()
  ) {
    let carried = settings.edgeCarry
    let springTime = Duration.milliseconds(settings.springTime)
    var elapsed = Duration.zero
    var place = position
    var pace = velocity
    if !range.contains(position) {
      let edge = position < range.lowerBound ? range.lowerBound : range.upperBound
      let spring = Spring(
        displacement: position - edge, velocity: min(max(velocity, -carried), carried), time: springTime)
      first = Pull(edge: edge, spring: spring, start: .zero)
      let passing = spring.crossing.map { (time: $0, velocity: spring.velocity(at: $0)) }
      guard let passing, abs(passing.velocity) >= settings.flingMinimum * pixelsPerDP,
        range.lowerBound < range.upperBound
      else {
        end = edge
        duration = springTime
        return
      }
      elapsed = passing.time
      place = edge
      pace = passing.velocity
    }
    // The other axis may be the fast one: the smallest fling is a matter of the whole motion.
    guard max(abs(pace), speed ?? 0) >= settings.flingMinimum * pixelsPerDP, pace != 0 else {
      end = place
      duration = elapsed
      return
    }
    let fling = Fling(
      from: place, velocity: pace, speed: elapsed == .zero ? speed : nil, pixelsPerDP: pixelsPerDP,
      limit: settings.flingMaximum)
    glide = Glide(fling: fling, start: elapsed)
    let edge = pace < 0 ? range.lowerBound : range.upperBound
    guard pace < 0 ? fling.end < edge : fling.end > edge, let arrival = fling.time(at: edge) else {
      end = fling.end
      duration = elapsed + fling.duration
      return
    }
    let rest = min(max(fling.velocity(at: arrival), -carried), carried)
    last = Pull(
      edge: edge, spring: Spring(displacement: 0, velocity: rest, time: springTime), start: elapsed + arrival)
    end = edge
    duration = elapsed + arrival + springTime
  }

  /// px, as shown: beyond the edge while the spring is stretched.
  package func position(at elapsed: Duration) -> Double {
    // A lift may bear a time later than the frame that asks.
    let elapsed = max(elapsed, .zero)
    if elapsed >= duration { return end }
    if let last, elapsed >= last.start {
      return last.edge + last.spring.position(at: elapsed - last.start)
    }
    if let glide, elapsed >= glide.start { return glide.fling.position(at: elapsed - glide.start) }
    if let first { return first.edge + first.spring.position(at: elapsed) }
    return end
  }

  /// px/s.
  package func velocity(at elapsed: Duration) -> Double {
    if elapsed >= duration { return 0 }
    if let last, elapsed >= last.start { return last.spring.velocity(at: elapsed - last.start) }
    if let glide, elapsed >= glide.start { return glide.fling.velocity(at: elapsed - glide.start) }
    if let first { return first.spring.velocity(at: elapsed) }
    return 0
  }

  package func isAtRest(at elapsed: Duration) -> Bool {
    elapsed >= duration
  }
}
