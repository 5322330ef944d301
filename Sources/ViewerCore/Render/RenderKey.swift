/// Says exactly which pixels: equal keys give equal pixels.
package struct RenderKey: Hashable, Sendable {
  package enum Kind: CaseIterable, Hashable, Sendable {
    /// The whole page, shown while anything better is missing.
    case base
    /// A crop at screen resolution, once the view has settled.
    case tile
    /// The whole page, small, for the grid of pages.
    case thumbnail
  }

  /// Which document session; grows with each document opened.
  package var document: UInt32
  /// Counted from 0.
  package var page: Int32
  package var kind: Kind
  /// The whole page in pixels at this scale, upright.
  package var resolution: PixelSize
  /// What of those pixels, upright; the whole page for a base.
  package var clip: PixelRect
  /// How the bitmap is turned, for panels that hang sideways.
  package var rotation: Rotation
  /// Grows when the layout or the document changes under work in flight.
  package var epoch: UInt32
  /// Grows with everything that is put into a form on the page.
  package var edition: UInt32

  package init(
    document: UInt32, page: Int32, kind: Kind, resolution: PixelSize, clip: PixelRect,
    rotation: Rotation, epoch: UInt32, edition: UInt32 = 0
  ) {
    self.edition = edition
    self.document = document
    self.page = page
    self.kind = kind
    self.resolution = resolution
    self.clip = clip
    self.rotation = rotation
    self.epoch = epoch
  }

  /// The bitmap's size as it lies in memory (turned).
  package var bitmapSize: PixelSize { rotation.turned(clip.size) }
  /// Bytes from one row to the next: 4 a pixel, rows on 64-byte boundaries.
  package var stride: Int { (bitmapSize.width * 4 + 63) & ~63 }
  package var byteCount: Int { stride * bitmapSize.height }
  /// Bytes from one row to the next where the bitmap is grey: 1 a pixel, rows on 64-byte boundaries.
  package var greyStride: Int { (bitmapSize.width + 63) & ~63 }
  /// Grey rows lie at the beginning of memory that is large enough for colour; what follows them is given back.
  package var greyByteCount: Int { greyStride * bitmapSize.height }

  package func stride(_ format: RenderYield.Format) -> Int {
    format == .grey ? greyStride : stride
  }

  package func byteCount(_ format: RenderYield.Format) -> Int {
    format == .grey ? greyByteCount : byteCount
  }
}
