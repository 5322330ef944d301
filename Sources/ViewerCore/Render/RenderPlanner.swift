/// Decides which pixels are worth drawing next: visible pages nearest the centre, their tiles once the view has
/// settled, two pages ahead in the direction of travel, one behind.
///
/// The plan is made anew each time it is asked for, so nothing in it can go stale.
package struct RenderPlanner: Sendable {
  package static let ahead = 2
  package static let behind = 1

  /// What the plan is made from.
  package struct View {
    package var layout: PageLayout
    package var viewport: Viewport
    /// +1 reading on, −1 reading back.
    package var direction: Int
    /// 80 ms without a change of zoom or offset.
    package var isSettled: Bool
    package var document: UInt32
    package var epoch: UInt32
    package var rotation: Rotation
    /// Whether pages out of sight are worth drawing; not while memory is short.
    package var looksAhead: Bool
    /// Pages whose thumbnails somebody looks at, most wanted first.
    package var thumbnails: [Int]

    package init(
      layout: PageLayout, viewport: Viewport, direction: Int, isSettled: Bool, document: UInt32,
      epoch: UInt32, rotation: Rotation, looksAhead: Bool = true, thumbnails: [Int] = []
    ) {
      self.thumbnails = thumbnails
      self.layout = layout
      self.viewport = viewport
      self.direction = direction
      self.isSettled = isSettled
      self.document = document
      self.epoch = epoch
      self.rotation = rotation
      self.looksAhead = looksAhead
    }

    package var visible: Range<Int> { layout.visiblePages(viewport) }

    /// The key of a page's base bitmap at this zoom. It depends on its own page alone: a relayout leaves it valid.
    package func baseKey(_ page: Int) -> RenderKey {
      let size = BaseResolution.size(
        page: layout.frame(of: page).size, zoom: viewport.zoom, viewport: viewport.size)
      return RenderKey(
        document: document, page: Int32(page), kind: .base, resolution: size, clip: PixelRect(size: size),
        rotation: rotation, epoch: 0)
    }

    /// The key of a page's small picture.
    package func thumbnailKey(_ page: Int) -> RenderKey {
      let size = ThumbnailSize.of(page: layout.frame(of: page).size, viewport: viewport.size)
      return RenderKey(
        document: document, page: Int32(page), kind: .thumbnail, resolution: size,
        clip: PixelRect(size: size), rotation: rotation, epoch: 0)
    }

    /// The key of the sharp crop of what the panel shows of a page; nil when nothing of it is visible.
    package func tileKey(_ page: Int) -> RenderKey? {
      let frame = viewport.frame(of: layout.frame(of: page))
      let seen = frame.intersection(PixelRect(size: viewport.size))
      guard !seen.isEmpty else { return nil }
      return RenderKey(
        document: document, page: Int32(page), kind: .tile, resolution: frame.size,
        clip: seen.offset(x: -frame.x, y: -frame.y), rotation: rotation, epoch: epoch)
    }
  }

  /// Everything wanted, most wanted first, whether or not it is there already.
  /// - Parameter base: the size of the base bitmap that a page has, nil when it has none.
  package static func plan(for view: View, base: (Int) -> PixelSize?) -> [RenderKey] {
    let visible = nearestFirst(view)
    var plan = visible.map(view.baseKey)
    if view.isSettled {
      for page in visible {
        guard let size = base(page), let tile = view.tileKey(page) else { continue }
        if Sharpness.wantsTile(shown: tile.resolution, base: size) { plan.append(tile) }
      }
    }
    plan += view.thumbnails.map(view.thumbnailKey)
    plan += neighbours(view).map(view.baseKey)
    return plan
  }

  /// Visible pages by the distance of their visible part from the panel's centre; the earlier page on a tie.
  private static func nearestFirst(_ view: View) -> [Int] {
    let axis = view.layout.axis
    let centre = view.viewport.size[axis] / 2
    func distance(_ page: Int) -> Int {
      let frame = view.viewport.frame(of: view.layout.frame(of: page))
      if frame.start(axis) > centre { return frame.start(axis) - centre }
      return frame.end(axis) < centre ? centre - frame.end(axis) : 0
    }
    return view.visible.map { (page: $0, distance: distance($0)) }
      .sorted { ($0.distance, $0.page) < ($1.distance, $1.page) }
      .map(\.page)
  }

  /// Ahead first, then behind, both outwards; none where one page is all there is to see.
  package static func neighbours(_ view: View) -> [Int] {
    let visible = view.visible
    guard view.looksAhead, !visible.isEmpty, view.layout.solePage == nil else { return [] }
    let last = view.layout.count
    let onwards = (0..<ahead).map { visible.upperBound + $0 }.filter { $0 < last }
    let back = (0..<ahead).map { visible.lowerBound - 1 - $0 }.filter { $0 >= 0 }
    return view.direction >= 0 ? onwards + back.prefix(behind) : back + onwards.prefix(behind)
  }
}
