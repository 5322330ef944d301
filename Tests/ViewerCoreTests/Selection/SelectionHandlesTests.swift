import Testing

@testable import ViewerCore

@Suite struct SelectionHandlesTests {
  /// 10 px a mm, 300 mm wide and high.
  private static let panel = Panel(size: PixelSize(width: 3000, height: 3000), dotsPerInch: 254)
  private static let frame = PixelRect(x: 100, y: 200, width: 1000, height: 1000)
  private static let size = Size(width: 500, height: 500)

  private static func handles(_ panel: Panel = panel, start: Double = 100, end: Double = 140)
    -> SelectionHandles
  {
    var handles = SelectionHandles()
    handles.add(
      SelectionMarks.Caret(x: start, top: 50, bottom: 60, selectionIsRight: true), isStart: true,
      frame: frame,
      size: size, panel: panel)
    handles.add(
      SelectionMarks.Caret(x: end, top: 50, bottom: 60, selectionIsRight: false), isStart: false,
      frame: frame,
      size: size, panel: panel)
    return handles
  }

  @Test("Rounds of 8 mm hang below the line, beside what is selected")
  func rounds() {
    #expect(
      Self.handles().handles.map(\.frame) == [
        PixelRect(x: 220, y: 320, width: 80, height: 80), PixelRect(x: 380, y: 320, width: 80, height: 80),
      ])
    #expect(Self.handles().handles.map(\.text) == [Point(x: 300, y: 310), Point(x: 380, y: 310)])
  }

  @Test("An end beyond the panel has no handle, and one at its edge has it inside")
  func edges() {
    #expect(Self.handles(start: -60).handles.map(\.isStart) == [false])
    #expect(Self.handles(start: -40).handles.first?.frame.x == 0)
  }

  @Test(
    "A finger catches a handle within 15 mm across, on a small panel 11 mm; of two the nearer",
    arguments: [
      (254.0, Point(x: 260, y: 360), true), (254, Point(x: 186, y: 360), true),
      (254, Point(x: 184, y: 360), nil),
      (254, Point(x: 260, y: 434), true), (254, Point(x: 260, y: 436), nil),
      (254, Point(x: 420, y: 360), false),
      (254, Point(x: 330, y: 360), true), (254, Point(x: 350, y: 360), false),
      // 40 px a mm: the panel is 75 mm wide, the round 320 px.
      (1016, Point(x: 140, y: 700), true), (1016, Point(x: 140, y: 701), nil),
    ] as [(Double, Point, Bool?)])
  func grips(_ dotsPerInch: Double, _ place: Point, _ isStart: Bool?) {
    let panel = Panel(size: Self.panel.size, dotsPerInch: dotsPerInch)
    #expect(Self.handles(panel).handle(at: place, panel: panel)?.isStart == isStart)
  }
}
