import Testing
import ViewerCore

@Suite("Motions of a released page")
struct MotionTests {
  /// dp/s, distance in dp and duration in s of Android's scroller at 160 dpi.
  static let android = [
    (60.0, 1.5, 0.070), (250, 17.5, 0.200), (500, 58.3, 0.333), (1000, 194.3, 0.555), (2000, 647.4, 0.925),
    (4000, 2157.0, 1.541), (8000, 7186.4, 2.567),
  ]

  @Test("A fling travels as far as Android's, in 0.825 of its time, on any panel", arguments: android)
  func fling(_ speed: Double, _ distance: Double, _ duration: Double) {
    for scale in [0.578125, 1, 2.5] {
      let fling = Fling(from: 100, velocity: -speed * scale, pixelsPerDP: scale)
      // The table has one decimal.
      #expect(abs((100 - fling.end) / scale - distance) < max(distance * 0.01, 0.05))
      #expect(abs(fling.duration.seconds - 0.8254 * duration) < 0.001 + duration * 0.002)
      #expect(fling.position(at: .zero) == 100)
      #expect(fling.velocity(at: .zero) == -speed * scale)
      #expect(fling.position(at: fling.duration) == fling.end)
      #expect(fling.isAtRest(at: fling.duration) && fling.velocity(at: fling.duration) == 0)
    }
  }

  @Test("A fling taken up in the middle goes on the same way")
  func restart() {
    let whole = Fling(from: 0, velocity: 3000, pixelsPerDP: 1)
    let middle = Duration.milliseconds(300)
    let rest = Fling(
      from: whole.position(at: middle), velocity: whole.velocity(at: middle), pixelsPerDP: 1)
    #expect(abs(rest.end - whole.end) < 1e-6)
    #expect(abs((rest.duration + middle).seconds - whole.duration.seconds) < 1e-5)
  }

  @Test("A fling's velocity is the slope of its way, and it knows when it passes a place")
  func slope() throws {
    let fling = Fling(from: 50, velocity: 2000, pixelsPerDP: 1.5)
    for time in [10.0, 200, 500] {
      let step = Duration.milliseconds(1)
      let at = Duration.milliseconds(time)
      let slope = (fling.position(at: at + step) - fling.position(at: at - step)) / 0.002
      #expect(abs(slope - fling.velocity(at: at)) < 0.1)
      let passing = try #require(fling.time(at: fling.position(at: at)))
      #expect(abs((passing - at).seconds) < 2e-6)
    }
    #expect(fling.time(at: 49) == nil && fling.time(at: fling.end + 1) == nil)
  }

  @Test("Nothing flings faster than 8000 dp/s, and what does not move stays")
  func limits() {
    #expect(Fling(from: 0, velocity: 40_000, pixelsPerDP: 2).startVelocity == 16_000)
    #expect(Fling(from: 7, velocity: 0, pixelsPerDP: 1).end == 7)
    #expect(Fling(from: 7, velocity: 0, pixelsPerDP: 1).isAtRest(at: .zero))
  }

  @Test("Both axes of a diagonal fling stop together and keep its direction")
  func diagonal() {
    let x = Fling(from: 0, velocity: 3000, speed: 5000, pixelsPerDP: 1)
    let y = Fling(from: 0, velocity: -4000, speed: 5000, pixelsPerDP: 1)
    #expect(x.duration == y.duration)
    for time in [50.0, 400, 2000] {
      let at = Duration.milliseconds(time)
      #expect(abs(x.position(at: at) * 4 + y.position(at: at) * 3) < 1e-6)
    }
  }

