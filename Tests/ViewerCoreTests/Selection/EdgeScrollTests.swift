import Testing

@testable import ViewerCore

@Suite struct EdgeScrollTests {
  /// 10 px a mm: the zone is 100 px.
  private static let panel = Panel(size: PixelSize(width: 1000, height: 2000), dotsPerInch: 254)
  private static let middle = Point(x: 500, y: 1000)

  private static func begun(at place: Point = middle) -> EdgeScroll { EdgeScroll(from: place, panel: panel) }

  @Test(
    "The page moves only where the finger is within 10 mm of an edge, the faster the nearer",
    arguments: [
      (Point(x: 500, y: 101), Point.zero), (Point(x: 500, y: 1899), .zero), (Point(x: 101, y: 1000), .zero),
      (Point(x: 500, y: 50), Point(x: 0, y: -500)), (Point(x: 500, y: 0), Point(x: 0, y: -2000)),
      (Point(x: 500, y: 1950), Point(x: 0, y: 500)), (Point(x: 950, y: 1000), Point(x: 500, y: 0)),
      // Beyond the panel it is no faster than at its edge.
      (Point(x: 500, y: -400), Point(x: 0, y: -2000)), (Point(x: 500, y: 9000), Point(x: 0, y: 2000)),
    ])
  func velocity(_ place: Point, _ velocity: Point) {
    #expect(Self.begun().velocity(at: place, panel: Self.panel) == velocity)
  }

  @Test("A finger that began near an edge has to go further out, or in first")
  func slack() {
    let start = Point(x: 500, y: 60)
    var edge = Self.begun(at: start)
    func velocity(_ y: Double) -> Double {
      edge.moved(to: Point(x: 500, y: y), panel: Self.panel)
      return edge.velocity(at: Point(x: 500, y: y), panel: Self.panel).y
    }
    #expect(velocity(60) == 0)
    #expect(velocity(45) == 0)
    #expect(velocity(30) < 0)
    #expect(velocity(70) == 0)
    // From further in the way out counts anew.
    #expect(velocity(45) < 0)
    #expect(velocity(500) == 0)
    #expect(velocity(70) < 0)
  }

  @Test("The other edge counts at once")
  func otherEdge() {
    var edge = Self.begun(at: Point(x: 500, y: 10))
    edge.moved(to: Point(x: 500, y: 1990), panel: Self.panel)
    #expect(edge.velocity(at: Point(x: 500, y: 1990), panel: Self.panel).y > 0)
  }

  @Test("The way depends on time, the first frame only starts the clock, and a late one is not made up for")
  func steps() {
    var edge = Self.begun()
    let place = Point(x: 500, y: 2000)
    #expect(edge.step(at: place, panel: Self.panel, to: .milliseconds(1000)) == .zero)
    #expect(edge.step(at: place, panel: Self.panel, to: .milliseconds(1010)) == Point(x: 0, y: 20))
    #expect(edge.step(at: place, panel: Self.panel, to: .milliseconds(1030)) == Point(x: 0, y: 40))
    #expect(edge.step(at: place, panel: Self.panel, to: .milliseconds(9000)) == Point(x: 0, y: 100))
    #expect(edge.step(at: Self.middle, panel: Self.panel, to: .milliseconds(9010)) == .zero)
    #expect(edge.step(at: place, panel: Self.panel, to: .milliseconds(9020)) == .zero)
  }

  @Test("On a panel of a few centimetres the zones leave most of it alone")
  func smallPanel() {
    let panel = Panel(size: PixelSize(width: 240, height: 240), dotsPerInch: 254)
    let edge = EdgeScroll(from: Point(x: 120, y: 120), panel: panel)
    #expect(edge.velocity(at: Point(x: 120, y: 41), panel: panel) == .zero)
    #expect(edge.velocity(at: Point(x: 120, y: 20), panel: panel).y < 0)
  }
}
