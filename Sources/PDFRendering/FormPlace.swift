import CForms
import ViewerCore

/// Where a widget stands, as the file says it.
struct FormPlace {
  /// Two opposite corners, points.
  struct Rect: Equatable {
    var left, bottom, right, top: Double

    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
      left = min(x1, x2)
      bottom = min(y1, y2)
      right = max(x1, x2)
      top = max(y1, y2)
    }

    var width: Double { right - left }
    var height: Double { top - bottom }

    func moved(x: Double, y: Double) -> Rect { Rect(left + x, bottom + y, right + x, top + y) }

    /// The same but for rounding.
    func isNear(_ other: Rect) -> Bool {
      abs(left - other.left) < 0.5 && abs(right - other.right) < 0.5 && abs(top - other.top) < 0.5
        && abs(bottom - other.bottom) < 0.5
    }
  }

  /// Counted from 0.
  var page: Int
  var rect: Rect
  /// What is seen of the page.
  var box: Rect
  /// Degrees that the page is turned clockwise to stand upright.
  var turn: Int
  /// Of the annotation.
  var flags: Int32

  init(page: Int, rect: Rect, box: Rect, turn: Int = 0, flags: Int32 = 0) {
    self.page = page
    self.rect = rect
    self.box = box
    self.turn = turn
    self.flags = flags
  }

  init(_ raw: cforms_widget) {
    self.init(
      page: Int(raw.page), rect: Rect(raw.rect.0, raw.rect.1, raw.rect.2, raw.rect.3),
      box: Rect(raw.box.0, raw.box.1, raw.box.2, raw.box.3), turn: Int(raw.turn), flags: raw.flags)
  }

  /// From the corner at the bottom left of what is seen of the page, before that is turned.
  var onPage: Rect { rect.moved(x: -box.left, y: -box.bottom) }

  func widget(state: String) -> FormField.Widget {
    // Hidden, or for print alone (PDF 1.7, table 165: bits 2 and 6).
    let isHidden = flags & (1 << 1 | 1 << 5) != 0
    return FormField.Widget(page: page, box: upright, state: state, isHidden: isHidden)
  }

  /// Points from the upright page's top left.
  var upright: PageText.Box {
    let place = onPage
    let edges: (left: Double, top: Double, right: Double, bottom: Double) =
      switch ((turn / 90) % 4 + 4) % 4 {
      case 1: (place.bottom, place.left, place.top, place.right)
      case 2: (box.width - place.right, place.bottom, box.width - place.left, place.top)
      case 3:
        (box.height - place.top, box.width - place.right, box.height - place.bottom, box.width - place.left)
      default: (place.left, box.height - place.top, place.right, box.height - place.bottom)
      }
    func sound(_ value: Double) -> Float { value.isFinite ? Float(min(max(value, -1e6), 1e6)) : 0 }
    return PageText.Box(
      left: sound(edges.left), top: sound(edges.top), right: sound(edges.right), bottom: sound(edges.bottom))
  }
}
