import CCairo
import ViewerCore

/// The viewer's own icons: lines of 2 units with round ends on a grid of 24, drawn at the size they are needed.
///
/// Shapes keep within 2...22, so that a stroke stays inside the grid, and weigh alike: about 18 units across.
struct IconDrawing {
  /// Of the grid, in px.
  private let origin: (x: Double, y: Double)
  private let unit: Double
  private let context: OpaquePointer

  /// - Parameter box: the grid is the largest square amid it.
  static func draw(
    _ icon: Icon, in box: Box, color: UInt32, alpha: Double = 1, on canvas: borrowing Canvas
  ) {
    let square = box.square
    guard square.width >= 1 else { return }
    let drawing = IconDrawing(
      origin: (square.x, square.y), unit: square.width / 24, context: canvas.context)
    canvas.setColor(color, alpha: alpha)
    cairo_set_line_width(canvas.context, 2 * drawing.unit)
    cairo_set_line_cap(canvas.context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_ROUND)
    cairo_new_path(canvas.context)
    drawing.draw(icon)
    cairo_set_line_cap(canvas.context, CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(canvas.context, CAIRO_LINE_JOIN_MITER)
  }

  private func draw(_ icon: Icon) {
    switch icon {
    case .home: home()
    case .contents: contents()
    case .pages: pages()
    case .search: search()
    case .minus: minus()
    case .plus: plus()
    case .speaker: speaker()
    case .back: back()
    case .close: close()
    case .up: up()
    case .down: down()
    case .shift: shift()
    case .delete: delete()
    case .globe: globe()
    case .check: check()
    case .previous: previous()
    case .next: next()
    }
  }

  // MARK: Icons

  /// A house with a door.
  private func home() {
    line((3.6, 10.6), (12, 3.4), (20.4, 10.6), (20.4, 20.6), (3.6, 20.6), closed: true)
    line((9.4, 20.6), (9.4, 14), (14.6, 14), (14.6, 20.6))
    stroke()
  }

  /// Three lines, each with its dot.
  private func contents() {
    for y in [6.0, 12, 18] {
      line((8.5, y), (20.5, y))
    }
    stroke()
    for y in [6.0, 12, 18] { dot(4, y, radius: 1.25) }
  }

  /// Four pages.
  private func pages() {
    for (x, y) in [(3.7, 3.7), (13.9, 3.7), (3.7, 13.9), (13.9, 13.9)] {
      rounded(x, y, width: 6.4, height: 6.4, radius: 1.2)
    }
    stroke()
  }

  /// A magnifying glass.
  private func search() {
    circle(10.7, 10.7, radius: 7)
    line((15.8, 15.8), (20.8, 20.8))
    stroke()
  }

  private func minus() {
    line((4.2, 12), (19.8, 12))
    stroke()
  }

  private func plus() {
    line((4.2, 12), (19.8, 12))
    line((12, 4.2), (12, 19.8))
    stroke()
  }

  /// A loudspeaker with two waves.
  private func speaker() {
    line(
      (2.8, 9.4), (6.4, 9.4), (11.4, 5.2), (11.4, 18.8), (6.4, 14.6), (2.8, 14.6), closed: true)
    arc(11, 12, radius: 4.6, from: -0.72, to: 0.72)
    arc(11, 12, radius: 9.2, from: -0.78, to: 0.78)
    stroke()
  }

  /// An arrow that turns back.
  private func back() {
    line((8.2, 4.6), (3.6, 9.2), (8.2, 13.8))
    line((3.6, 9.2), (14.6, 9.2))
    arc(14.6, 14.3, radius: 5.1, from: -.pi / 2, to: .pi / 2)
    line((14.6, 19.4), (9, 19.4))
    stroke()
  }

  private func close() {
    line((5.6, 5.6), (18.4, 18.4))
    line((18.4, 5.6), (5.6, 18.4))
    stroke()
  }

  private func previous() {
    line((15.6, 4.6), (8.2, 12), (15.6, 19.4))
    stroke()
  }

  private func next() {
    line((8.4, 4.6), (15.8, 12), (8.4, 19.4))
    stroke()
  }

  private func up() {
    line((4.6, 15.6), (12, 8.2), (19.4, 15.6))
    stroke()
  }

  private func down() {
    line((4.6, 8.4), (12, 15.8), (19.4, 8.4))
    stroke()
  }

  /// A broad arrow up.
  private func shift() {
    line(
      (12, 3.6), (20.6, 12.4), (16, 12.4), (16, 20), (8, 20), (8, 12.4), (3.4, 12.4), closed: true)
    stroke()
  }

  /// A tag that points left, with a cross.
  private func delete() {
    line((8.4, 5.2), (21.2, 5.2), (21.2, 18.8), (8.4, 18.8), (2.6, 12), closed: true)
    line((11.6, 9.4), (16.8, 14.6))
    line((16.8, 9.4), (11.6, 14.6))
    stroke()
  }

  /// A globe with its equator and two meridians.
  private func globe() {
    circle(12, 12, radius: 9)
    line((3, 12), (21, 12))
    curve(from: (12, 3), (7.2, 7.6), (7.2, 16.4), to: (12, 21))
    curve(from: (12, 3), (16.8, 7.6), (16.8, 16.4), to: (12, 21))
    stroke()
  }

  private func check() {
    line((4.2, 12.8), (9.6, 18.2), (19.8, 6.4))
    stroke()
  }

  // MARK: Strokes

  private typealias Place = (x: Double, y: Double)

  private func px(_ place: Place) -> Place {
    (origin.x + place.x * unit, origin.y + place.y * unit)
  }

  private func line(_ places: Place..., closed: Bool = false) {
    for (index, place) in places.enumerated() {
      let place = px(place)
      if index == 0 {
        cairo_move_to(context, place.x, place.y)
      } else {
        cairo_line_to(context, place.x, place.y)
      }
    }
    if closed { cairo_close_path(context) }
  }

  private func curve(from start: Place, _ first: Place, _ second: Place, to end: Place) {
    let (start, first, second, end) = (px(start), px(first), px(second), px(end))
    cairo_move_to(context, start.x, start.y)
    cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
  }

  private func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, to end: Double) {
    let centre = px((x, y))
    cairo_new_sub_path(context)
    cairo_arc(context, centre.x, centre.y, radius * unit, start, end)
  }

  private func circle(_ x: Double, _ y: Double, radius: Double) {
    arc(x, y, radius: radius, from: 0, to: 2 * .pi)
    cairo_close_path(context)
  }

  private func rounded(_ x: Double, _ y: Double, width: Double, height: Double, radius r: Double) {
    cairo_new_sub_path(context)
    for (cx, cy, start) in [
      (x + width - r, y + r, -Double.pi / 2), (x + width - r, y + height - r, 0),
      (x + r, y + height - r, .pi / 2), (x + r, y + r, .pi),
    ] {
      let centre = px((cx, cy))
      cairo_arc(context, centre.x, centre.y, r * unit, start, start + .pi / 2)
    }
    cairo_close_path(context)
  }

  private func dot(_ x: Double, _ y: Double, radius: Double) {
    circle(x, y, radius: radius)
    cairo_fill(context)
  }

  /// All lines at once: what is translucent does not add up where they cross.
  private func stroke() {
    cairo_stroke(context)
  }
}
