/// Which link a fingertip means.
package struct LinkHit: Sendable {
  private var best: (link: PageLink, page: Int, distance: Double, area: Double)?
  /// px round the place.
  private let reach: Double
  private let place: Point

  /// - Parameters:
  ///   - place: px of the panel.
  ///   - reach: how far a link may be from it, px.
  package init(at place: Point, reach: Double) {
    self.place = place
    self.reach = reach
  }

  /// The nearest link so far; of several under the finger the smallest, for it lies on top.
  package var found: (page: Int, link: PageLink)? { best.map { ($0.page, $0.link) } }

  /// Looks through the links of a page.
  /// - Parameters:
  ///   - frame: where the page lies, px of the panel.
  ///   - size: of the page, pt.
  package mutating func look(at links: [PageLink], page: Int, frame: PixelRect, size: Size) {
    guard size.width > 0, size.height > 0 else { return }
    let across = Double(frame.width) / size.width
    let down = Double(frame.height) / size.height
    for link in links {
      let left = Double(frame.x) + link.left * across
      let right = Double(frame.x) + link.right * across
      let top = Double(frame.y) + link.top * down
      let bottom = Double(frame.y) + link.bottom * down
      let x = max(left - place.x, 0, place.x - right)
      let y = max(top - place.y, 0, place.y - bottom)
      let distance = (x * x + y * y).squareRoot()
      guard distance <= reach else { continue }
      let area = (right - left) * (bottom - top)
      if let best, (best.distance, best.area) <= (distance, area) { continue }
      best = (link, page, distance, area)
    }
  }
}
