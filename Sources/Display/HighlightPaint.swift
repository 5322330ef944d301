import CPixels
import ViewerCore

/// Marks parts of pages: their pixels are multiplied by a colour, so that paper takes it and ink stays ink.
///
/// A pixel is marked once, by the topmost of the marks that lie over it, so that lines of a selection whose boxes
/// overlap show no darker bands, and the order in which marks come changes nothing.
struct HighlightPaint {
  /// What lies over what, and in which colour, 0xRRGGBB.
  private enum Rank: Int, Comparable {
    case field, match, selection, frame, currentMatch

    var color: UInt32 {
      switch self {
      case .field: 0xFFF3DC
      case .match: 0xFFE2A8
      case .selection: 0xFFD98A
      // 4.9:1 against white paper: what a current match is told by besides its colour.
      case .frame: 0xB35C00
      case .currentMatch: 0xFFB000
      }
    }

    static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
  }

  private struct Mark {
    var rect: PixelRect
    var rank: Rank
  }

  /// Of the page that is drawn, by their upper edges.
  private var all: [Mark] = []
  /// Of those, what lies in the piece that is drawn.
  private var marks: [Mark] = []
  private var tallest = 0
  private var open = PixelRegion()

  /// Takes a page's marks.
  /// - Parameter clip: upright, within the page.
  /// - Returns: whether there are any.
  mutating func begin(_ highlights: [SceneHighlight], clip: PixelRect) -> Bool {
    all.removeAll(keepingCapacity: true)
    for highlight in highlights where highlight.outline.intersects(clip) { add(highlight, clip) }
    all.sort { $0.rect.y < $1.rect.y }
    return !all.isEmpty
  }

  /// Marks a piece of the page that was begun.
  /// - Parameter clip: upright.
  mutating func draw(clip: PixelRect, panel: PanelSpace) {
    gather(clip)
    for (index, mark) in marks.enumerated() {
      open.reset(to: mark.rect)
      var other = index
      while other > 0, marks[other - 1].rect.y > mark.rect.y - tallest {
        other -= 1
        // Of two alike the one before goes first; which one that is makes no difference.
        if marks[other].rank >= mark.rank { open.subtract(marks[other].rect) }
      }
      other = index + 1
      while other < marks.count, marks[other].rect.y < mark.rect.maxY {
        if marks[other].rank > mark.rank { open.subtract(marks[other].rect) }
        other += 1
      }
      for rect in open.rects { panel.multiply(rect, by: mark.rank.color) }
    }
  }

  private mutating func gather(_ clip: PixelRect) {
    marks.removeAll(keepingCapacity: true)
    tallest = 0
    for mark in all {
      if mark.rect.y >= clip.maxY { break }
      let visible = mark.rect.intersection(clip)
      guard !visible.isEmpty else { continue }
      tallest = max(tallest, visible.height)
      marks.append(Mark(rect: visible, rank: mark.rank))
    }
  }

  private mutating func add(_ highlight: SceneHighlight, _ clip: PixelRect) {
    let frame = highlight.frame
    switch highlight.kind {
    case .match: add(frame, .match, clip)
    case .selection: add(frame, .selection, clip)
    case .field:
      add(frame, .field, clip)
      // Never colour alone.
      let line = min(3, max(1, frame.height / 12))
      add(PixelRect(x: frame.x, y: frame.maxY - line, width: frame.width, height: line), .frame, clip)
    case .currentMatch, .currentField:
      add(frame, highlight.kind == .currentMatch ? .currentMatch : .field, clip)
      let outline = highlight.outline
      let border = highlight.border
      for y in [outline.y, frame.maxY] {
        add(PixelRect(x: outline.x, y: y, width: outline.width, height: border), .frame, clip)
      }
      for x in [outline.x, frame.maxX] {
        add(PixelRect(x: x, y: frame.y, width: border, height: frame.height), .frame, clip)
      }
    }
  }

  private mutating func add(_ rect: PixelRect, _ rank: Rank, _ clip: PixelRect) {
    let visible = rect.intersection(clip)
    if !visible.isEmpty { all.append(Mark(rect: visible, rank: rank)) }
  }
}

extension PanelSpace {
  /// Multiplies what is there by a colour, 0xRRGGBB.
  /// - Parameter rect: upright.
  func multiply(_ rect: PixelRect, by color: UInt32) {
    let place = turned(rect).intersection(shadow.bounds)
    for y in place.y..<place.y + max(0, place.height) {
      cpixels_multiply_row(shadow.pixels(y) + place.x, color, place.width)
    }
  }

  /// A rectangle of the turned picture, as it lies on the upright one.
  func upright(_ rect: PixelRect) -> PixelRect {
    rotation.upright(rect, in: size)
  }

  /// A rectangle in pieces of so many rows of the panel's memory: what is drawn over again meanwhile is still in the
  /// processor's cache.
  func bands(of rect: PixelRect, rows: Int) -> [PixelRect] {
    let isSideways = rotation.swapsAxes
    let length = isSideways ? rect.width : rect.height
    return stride(from: 0, to: length, by: rows).map { start in
      let part = min(rows, length - start)
      return isSideways
        ? PixelRect(x: rect.x + start, y: rect.y, width: part, height: rect.height)
        : PixelRect(x: rect.x, y: rect.y + start, width: rect.width, height: part)
    }
  }
}
