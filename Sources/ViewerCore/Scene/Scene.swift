/// Everything a frame shows, in pixels of the upright panel. A value: equal scenes give equal pixels.
package struct Scene: Hashable, Sendable {
  package var size: PixelSize
  /// How the panel hangs; bitmaps named here are already turned this way.
  package var rotation: Rotation
  /// 0xRRGGBB of what no page covers.
  package var surround: UInt32
  /// How the viewer's own things look.
  package var look: Look
  package var pages: [ScenePage] = []
  /// The viewer's own things on top of the pages, bottom first.
  package var furniture: [Furniture] = []

  package init(size: PixelSize, rotation: Rotation, surround: UInt32, look: Look = Look()) {
    self.look = look
    self.size = size
    self.rotation = rotation
    self.surround = surround
  }
}

/// One visible page and its best pixels so far.
package struct ScenePage: Hashable, Sendable {
  package enum Quality: String, Hashable, Sendable {
    /// No screen pixel lacks a pixel of the page.
    case sharp
    /// A bitmap with fewer pixels than the screen shows.
    case base
    case placeholder
    case failed
  }

  /// Counted from 0.
  package var page: Int
  /// Where the whole page lies; may reach far beyond the panel.
  package var frame: PixelRect
  /// The bitmap of the whole page, stretched over `frame`.
  package var base: BitmapID?
  package var baseSize: PixelSize
  /// A crop in its own rectangle, over the base.
  package var tile: SceneTile?
  package var quality: Quality
  /// What is marked on the page, over its pixels.
  package var highlights: [SceneHighlight]

  package init(
    page: Int, frame: PixelRect, base: BitmapID?, baseSize: PixelSize, tile: SceneTile?,
    quality: Quality, highlights: [SceneHighlight] = []
  ) {
    self.highlights = highlights
    self.page = page
    self.frame = frame
    self.base = base
    self.baseSize = baseSize
    self.tile = tile
    self.quality = quality
  }
}

/// A sharp crop of a page: `frame` may be scaled while the view has moved on from the tile's own scale.
package struct SceneTile: Hashable, Sendable {
  package var bitmap: BitmapID
  /// The bitmap's pixels, upright.
  package var size: PixelSize
  package var frame: PixelRect

  package init(bitmap: BitmapID, size: PixelSize, frame: PixelRect) {
    self.bitmap = bitmap
    self.size = size
    self.frame = frame
  }
}
