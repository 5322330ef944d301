package import ViewerCore

/// Draws scenes into the shadow: the cached picture in panel memory that display buffers are copied from.
///
/// Every pixel is written once, by the topmost thing that covers it, so that a pan costs about one copy of what
/// changed. Furniture alone is blended over what lies below. A pixel depends on the scene and its place, never on
/// the damage it is drawn in: pieces put together are the picture drawn at once.
///
/// Bitmaps and furniture are already turned as the panel hangs; only rectangles are turned here. A bitmap whose
/// size is that of its frame is copied, another is stretched (`Stretch`). The unused byte is 0xFF everywhere.
/// Scratch space is kept once it has grown to the panel's width; only pixman's headers for furniture come and go.
package struct Compositor {
  /// Paper where a page has no pixels yet.
  static let paper: UInt32 = 0xFFFF_FFFF

  private var surround = PixelRegion()
  private var open = PixelRegion()
  private var stretch = Stretch()

  package init() {}

  /// Brings the damaged part of the shadow up to date with a scene.
  /// - Parameter damage: upright pixels; what lies outside the panel is ignored.
  /// - Parameter shadow: `xrgb8888` of the scene's size, turned as the panel hangs.
  /// - Parameter bitmap: a page's pixels, turned, of any opaque format; `nil` draws as if the scene named none.
  /// - Parameter furniture: `argb8888Premultiplied`, turned, of the size of its frame; `nil` draws nothing.
  package mutating func compose(
    _ scene: Scene, damage: Damage, into shadow: PixelView, bitmap: (BitmapID) -> PixelView?,
    furniture: (Furniture) -> PixelView?
  ) {
    guard shadow.format == .xrgb8888 else { return }
    let panel = PanelSpace(size: scene.size, rotation: scene.rotation, shadow: shadow)
    for rect in damage.rects {
      let clip = rect.intersection(PixelRect(size: scene.size))
      guard !clip.isEmpty else { continue }
      drawSurround(scene, clip: clip, panel: panel)
      for page in scene.pages {
        draw(page, clip: clip, panel: panel, bitmap: bitmap)
      }
      for item in scene.furniture where item.opacity > 0 {
        let visible = item.frame.intersection(clip)
        guard !visible.isEmpty, let picture = furniture(item) else { continue }
        FurnitureBlend.draw(
          picture, at: panel.turned(item.frame), clip: panel.turned(visible), opacity: item.opacity,
          into: shadow)
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

  /// Both rectangles are upright; `frame` is what the whole picture is stretched over.
  private mutating func draw(
    _ picture: PixelView, over frame: PixelRect, clip: PixelRect, panel: PanelSpace
  ) {
    let place = panel.turned(frame)
    if picture.size == place.size {
      RowCopy.draw(picture, at: place, clip: panel.turned(clip), into: panel.shadow)
    } else {
      stretch.draw(picture, over: place, clip: panel.turned(clip), into: panel.shadow)
    }
  }
}
