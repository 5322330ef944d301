import Testing

@testable import ViewerCore

@Suite("Label and indicators") struct FurnitureStateTests {
  private static let panel = Panel(size: PixelSize(width: 800, height: 480), dotsPerInch: 133)

  private static func shown(_ state: FurnitureState, at milliseconds: Double, reducesMotion: Bool)
    -> [Furniture]
  {
    var scene = Scene(
      size: panel.size, rotation: .none, surround: 0, look: Look(reducesMotion: reducesMotion))
    state.furnish(
      &scene, panel: panel, page: "iv", count: 48, at: .milliseconds(milliseconds),
      scroll: (Point(x: 0, y: 10), Size(width: 800, height: 5000)))
    return scene.furniture
  }

  @Test(
    "Without motion they are there or not, and go when they would begin to fade", arguments: [false, true])
  func still(reducesMotion: Bool) {
    var state = FurnitureState(reducesMotion: reducesMotion)
    state.scrolled(at: .zero)
    let opacities = stride(from: 0.0, through: 4000, by: 20).map { time in
      Self.shown(state, at: time, reducesMotion: reducesMotion).map(\.opacity)
    }
    #expect(opacities.first == [255, 255] && opacities.last == [])
    #expect(opacities.joined().contains { $0 < 255 } == !reducesMotion)
    let counts = [299.0, 320].map { Self.shown(state, at: $0, reducesMotion: reducesMotion).count }
    #expect(counts == (reducesMotion ? [2, 1] : [2, 2]))
  }

  @Test("The label says what the document calls the page")
  func name() {
    var state = FurnitureState()
    state.pageChanged(at: .zero)
    let things = Self.shown(state, at: 10, reducesMotion: false)
    #expect(things.map(\.content) == [.pageLabel(page: "iv", count: 48)])
  }
}
