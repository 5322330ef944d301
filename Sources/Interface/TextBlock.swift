import ViewerCore

/// A text amid a box: as large as it may be, smaller where it does not fit, and cut at its end where it still does not.
///
/// Lines are placed by their capitals, not by what the letters happen to cover: labels side by side share a baseline.
struct TextBlock {
  /// Each step makes type a little smaller than the one before.
  private static let step = 0.94
  /// Under this many px nothing can be made out.
  private static let invisible = 1.5

  var runs: [TextLayout.Run]
  /// Height of a capital letter, px.
  var capital: Double
  var alignment = TextLayout.Alignment.centre
  /// At most so many.
  var lines = 1
  /// How much smaller the text may become before it is cut.
  var smallest = 0.6
  /// Of lines, as a share of the font's own.
  var spacing: Float = 1
  /// Lines are about as long as one another.
  var isBalanced = false

  init(
    _ text: String, weight: UInt32, color: UInt32, capital: Double,
    alignment: TextLayout.Alignment = .centre, lines: Int = 1, smallest: Double = 0.6
  ) {
    self.init(
      runs: [.init(text: text, weight: weight, color: color)], capital: capital, alignment: alignment,
      lines: lines, smallest: smallest)
  }

  init(
    runs: [TextLayout.Run], capital: Double, alignment: TextLayout.Alignment = .centre, lines: Int = 1,
    smallest: Double = 0.6
  ) {
    self.runs = runs
    self.capital = capital
    self.alignment = alignment
    self.lines = lines
    self.smallest = smallest
  }

  /// Draws within the box; nothing where nothing could be read.
  func draw(in box: Box, on canvas: borrowing Canvas) throws(InterfaceError) {
    guard box.width >= 1, box.height >= 1, !runs.allSatisfy(\.text.isEmpty) else { return }
    var scale = 1.0
    while capital * scale >= Self.invisible {
      let isLast = scale * Self.step < smallest
      // In the end there are as many lines as the box holds.
      for count in isLast ? Array((1...max(1, lines)).reversed()) : [lines] {
        let layout = try TextLayout(
          runs, capital: capital, wrapping: .lines(count), alignment: alignment, spacing: spacing, on: canvas)
        layout.set(scale: scale, width: box.width)
        let top = top(of: layout, scale: scale, in: box)
        guard fits(layout, top: top, in: box), isLast || !layout.isBroken else { continue }
        guard isBalanced, alignment == .centre else { return layout.draw(x: box.x, y: top, on: canvas) }
        let width = layout.balance(scale: scale, width: box.width)
        return layout.draw(x: box.midX - width / 2, y: top, on: canvas)
      }
      scale *= Self.step
    }
  }

  /// How wide the text is in one line and as large as it may be, px.
  func width(on canvas: borrowing Canvas) throws(InterfaceError) -> Double {
    let layout = try TextLayout(runs, capital: capital, wrapping: .endless, on: canvas)
    layout.set(scale: 1, width: 0)
    return layout.extents.logical.width.rounded(.up)
  }

  /// Where the layout's top lies when its capitals are amid the box.
  private func top(of layout: borrowing TextLayout, scale: Double, in box: Box) -> Double {
    let first = layout.baseline
    let count = Double(layout.lineCount)
    let last = first + layout.extents.logical.height / count * (count - 1)
    return box.midY - (first - capital * scale + last) / 2
  }

  private func fits(_ layout: borrowing TextLayout, top: Double, in box: Box) -> Bool {
    let ink = layout.extents.ink
    return top + ink.y >= box.y - 0.5 && top + ink.y + ink.height <= box.maxY + 0.5
      && ink.width <= box.width + 0.5
  }
}
