/// The small bar beside a selection, with what can be done with it.
package struct SelectionBar: Hashable, Sendable {
  package struct Button: Hashable, Sendable {
    package var action: ControlAction
    package var label: Phrase
    /// px of the panel.
    package var frame: PixelRect
  }

  /// From the selection, mm.
  package static let distance = 3.0
  private static let faces: [(action: ControlAction, label: Phrase)] = [
    (.copy, .copy), (.selectAll, .selectAll), (.searchSelection, .searchSelection),
  ]
  /// Air at either side of a label, mm.
  private static let air = 4.5

  /// px of the panel.
  package let frame: PixelRect
  package let buttons: [Button]
  /// Hairlines between the buttons.
  package let lines: [PixelRect]

  /// Below the selection and its handles, else above, else where it covers no handle.
  /// - Parameters:
  ///   - selection: what of it is on the panel; never empty.
  ///   - handles: their rounds.
  package init(selection: PixelRect, handles: [PixelRect], panel: Panel, look: Look = Look()) {
    let margin = panel.pixels(millimetres: FurnitureLayout.margin)
    let control = panel.pixels(millimetres: FurnitureLayout.controlHeight(panel))
    let height = min(control, panel.size.height)
    let capital = TypeScale(panel, isEasy: look.isEasy).body
    let needs = Self.faces.map { face in
      max(
        Double(control),
        (LabelWidths.capitals(face.label, look.language) * capital + 2 * Self.air) * panel.pixelsPerMillimetre
      )
    }
    let wanted = needs.reduce(0, +)
    let width = max(1, min(Int(wanted.rounded()), panel.size.width - 2 * margin))
    let middle = selection.x + selection.width / 2
    let x = min(max(middle - width / 2, margin), max(margin, panel.size.width - margin - width))
    // The viewer's main bar keeps its place at the lower edge.
    let main = BarLayout.height(panel, look) + panel.pixels(millimetres: Self.distance)
    let lowest = max(0, panel.size.height - margin - main - height)
    let place = { (y: Int) in PixelRect(x: x, y: y, width: width, height: height) }
    let all = handles.reduce(selection) { $0.union($1) }
    let distance = panel.pixels(millimetres: Self.distance)
    let below = all.maxY + distance
    let above = all.y - distance - height
    let others = [lowest, margin, (panel.size.height - height) / 2, (lowest + margin) / 4]
    let y: Int
    if below >= margin, below <= lowest {
      y = below
    } else if above >= margin, above <= lowest {
      y = above
    } else {
      y = others.first { y in !handles.contains { $0.intersects(place(y)) } } ?? lowest
    }
    frame = place(y)

    var buttons: [Button] = []
    var lines: [PixelRect] = []
    var left = 0.0
    let unit = Double(width) / wanted
    let thickness = max(1, panel.pixels(millimetres: 0.2))
    for (face, need) in zip(Self.faces, needs) {
      let start = x + Int(left.rounded())
      left += need * unit
      let end = x + Int(left.rounded())
      buttons.append(
        Button(
          action: face.action, label: face.label,
          frame: PixelRect(x: start, y: y, width: end - start, height: height)))
      if buttons.count < Self.faces.count {
        lines.append(
          PixelRect(x: end - thickness / 2, y: y + height / 4, width: thickness, height: height - height / 2))
      }
    }
    self.buttons = buttons
    self.lines = lines
  }

  package func button(at place: Point) -> Button? {
    buttons.first {
      place.x >= Double($0.frame.x) && place.x < Double($0.frame.maxX) && place.y >= Double($0.frame.y)
        && place.y < Double($0.frame.maxY)
    }
  }

  /// As it is drawn, bottom first.
  package func furniture(pressed: ControlAction?) -> [Furniture] {
    var result = [Furniture(content: .surface(.floating), frame: frame, opacity: 255)]
    for button in buttons {
      let face = ButtonFace(
        label: .phrase(button.label), style: .bar, isPressed: button.action == pressed)
      result.append(Furniture(content: .button(face), frame: button.frame, opacity: 255))
    }
    for line in lines {
      result.append(Furniture(content: .surface(.line(on: .bar)), frame: line, opacity: 255))
    }
    return result
  }
}
