import CPixman
import ViewerCore

/// Lays a premultiplied picture with an opacity over what is there: the operator OVER of Porter and Duff, by pixman.
/// What is solid of it is copied, which is the same.
enum FurnitureBlend {
  /// - Parameter frame: where the picture's top left lies; pixels beyond its size are left alone.
  /// - Parameter opacity: 0...255 for the whole picture.
  static func draw(
    _ picture: PixelView, at frame: PixelRect, clip: PixelRect, opacity: UInt8, into target: PixelView
  ) {
    let place = PixelRect(x: frame.x, y: frame.y, width: picture.width, height: picture.height)
    let visible = clip.intersection(place).intersection(target.bounds)
    guard !visible.isEmpty, picture.format == .argb8888Premultiplied else { return }
    let solid = PixelRect(
      x: place.x + picture.opaque.x, y: place.y + picture.opaque.y, width: picture.opaque.width,
      height: picture.opaque.height
    ).intersection(visible)
    guard opacity == 255, !solid.isEmpty else {
      blend(picture, at: place, visible, opacity: opacity, into: target)
      return
    }
    RowCopy.draw(picture, at: place, clip: solid, into: target)
    for edge in [
      PixelRect(x: visible.x, y: visible.y, width: visible.width, height: solid.y - visible.y),
      PixelRect(x: visible.x, y: solid.y, width: solid.x - visible.x, height: solid.height),
      PixelRect(x: solid.maxX, y: solid.y, width: visible.maxX - solid.maxX, height: solid.height),
      PixelRect(x: visible.x, y: solid.maxY, width: visible.width, height: visible.maxY - solid.maxY),
    ] where !edge.isEmpty {
      blend(picture, at: place, edge, opacity: opacity, into: target)
    }
  }

  private static func blend(
    _ picture: PixelView, at place: PixelRect, _ visible: PixelRect, opacity: UInt8, into target: PixelView
  ) {
    // Made anew for every drawing: kept ones would point at pixels that may be gone.
    guard let source = image(picture, PIXMAN_a8r8g8b8), let ground = image(target, PIXMAN_x8r8g8b8) else {
      return
    }
    defer {
      pixman_image_unref(source)
      pixman_image_unref(ground)
    }
    var mask: OpaquePointer?
    if opacity < 255 {
      // pixman keeps the upper 8 of these 16 bits.
      var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16(opacity) * 257)
      mask = pixman_image_create_solid_fill(&color)
      guard mask != nil else { return }
    }
    defer { if let mask { pixman_image_unref(mask) } }
    pixman_image_composite32(
      PIXMAN_OP_OVER, source, mask, ground, Int32(visible.x - place.x), Int32(visible.y - place.y), 0, 0,
      Int32(visible.x), Int32(visible.y), Int32(visible.width), Int32(visible.height))
  }

  private static func image(_ view: PixelView, _ format: pixman_format_code_t) -> OpaquePointer? {
    pixman_image_create_bits_no_clear(
      format, Int32(view.width), Int32(view.height), view.base.assumingMemoryBound(to: UInt32.self),
      Int32(view.stride))
  }
}
