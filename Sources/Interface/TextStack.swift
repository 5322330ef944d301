import ViewerCore

/// Paragraphs under each other, centred in a frame, and never beyond it.
///
/// What does not fit shrinks together down to `readable`; then the least important paragraph leaves; the last one
/// shrinks on, and in a frame where nothing can be read nothing is drawn.
struct TextStack {
  struct Paragraph {
    var runs: [TextLayout.Run]
    /// Height of a capital letter, px.
    var capital: Double
    var wrapping: TextLayout.Wrapping
    /// The space above it unless it is the first, px.
    var spaceAbove: Double = 0
    /// The one with the highest number leaves first.
    var leaves = 0
  }

  /// Each step makes type a little smaller than the one before.
  private static let step = 0.94
  private static let readable = 0.9
  private static let smallest = 0.02

  /// Top to bottom, at least one.
  var paragraphs: [Paragraph]

  /// Draws within `size` less `padding` at each side, px.
  func draw(in size: PixelSize, padding: Double, on canvas: borrowing Canvas) throws(InterfaceError) {
    let room = (width: Double(size.width) - 2 * padding, height: Double(size.height) - 2 * padding)
    guard room.width > 0, room.height > 0 else { return }
    var rest = paragraphs
    var scale = 1.0
    while scale > Self.smallest {
      let lines = try Self.arrange(rest, scale: scale, width: room.width, on: canvas)
      if lines.fits, lines.height <= room.height {
        return try Self.draw(rest, lines, scale: scale, room: room, padding: padding, on: canvas)
      }
      scale *= Self.step
      if scale < Self.readable, rest.count > 1,
        let last = rest.indices.max(by: { rest[$0].leaves < rest[$1].leaves })
      {
        rest.remove(at: last)
        scale = 1
      }
    }
  }

  private struct Arrangement {
    /// Of each paragraph, px from the first one's.
    var tops: [Double] = []
    var height = 0.0
    /// Whether no word had to be broken and no letter reaches beyond the width.
    var fits = true
  }

  private static func arrange(
    _ paragraphs: [Paragraph], scale: Double, width: Double, on canvas: borrowing Canvas
  ) throws(InterfaceError) -> Arrangement {
    var result = Arrangement()
    for (index, paragraph) in paragraphs.enumerated() {
      let text = try layout(paragraph, scale: scale, width: width, on: canvas)
      // A line below others may leave out its middle (a long path) rather than shrink the sentence above it.
      if text.isBroken, index == 0 || paragraph.wrapping == .words { result.fits = false }
      let (ink, logical) = text.extents
      if ink.width > width { result.fits = false }
      if index > 0 { result.height += paragraph.spaceAbove * scale }
      // A single line is centred by its letters: the eye sees no ascenders that are not there.
      result.tops.append(result.height - (paragraphs.count == 1 ? ink.y : 0))
      result.height += paragraphs.count == 1 ? ink.height : logical.height
    }
    return result
  }

  private static func draw(
    _ paragraphs: [Paragraph], _ arrangement: Arrangement, scale: Double,
    room: (width: Double, height: Double), padding: Double, on canvas: borrowing Canvas
  ) throws(InterfaceError) {
    let top = padding + (room.height - arrangement.height) / 2
    for (paragraph, offset) in zip(paragraphs, arrangement.tops) {
      let text = try layout(paragraph, scale: scale, width: room.width, on: canvas)
      let width = text.balance(scale: scale, width: room.width)
      text.draw(x: padding + (room.width - width) / 2, y: top + offset, on: canvas)
    }
  }

  private static func layout(
    _ paragraph: Paragraph, scale: Double, width: Double, on canvas: borrowing Canvas
  ) throws(InterfaceError) -> TextLayout {
    let text = try TextLayout(
      paragraph.runs, capital: paragraph.capital, wrapping: paragraph.wrapping, on: canvas)
    text.set(scale: scale, width: width)
    return text
  }
}
