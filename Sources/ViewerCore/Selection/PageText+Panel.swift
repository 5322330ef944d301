extension PageText.Box {
  /// Where it lies on the panel, in whole pixels that cover it.
  /// - Parameters:
  ///   - frame: the page's, px of the panel.
  ///   - size: the page's, pt.
  package func rect(on frame: PixelRect, of size: Size) -> PixelRect {
    guard size.width > 0, size.height > 0 else { return .empty }
    let across = Double(frame.width) / size.width
    let down = Double(frame.height) / size.height
    let left = frame.x + Self.whole((Double(left) * across).rounded(.down))
    let top = frame.y + Self.whole((Double(top) * down).rounded(.down))
    let right = frame.x + Self.whole((Double(right) * across).rounded(.up))
    let bottom = frame.y + Self.whole((Double(bottom) * down).rounded(.up))
    return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// The smallest box that holds both.
  package func union(_ other: PageText.Box) -> PageText.Box {
    PageText.Box(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// A document may say anything: what no panel could show stays at the end of what a pixel's place may be.
  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9))
  }
}

extension PageText {
  /// Boxes of lines that are set so tightly that they overlap share the overlap: two marks would make it darker.
  package static func separated(_ boxes: [Box]) -> [Box] {
    var result = boxes
    for index in result.indices.dropFirst() {
      let above = result[index - 1]
      let below = result[index]
      guard below.top > above.top, below.bottom > above.bottom, below.top < above.bottom else { continue }
      let middle = (above.bottom + below.top) / 2
      result[index - 1].bottom = middle
      result[index].top = middle
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Written from right to left: Hebrew, Arabic and their neighbours.
  package var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
