@testable import ViewerCore

/// The panels that controls are tried on.
enum Panels {
  static let all = [
    panel(1080, 1920, inches: 27), panel(1920, 1080, inches: 27), panel(800, 480, inches: 7),
    panel(3840, 2160, inches: 55),
  ]
  static let tall = all[0]
  static let small = all[2]

  static func panel(_ width: Int, _ height: Int, inches: Double) -> Panel {
    let diagonal = Double(width * width + height * height).squareRoot()
    return Panel(size: PixelSize(width: width, height: height), dotsPerInch: diagonal / inches)
  }
}

extension ControlLayer {
  /// Rules that everything touchable follows: large enough, apart, on its ground.
  /// - Parameter slack: px that rounding may cost.
  func complaint(_ panel: Panel, least: Int, gap: Int, slack: Int = 1) -> String? {
    let whole = PixelRect(size: panel.size)
    if !whole.contains(ground) { return "the ground \(ground) leaves the panel" }
    for item in furniture where item.clip == nil && !whole.contains(item.frame) {
      return "\(item.content) at \(item.frame) leaves the panel"
    }
    for (index, control) in controls.enumerated() {
      if !ground.contains(control.frame) { return "\(control.action) leaves its ground" }
      if min(control.frame.width, control.frame.height) < least - slack {
        return "\(control.action) is too small: \(control.frame)"
      }
      for other in controls[..<index]
      where control.frame.grown(by: gap - slack).intersects(other.frame) {
        return "\(control.action) and \(other.action) are too near one another"
      }
    }
    return nil
  }
}
