extension SceneHighlight {
  /// How thick the frame round a current match is, px; others have none.
  package var border: Int {
    kind == .currentMatch || kind == .currentField ? min(6, max(2, frame.height / 14)) : 0
  }

  /// All that the highlight may change.
  package var outline: PixelRect {
    guard !frame.isEmpty else { return .empty }
    let border = border
    return PixelRect(
      x: frame.x - border, y: frame.y - border, width: frame.width + 2 * border,
      height: frame.height + 2 * border)
  }
}
