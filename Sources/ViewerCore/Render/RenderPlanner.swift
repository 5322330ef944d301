/// Decides which pixels are worth drawing next: visible pages nearest the centre, their tiles once the view has
/// settled, thumbnails that are looked at, two pages ahead in the direction of travel and one behind, and, while
/// nothing moves and as far as there is room, up to eight ahead and four behind.
///
/// Where a page goes by itself faster than pages are drawn, what is in view now will be gone when it is there. Then
/// pages are drawn for the views to come (`Course`), the place of rest among them.
///
/// The plan is made anew each time it is asked for, so nothing in it can go stale.
package struct RenderPlanner: Sendable {
  package static let ahead = 2
  package static let behind = 1
  /// So many times as far where there is room.
  package static let farthest = 4

  /// What the plan is made from.
  package struct View {
    package var layout: PageLayout
    package var viewport: Viewport
    /// The viewport with what a keyboard covers of it, px: it comes and goes, and no page is drawn anew for that.
    package var screen: PixelSize
    /// +1 reading on, −1 reading back.
    package var direction: Int
    /// 80 ms without a change of zoom or offset.
    package var isSettled: Bool
    package var document: UInt32
    package var epoch: UInt32
    package var rotation: Rotation
    /// Whether pages out of sight are worth drawing; not while memory is short.
    package var looksAhead: Bool
    /// Memory is short: no free buffers are kept.
    package var isSparing = false
    /// Views to come that renders begun from now on are there for, the last where the page comes to rest; none where
    /// pages are drawn faster than they go by.
    package var course: [Viewport] = []
    /// Of pages that were put something into, how often.
    package var editions: [Int: UInt32] = [:]
    /// Pages whose thumbnails somebody looks at, most wanted first.
    package var thumbnails: [Int]

    package init(
      layout: PageLayout, viewport: Viewport, direction: Int, isSettled: Bool, document: UInt32,
      epoch: UInt32, rotation: Rotation, looksAhead: Bool = true, thumbnails: [Int] = []
    ) {
      self.thumbnails = thumbnails
      self.layout = layout
      self.viewport = viewport
      screen = viewport.size
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
        page: layout.frame(of: page).size, zoom: viewport.zoom, viewport: screen)
      return RenderKey(
        document: document, page: Int32(page), kind: .base, resolution: size, clip: PixelRect(size: size),
        rotation: rotation, epoch: 0, edition: editions[page] ?? 0)
    }

    /// Whether a page's base has fewer pixels than the screen shows of it at zoom 1, for it is very long.
    package func needsTileAtZoomOne(_ page: Int) -> Bool {
      let size = layout.frame(of: page).size
      return Sharpness.wantsTile(
        shown: size, base: BaseResolution.size(page: size, zoom: 1, viewport: screen))
    }

    /// The key of a page's small picture.
    package func thumbnailKey(_ page: Int) -> RenderKey {
      let size = ThumbnailSize.of(page: layout.frame(of: page).size, viewport: screen)
      return RenderKey(
        document: document, page: Int32(page), kind: .thumbnail, resolution: size,
        clip: PixelRect(size: size), rotation: rotation, epoch: 0, edition: editions[page] ?? 0)
    }

    /// The key of the sharp crop of what the panel shows of a page; nil when nothing of it is visible.
    package func tileKey(_ page: Int) -> RenderKey? {
      let frame = viewport.frame(of: layout.frame(of: page))
      let seen = frame.intersection(PixelRect(size: screen))
      guard !seen.isEmpty else { return nil }
      return RenderKey(
        document: document, page: Int32(page), kind: .tile, resolution: frame.size,
        clip: seen.offset(x: -frame.x, y: -frame.y), rotation: rotation, epoch: epoch,
        edition: editions[page] ?? 0)
    }
  }

  /// What is wanted, and from where on only as far as there is room.
  package struct Plan: Hashable, Sendable {
    /// Most wanted first, whether or not it is there already.
    package var keys: [RenderKey]
    /// From this place on nothing is for the screen as it is, or will be when it is drawn.
    package var firstAhead: Int
    package var firstExtra: Int
  }

  /// - Parameters:
  ///   - base: the size of the base bitmap that a page has, nil when it has none.
  ///   - tile: the tile that a page has.
  package static func plan(
    for view: View, base: (Int) -> PixelSize?, tile: (Int) -> RenderKey? = { _ in nil }
  ) -> Plan {
    if !view.course.isEmpty, view.looksAhead { return planOnTheWay(view) }
    let visible = nearestFirst(view)
    var keys = visible.map(view.baseKey)
    if view.isSettled {
      for page in visible {
        guard let size = base(page), let wanted = view.tileKey(page),
          Sharpness.wantsTile(shown: wanted.resolution, base: size)
        else { continue }
        // One that shows all of it to the pixel, and more, is as good.
        if let held = tile(page), held.covers(wanted) { keys.append(held) } else { keys.append(wanted) }
      }
    }
    let firstAhead = keys.count
    keys += view.thumbnails.map(view.thumbnailKey)
    let neighbours = neighbours(view)
    let firstExtra = keys.count + neighbours.near.count
    keys += neighbours.near.map(view.baseKey)
    if view.isSettled { keys += neighbours.far.map(view.baseKey) }
    return Plan(keys: keys, firstAhead: firstAhead, firstExtra: firstExtra)
  }

  /// Pages as they will be in view, the neighbours of those where it ends, and last what will have gone by.
  private static func planOnTheWay(_ view: View) -> Plan {
    var pages: [Int] = []
    func add(_ more: [Int]) {
      for page in more where !pages.contains(page) { pages.append(page) }
    }
    var moment = view
    for viewport in view.course {
      moment.viewport = viewport
      add(nearestFirst(moment))
    }
    let firstAhead = pages.count
    add(neighbours(moment).near)
    add(nearestFirst(view))
    var keys = pages.map(view.baseKey)
    keys.insert(contentsOf: view.thumbnails.map(view.thumbnailKey), at: firstAhead)
    return Plan(keys: keys, firstAhead: firstAhead, firstExtra: keys.count)
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

  /// Pages out of sight: two on in the direction of travel and one back, always; then more in the same proportion,
  /// outwards; none where one page is all there is to see.
  package static func neighbours(_ view: View) -> (near: [Int], far: [Int]) {
    let visible = view.visible
    guard view.looksAhead, !visible.isEmpty, view.layout.solePage == nil else { return ([], []) }
    func on(_ steps: Range<Int>) -> [Int] { pages(steps, forward: view.direction >= 0) }
    func back(_ steps: Range<Int>) -> [Int] { pages(steps, forward: view.direction < 0) }
    func pages(_ steps: Range<Int>, forward: Bool) -> [Int] {
      steps.map { forward ? visible.upperBound + $0 : visible.lowerBound - 1 - $0 }
        .filter { $0 >= 0 && $0 < view.layout.count }
    }
    var far: [Int] = []
    for step in 1..<farthest {
      far += on(step * ahead..<(step + 1) * ahead) + back(step * behind..<(step + 1) * behind)
    }
    return (on(0..<ahead) + back(0..<behind), far)
  }
}

extension RenderKey {
  /// Whether a tile's pixels are those of another one, and more of them around.
  fileprivate func covers(_ other: RenderKey) -> Bool {
    document == other.document && page == other.page && kind == other.kind && rotation == other.rotation
      && epoch == other.epoch && edition == other.edition && resolution == other.resolution
      && clip.contains(other.clip)
  }
}
