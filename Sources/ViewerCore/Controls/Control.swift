/// Something that a finger, a key or a client of the text channel can take.
package struct Control: Hashable, Sendable {
  package var action: ControlAction
  /// Where a finger meets it, px of the upright panel.
  package var frame: PixelRect
  /// What it is called.
  package var label: Words
  package var isEnabled: Bool

  package init(_ action: ControlAction, frame: PixelRect, label: Words, isEnabled: Bool = true) {
    self.action = action
    self.frame = frame
    self.label = label
    self.isEnabled = isEnabled
  }
}

/// Controls on one ground, laid out: what is drawn, what can be taken, and where touches belong to it.
package struct ControlLayer: Hashable, Sendable {
  /// A finger that lands here never moves the page.
  package var ground = PixelRect.empty
  package var furniture: [Furniture] = []
  package var controls: [Control] = []

  package init() {}

  package var isEmpty: Bool { ground.isEmpty }

  /// The control at a place: the one it lies in, else the nearest within half a gap.
  package func control(at place: Point, gap: Int = 0) -> Control? {
    if let hit = controls.first(where: { $0.frame.contains(place) }) { return hit }
    return controls.first { $0.frame.grown(by: (gap + 1) / 2).contains(place) }
  }

  mutating func draw(_ content: Furniture.Content, _ frame: PixelRect, clip: PixelRect? = nil) {
    furniture.append(Furniture(content: content, frame: frame, opacity: 255, clip: clip))
  }

  mutating func offer(
    _ action: ControlAction, _ frame: PixelRect, _ label: Words, isEnabled: Bool = true
  ) {
    controls.append(Control(action, frame: frame, label: label, isEnabled: isEnabled))
  }

  /// A button that is drawn and can be taken.
  /// - Parameters:
  ///   - label: what it is called.
  ///   - shown: what of that stands on it; nil for nothing.
  mutating func button(
    _ action: ControlAction, _ icon: Icon?, _ frame: PixelRect, style: ButtonFace.Style,
    label: Words,
    shown: Phrase? = nil, pressed: ControlAction?, isEnabled: Bool = true
  ) {
    draw(
      .button(
        ButtonFace(
          icon: icon, label: shown.map(Words.phrase), style: style,
          isPressed: isEnabled && pressed == action, isEnabled: isEnabled)), frame)
    offer(action, frame, label, isEnabled: isEnabled)
  }

  /// Adds what it draws to a scene, moved and faded.
  package func furnish(_ scene: inout Scene, down: Int = 0, opacity: UInt8 = 255) {
    guard opacity > 0 else { return }
    for var item in furniture {
      if down != 0 {
        item.frame.y += down
        item.clip?.y += down
      }
      if opacity != 255 { item.opacity = UInt8(Int(item.opacity) * Int(opacity) / 255) }
      scene.furniture.append(item)
    }
  }
}

extension PixelRect {
  package func contains(_ point: Point) -> Bool {
    point.x >= Double(x) && point.y >= Double(y) && point.x < Double(maxX) && point.y < Double(maxY)
  }

  package func grown(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The smallest whole rectangle inside: cut by so much at each side.
  package func inset(by margin: Int) -> PixelRect { grown(by: -margin) }
}
