import ViewerCore

/// Sets words into a page: every character 6 points wide and 10 high, lines 12 points apart.
struct TypeCase {
  private(set) var text = ""
  private(set) var boxes: [PageText.Box] = []

  /// - Parameters:
  ///   - line: characters in reading order.
  ///   - isRightToLeft: whether the first one stands at the right end, at `x`.
  mutating func set(_ line: String, x: Float, y: Float, isRightToLeft: Bool = false) {
    startLine()
    for (index, scalar) in line.unicodeScalars.enumerated() {
      let left = isRightToLeft ? x - Float(index + 1) * 6 : x + Float(index) * 6
      text.unicodeScalars.append(scalar)
      boxes.append(PageText.Box(left: left, top: y, right: left + 6, bottom: y + 10))
    }
  }

  /// Characters one below the other, 10 wide and 6 high; `isUpwards` for a text that is turned to the left.
  mutating func setDown(_ line: String, x: Float, y: Float, isUpwards: Bool = false) {
    startLine()
    for (index, scalar) in line.unicodeScalars.enumerated() {
      let top = isUpwards ? y - Float(index + 1) * 6 : y + Float(index) * 6
      text.unicodeScalars.append(scalar)
      boxes.append(PageText.Box(left: x, top: top, right: x + 10, bottom: top + 6))
    }
  }

  private mutating func startLine() {
    guard let last = boxes.last else { return }
    text.unicodeScalars.append("\n")
    boxes.append(PageText.Box(left: last.right, top: last.bottom, right: last.right, bottom: last.bottom))
  }

  var page: PageText { PageText(text: text, boxes: boxes) }

  static func line(_ line: String, x: Float = 20, y: Float = 20, isRightToLeft: Bool = false) -> PageText {
    var type = TypeCase()
    type.set(line, x: x, y: y, isRightToLeft: isRightToLeft)
    return type.page
  }
}
