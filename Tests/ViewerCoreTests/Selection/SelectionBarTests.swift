import Testing

@testable import ViewerCore

@Suite struct SelectionBarTests {
  /// 27 inches upright, 7 inches, a telephone, 4K.
  static let panels = [
    Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 82),
    Panel(size: PixelSize(width: 800, height: 480), dotsPerInch: 133),
    Panel(size: PixelSize(width: 480, height: 800), dotsPerInch: 300),
    Panel(size: PixelSize(width: 3840, height: 2160), dotsPerInch: 140),
  ]

  private static func places(_ panel: Panel) -> [PixelRect] {
    let (width, height) = (panel.size.width, panel.size.height)
    return [
      PixelRect(x: width / 2, y: height / 2, width: 60, height: 20),
      PixelRect(x: 0, y: 0, width: 40, height: 15),
      PixelRect(x: width - 40, y: height - 15, width: 40, height: 15),
      PixelRect(x: 0, y: height - 60, width: width, height: 60),
      PixelRect(x: 10, y: 0, width: width - 20, height: height),
    ]
  }

  @Test("The bar lies inside the panel, and never over a handle", arguments: panels)
  func place(_ panel: Panel) {
    let round = panel.pixels(millimetres: SelectionHandles.round)
    for selection in Self.places(panel) {
      let handles = [
        PixelRect(x: selection.x - round, y: selection.y + 15, width: round, height: round),
        PixelRect(
          x: min(selection.maxX, panel.size.width - round), y: min(selection.maxY, panel.size.height - round),
          width: round, height: round),
      ]
      let bar = SelectionBar(selection: selection, handles: handles, panel: panel)
      #expect(PixelRect(size: panel.size).contains(bar.frame), "\(selection)")
      #expect(!handles.contains { $0.intersects(bar.frame) }, "\(selection)")
    }
  }

  @Test(
    "Its buttons fill it side by side, are as high as controls are, and are found where they lie",
    arguments: panels)
  func buttons(_ panel: Panel) {
    let bar = SelectionBar(
      selection: PixelRect(x: 100, y: 100, width: 50, height: 20), handles: [], panel: panel)
    #expect(bar.buttons.map(\.action) == [.copy, .selectAll, .searchSelection])
    #expect(bar.frame.height == panel.pixels(millimetres: FurnitureLayout.controlHeight(panel)))
    var x = bar.frame.x
    for button in bar.buttons {
      #expect(button.frame.x == x && button.frame.height == bar.frame.height)
      let middle = Point(
        x: Double(button.frame.x + button.frame.width / 2),
        y: Double(button.frame.y + button.frame.height / 2))
      #expect(bar.button(at: middle)?.action == button.action)
      x = button.frame.maxX
    }
    #expect(x == bar.frame.maxX)
    #expect(bar.button(at: Point(x: Double(bar.frame.x) - 1, y: Double(bar.frame.y) + 5)) == nil)
    #expect(bar.lines.count == bar.buttons.count - 1)
  }

  @Test("It stands 3 mm below the selection and its handles, above where there is no room")
  func sides() {
    let panel = Self.panels[0]
    let distance = panel.pixels(millimetres: 3)
    let handle = PixelRect(x: 300, y: 420, width: 26, height: 26)
    let below = SelectionBar(
      selection: PixelRect(x: 300, y: 400, width: 100, height: 20), handles: [handle], panel: panel)
    #expect(below.frame.y == handle.maxY + distance)
    let low = PixelRect(x: 300, y: 1800, width: 100, height: 20)
    let above = SelectionBar(selection: low, handles: [], panel: panel)
    #expect(above.frame.maxY == low.y - distance)
  }

  @Test("The pressed button is painted pressed, and no other")
  func pressed() {
    let bar = SelectionBar(
      selection: PixelRect(x: 100, y: 100, width: 50, height: 20), handles: [], panel: Self.panels[0])
    let pressed = bar.furniture(pressed: .selectAll).compactMap { item -> ButtonFace? in
      if case .button(let face) = item.content { face } else { nil }
    }
    #expect(pressed.map(\.isPressed) == [false, true, false])
    #expect(pressed.map(\.label) == [.phrase(.copy), .phrase(.selectAll), .phrase(.searchSelection)])
    #expect(bar.furniture(pressed: nil).first?.content == .surface(.floating))
  }
}
