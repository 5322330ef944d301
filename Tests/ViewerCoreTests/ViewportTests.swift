import Testing

@testable import ViewerCore

@Suite struct ViewportTests {
  private let size = PixelSize(width: 100, height: 200)

  @Test("Content smaller than the panel is centred, larger content covers it")
  func bounds() {
    func bounds(_ zoom: Double) -> OffsetBounds {
      OffsetBounds(content: PixelSize(width: 100, height: 500), zoom: zoom, view: size)
    }
    #expect(bounds(1).x == 0...0)
    #expect(bounds(1).y == 0...300)
    #expect(bounds(0.2).x == -40...(-40))
    #expect(bounds(0.2).y == -50...(-50))
    #expect(!bounds(0.2).scrolls(.horizontal))
    #expect(bounds(3).scrolls(.horizontal))
  }

  @Test("Offsets and zooms are quantised")
  func quantised() {
    var viewport = Viewport(size: size)
    viewport.show(offset: Point(x: 1.0 / 3, y: -1.0 / 3), zoom: 1.0 / 3)
    #expect(viewport.offset == Point(x: 85.0 / 256, y: -85.0 / 256))
    #expect(viewport.zoom == 21845.0 / 65536)
  }

  @Test("A page keeps its size on the screen wherever it is moved")
  func sizeIsStable() {
    var viewport = Viewport(size: size)
    let page = PixelRect(x: 0, y: 1234, width: 100, height: 141)
    viewport.show(offset: .zero, zoom: 1.37)
    let expected = viewport.frame(of: page).size
    for step in 0..<256 {
      viewport.show(offset: Point(x: Double(step) / 256, y: Double(step) * 7.3))
      #expect(viewport.frame(of: page).size == expected)
    }
  }

  @Test("A zoom about a point keeps what lies under it")
  func zoomAbout() {
    var viewport = Viewport(size: size)
    viewport.show(offset: Point(x: 12, y: 345), zoom: 1)
    let focus = Point(x: 30, y: 50)
    let before = viewport.content(at: focus)
    viewport.show(offset: Viewport.offset(viewport.offset, scaledBy: 2.5, about: focus), zoom: 2.5)
    #expect(viewport.content(at: focus).distance(to: before) < 0.01)
  }

  @Test(
    "A double tap goes between the smallest zoom and the larger of 2 and twice the smallest",
    arguments: [
      (1.0, 8.0, 1.0, 2.0), (1.0, 8.0, 3.0, 1.0), (1.5, 8.0, 1.5, 3.0), (0.05, 8.0, 0.05, 2.0),
      (1.0, 1.5, 1.0, 1.5),
    ])
  func doubleTap(minimum: Double, maximum: Double, from: Double, to: Double) {
    #expect(ZoomLimits(minimum: minimum, maximum: maximum).doubleTapTarget(from: from) == to)
  }
}
