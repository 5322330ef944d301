/// The point of a page that lies where reading begins in the view: what stays in place when the layout changes.
package struct PageAnchor: Hashable, Sendable {
  /// Along one axis, measured from the page's start.
  private enum Place: Hashable, Sendable {
    /// On the page: a share of its length.
    case inside(Double)
    /// Before or after it lies a gap, whose width does not grow with the page; px.
    case before(Double)
    case after(Double)

    init(_ distance: Double, of length: Double) {
      if distance < 0 {
        self = .before(distance)
      } else if distance > length {
        self = .after(distance - length)
      } else {
        self = .inside(distance / max(1, length))
      }
    }

    func distance(in length: Double) -> Double {
      switch self {
      case .inside(let share): share * length
      case .before(let distance): distance
      case .after(let distance): length + distance
      }
    }
  }

  package let page: Int
  private let x: Place
  private let y: Place

  /// - Parameter onSlot: whether the view rests on slots: then the page is the one whose slot it is.
  package init(_ layout: PageLayout, _ viewport: Viewport, onSlot: Bool) {
    let corner = viewport.content(at: Self.corner(layout))
    let axis = layout.axis
    if onSlot {
      let middle = viewport.offset[axis] + Double(viewport.size[axis]) / 2
      page = layout.slot(at: middle / viewport.zoom)
    } else {
      page = layout.leadingPage(viewport)
    }
    let frame = layout.frame(of: page)
    x = Place(corner.x - Double(frame.x), of: Double(frame.width))
    y = Place(corner.y - Double(frame.y), of: Double(frame.height))
  }

  /// The offset that shows the point where it was.
  package func offset(in layout: PageLayout, zoom: Double) -> Point {
    let frame = layout.frame(of: page)
    let point = Point(
      x: Double(frame.x) + x.distance(in: Double(frame.width)),
      y: Double(frame.y) + y.distance(in: Double(frame.height)))
    return point * zoom - Self.corner(layout)
  }

  /// Where reading begins in the view, px.
  private static func corner(_ layout: PageLayout) -> Point {
    Point(x: layout.style.isRightToLeft ? Double(layout.viewport.width) : 0, y: 0)
  }
}
