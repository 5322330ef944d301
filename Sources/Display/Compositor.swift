package import ViewerCore

/// Draws scenes into the shadow: the cached picture in panel memory that display buffers are copied from.
///
/// Every pixel is written once, by the topmost thing that covers it, so that a pan costs about one copy of what
/// changed. Furniture alone is blended over what lies below, and what is solid of it is copied: nothing is drawn below
/// that. Highlights are multiplied into pages while those are still in the processor's cache. A pixel depends on the scene and its place, never on
/// the damage it is drawn in: pieces put together are the picture drawn at once.
///
/// Bitmaps and furniture are already turned as the panel hangs; only rectangles are turned here. A bitmap whose
/// size is that of its frame is copied, another is stretched (`Stretch`). The unused byte is 0xFF everywhere.
/// Scratch space is kept once it has grown to the panel's width; only pixman's headers for furniture come and go.
package struct Compositor {
  /// Paper where a page has no pixels yet.
  static let paper: UInt32 = 0xFFFF_FFFF

  /// Rows that are drawn before their highlights: some 250 kB of a common panel.
  private static let bandRows = 32

  private var bare = PixelRegion()
  private var surround = PixelRegion()
  private var open = PixelRegion()
  private var stretch = Stretch()
  private var highlights = HighlightPaint()
  /// A page's picture that comes or goes, before it is blended.
  private var faded: [UInt32] = []

  package init() {}

  /// Brings the damaged part of the shadow up to date with a scene.
  /// - Parameter damage: upright pixels; what lies outside the panel is ignored.
  /// - Parameter shadow: `xrgb8888` of the scene's size, turned as the panel hangs.
  /// - Parameter bitmap: a page's pixels, turned, of any opaque format; `nil` draws as if the scene named none.
  /// - Parameter furniture: `argb8888Premultiplied`, turned, of the size of its frame, with what is known
  ///   to be solid of it; `nil` draws nothing. Not asked for pictures of pages.
  package mutating func compose(
    _ scene: Scene, damage: Damage, into shadow: PixelView, bitmap: (BitmapID) -> PixelView?,
    furniture: (Furniture) -> PixelView?
  ) {
    guard shadow.format == .xrgb8888 else { return }
    let panel = PanelSpace(size: scene.size, rotation: scene.rotation, shadow: shadow)
    for rect in damage.rects {
      let clip = rect.intersection(PixelRect(size: scene.size))
      guard !clip.isEmpty else { continue }
      bare.reset(to: clip)
      subtractSolid(scene, clip: clip, panel: panel, bitmap: bitmap, furniture: furniture)
      for index in bare.rects.indices {
        let part = bare.rects[index]
        drawSurround(scene, clip: part, panel: panel)
        for page in scene.pages { draw(page, clip: part, panel: panel, bitmap: bitmap) }
      }
      for item in scene.furniture where item.opacity > 0 {
        let visible = item.shownFrame.intersection(clip)
        guard !visible.isEmpty else { continue }
        if case .picture(let id) = item.content {
          draw(id, of: item, clip: visible, panel: panel, bitmap: bitmap)
        } else if let picture = furniture(item) {
          FurnitureBlend.draw(
            picture, at: panel.turned(item.frame), clip: panel.turned(visible), opacity: item.opacity,
            into: shadow)
        }
      }
    }
  }

  /// Takes away what solid furniture covers; small things are not worth the cuts.
  private mutating func subtractSolid(
    _ scene: Scene, clip: PixelRect, panel: PanelSpace, bitmap: (BitmapID) -> PixelView?,
    furniture: (Furniture) -> PixelView?
  ) {
    let worthwhile = scene.size.width * scene.size.height / 128
    for item in scene.furniture where item.opacity == 255 && item.frame.area >= worthwhile {
      let visible = item.shownFrame.intersection(clip)
      guard !visible.isEmpty else { continue }
      if case .picture(let id) = item.content {
        if usable(bitmap(id)) != nil { bare.subtract(visible) }
      } else if let picture = furniture(item), !picture.opaque.isEmpty {
        let place = panel.turned(item.frame)
        let solid = PixelRect(
          x: place.x + picture.opaque.x, y: place.y + picture.opaque.y, width: picture.opaque.width,
          height: picture.opaque.height)
        bare.subtract(panel.upright(solid).intersection(visible))
      }
    }
  }

  private mutating func drawSurround(_ scene: Scene, clip: PixelRect, panel: PanelSpace) {
    surround.reset(to: clip)
    for page in scene.pages { surround.subtract(page.frame) }
    for rect in surround.rects { panel.fill(rect, 0xFF00_0000 | scene.surround) }
    guard !surround.isEmpty else { return }
    for page in scene.pages {
      for distance in PageShadow.strengths.indices {
        let pixel = PageShadow.darken(scene.surround, by: PageShadow.strengths[distance])
        let column = PageShadow.column(of: page.frame, at: distance)
        let row = PageShadow.row(of: page.frame, at: distance)
        for rect in surround.rects {
          panel.fill(rect.intersection(column), pixel)
          panel.fill(rect.intersection(row), pixel)
        }
      }
    }
  }

  private mutating func draw(
    _ page: ScenePage, clip: PixelRect, panel: PanelSpace, bitmap: (BitmapID) -> PixelView?
  ) {
    let visible = page.frame.intersection(clip)
    guard !visible.isEmpty else { return }
    guard !page.highlights.isEmpty, highlights.begin(page.highlights, clip: visible) else {
      drawPixels(of: page, visible: visible, panel: panel, bitmap: bitmap)
      return
    }
    for band in panel.bands(of: visible, rows: Self.bandRows) {
      drawPixels(of: page, visible: band, panel: panel, bitmap: bitmap)
      highlights.draw(clip: band, panel: panel)
    }
  }

  private mutating func drawPixels(
    of page: ScenePage, visible: PixelRect, panel: PanelSpace, bitmap: (BitmapID) -> PixelView?
  ) {
    open.reset(to: visible)
    if let tile = page.tile, let picture = usable(bitmap(tile.bitmap)) {
      let covered = tile.frame.intersection(visible)
      if !covered.isEmpty {
        draw(picture, over: tile.frame, clip: covered, panel: panel)
        open.subtract(covered)
      }
    }
    guard !open.isEmpty else { return }
    let base = page.base.flatMap { usable(bitmap($0)) }
    for index in open.rects.indices {
      if let base {
        draw(base, over: page.frame, clip: open.rects[index], panel: panel)
      } else {
        panel.fill(open.rects[index], Self.paper)
      }
    }
  }

  private func usable(_ picture: PixelView?) -> PixelView? {
    guard let picture, !picture.size.isEmpty else { return nil }
    return picture.format == .argb8888Premultiplied ? nil : picture
  }

  /// A page's bitmap as furniture.
  private mutating func draw(
    _ id: BitmapID, of item: Furniture, clip: PixelRect, panel: PanelSpace, bitmap: (BitmapID) -> PixelView?
  ) {
    guard let picture = usable(bitmap(id)) else { return }
    guard item.opacity < 255 else {
      draw(picture, over: item.frame, clip: clip, panel: panel)
      return
    }
    let place = panel.turned(clip)
    let frame = panel.turned(item.frame)
    let moved = PixelRect(
      x: frame.x - place.x, y: frame.y - place.y, width: frame.width, height: frame.height)
    // Out of the compositor while it draws; back with whatever it has grown to.
    var copy: [UInt32] = []
    swap(&copy, &faded)
    if copy.count < place.area { copy = Array(repeating: 0, count: place.area) }
    copy.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let view = PixelView(
        base: base, stride: place.width * 4, width: place.width, height: place.height,
        format: .argb8888Premultiplied)
      paint(picture, over: moved, clip: PixelRect(size: place.size), into: view)
      FurnitureBlend.draw(view, at: place, clip: place, opacity: item.opacity, into: panel.shadow)
    }
    swap(&copy, &faded)
  }

  /// Both rectangles are upright; `frame` is what the whole picture is stretched over.
  private mutating func draw(
    _ picture: PixelView, over frame: PixelRect, clip: PixelRect, panel: PanelSpace
  ) {
    paint(picture, over: panel.turned(frame), clip: panel.turned(clip), into: panel.shadow)
  }

  private mutating func paint(
    _ picture: PixelView, over place: PixelRect, clip: PixelRect, into target: PixelView
  ) {
    if picture.size == place.size {
      RowCopy.draw(picture, at: place, clip: clip, into: target)
    } else {
      stretch.draw(picture, over: place, clip: clip, into: target)
    }
  }
}