  @Test(
    "A pull beyond an edge of a view of 800 px is shown as on iOS",
    arguments: [(50.0, 26.6), (100, 51.5), (200, 96.7), (400, 172.5), (800, 283.9)])
  func rubberBand(_ pull: Double, _ shown: Double) {
    let band = RubberBand(size: 800)
    #expect(abs(band.shown(pull) - shown) < 0.05)
    #expect(band.shown(-pull) == -band.shown(pull))
    #expect(abs(band.excess(shown: band.shown(-pull)) + pull) < 1e-9)
    #expect(abs(band.shown(1000 + pull, in: 0...1000) - 1000 - shown) < 0.05)
    #expect(abs(band.unstretched(band.shown(-pull, in: 0...1000), in: 0...1000) + pull) < 1e-9)
  }

  @Test("A rubber band never shows more than the view, and leaves what is inside alone")
  func rubberBandLimits() {
    #expect(RubberBand(size: 800).shown(1e12) <= 800)
    #expect(RubberBand(size: 800).shown(.infinity) == 800)
    #expect(RubberBand(size: 0).shown(100) == 0)
    #expect(RubberBand(size: 800).excess(shown: 900).isFinite)
    #expect(RubberBand(size: 800).shown(500, in: 0...1000) == 500)
  }

  @Test(
    "A spring is within half a pixel after 350 ms, wherever and however fast it starts",
    arguments: [0.0, 0.3, 1, 40, 500, 2160, 7680], [-5000.0, -300, 0, 300, 5000])
  func spring(_ displacement: Double, _ velocity: Double) {
    for sign in [1.0, -1] {
      let spring = Spring(displacement: displacement * sign, velocity: velocity)
      #expect(abs(spring.position(at: .milliseconds(349.999))) <= 0.2501)
      #expect(spring.position(at: .milliseconds(350)) == 0)
      #expect(spring.position(at: .zero) == displacement * sign)
      #expect(abs(spring.velocity(at: .zero) - velocity) < 1e-6)
    }
  }

  @Test("A spring that starts at rest comes back without passing")
  func monotone() {
    let spring = Spring(displacement: 300, velocity: 0)
    let places = stride(from: 0.0, through: 349, by: 1).map { spring.position(at: .milliseconds($0)) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 > $1 && $1 > 0 })
    #expect(spring.crossing == nil)
  }
}

@Suite("Motion along an axis with edges")
struct AxisMotionTests {
  private static let range = 0.0...1000

  @Test("Inside the edges it is a fling, and nothing where it is too slow")
  func inside() {
    let motion = AxisMotion(from: 200, velocity: 1000, in: Self.range, pixelsPerDP: 1)
    let fling = Fling(from: 200, velocity: 1000, pixelsPerDP: 1)
    #expect(motion.end == fling.end && motion.duration == fling.duration)
    #expect(motion.position(at: .milliseconds(100)) == fling.position(at: .milliseconds(100)))
    let slow = AxisMotion(from: 200, velocity: 49, in: Self.range, pixelsPerDP: 1)
    #expect(slow.isAtRest(at: .zero) && slow.position(at: .zero) == 200)
  }

  @Test("At an edge it stretches a little and comes to rest there", arguments: [8000.0, 2500, 1000, -3000])
  func edge(_ velocity: Double) {
    let motion = AxisMotion(from: 900, velocity: velocity, in: Self.range, pixelsPerDP: 1)
    #expect(motion.end == (velocity > 0 ? 1000 : 0))
    let places = stride(from: 0.0, through: 3500, by: 4).map { motion.position(at: .milliseconds($0)) }
    #expect(places.contains { !Self.range.contains($0) })
    #expect(places.allSatisfy { (-100...1100).contains($0) })
    #expect(places.last == motion.end)
    // No jumps: the velocity of neighbouring samples explains their distance.
    #expect(zip(places, places.dropFirst()).allSatisfy { abs($0 - $1) <= abs(velocity) * 0.0041 })
    #expect(motion.isAtRest(at: motion.duration))
  }

  @Test("At most 5000 px/s are taken into an edge")
  func carried() {
    let motion = AxisMotion(from: 1000, velocity: 16_000, in: Self.range, pixelsPerDP: 2)
    #expect(abs(motion.velocity(at: .zero) - 5000) < 1e-6)
  }

  @Test("From outside it springs back; thrown back in, it flies on inside")
  func outside() {
    let back = AxisMotion(from: -120, velocity: 0, in: Self.range, pixelsPerDP: 1)
    #expect(back.position(at: .zero) == -120)
    #expect(back.end == 0 && back.duration == .milliseconds(350))
    let thrown = AxisMotion(from: -40, velocity: 4000, in: Self.range, pixelsPerDP: 1)
    #expect(thrown.end > 100)
    let places = stride(from: 0.0, through: 3000, by: 4).map { thrown.position(at: .milliseconds($0)) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 && $1 - $0 <= 16.1 })
  }

  @Test("A page that fits gives way and comes back", arguments: [-2000.0, 2000])
  func fits(_ velocity: Double) {
    let motion = AxisMotion(from: 300, velocity: velocity, in: 300...300, pixelsPerDP: 1)
    let place = motion.position(at: .milliseconds(30))
    #expect(velocity < 0 ? place < 300 : place > 300)
    #expect(motion.position(at: .milliseconds(350)) == 300)
  }

  @Test("A slow axis of a fast fling moves too")
  func slowAxis() {
    let motion = AxisMotion(from: 500, velocity: 20, speed: 2000, in: Self.range, pixelsPerDP: 1)
    #expect(motion.end > 500)
  }
}

@Suite("Zooms that go by themselves")
struct ZoomMotionTests {
  @Test("A double tap's zoom takes 250 ms, evenly in factors, ever slower", arguments: [(1.0, 2.5), (8, 1)])
  func animation(_ from: Double, _ to: Double) {
    let zoom = ZoomAnimation(from: from, to: to, focus: Point(x: 5, y: 6))
    #expect(abs(zoom.zoom(at: .zero) - from) < 1e-12)
    #expect(zoom.zoom(at: .milliseconds(250)) == to && zoom.isAtRest(at: .milliseconds(250)))
    let values = stride(from: 0.0, through: 250, by: 10).map { zoom.zoom(at: .milliseconds($0)) }
    let ratios = zip(values, values.dropFirst()).map { from < to ? $1 / $0 : $0 / $1 }
    #expect(ratios.allSatisfy { $0 > 1 })
    #expect(zip(ratios, ratios.dropFirst()).allSatisfy { $0 > $1 })
    let back = ZoomAnimation(from: to, to: from, focus: .zero)
    let there = zoom.zoom(at: .milliseconds(100)) / from
    let here = back.zoom(at: .milliseconds(100)) / to
    #expect(abs(there * here - 1) < 1e-12)
  }

  @Test("A zoom over a limit springs back within 350 ms", arguments: [(0.6, 1.0), (14, 8)])
  func spring(_ from: Double, _ limit: Double) {
    let zoom = ZoomAnimation(springingFrom: from, to: limit, focus: .zero)
    #expect(abs(zoom.zoom(at: .zero) - from) < 1e-12)
    #expect(abs(zoom.zoom(at: .milliseconds(349)) / limit - 1) < 1e-4)
    #expect(zoom.zoom(at: .milliseconds(350)) == limit)
  }

  @Test("Beyond its limits a zoom gives way like rubber, in factors")
  func band() {
    let band = ZoomBand(limits: 1...8)
    #expect(band.shown(3) == 3 && band.shown(1) == 1 && band.shown(8) == 8)
    #expect(band.shown(16) > 8 && band.shown(16) < 16 && band.shown(1e9) < 16)
    #expect(abs(band.shown(0.5) * band.shown(16) - 8) < 1e-12, "half and double feel the same")
    for asked in [0.2, 0.9, 2, 9, 30] {
      #expect(abs(band.asked(shown: band.shown(asked)) / asked - 1) < 1e-9)
    }
    #expect(band.nearest(20) == 8 && band.nearest(0.1) == 1)
  }
}
