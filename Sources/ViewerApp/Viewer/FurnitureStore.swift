import Display
import Interface
import ViewerCore

/// The viewer's own things, painted once for each content and size and kept while they are in use.
final class FurnitureStore {
  /// What a painting depends on; the place and the opacity are the compositor's business.
  private struct Painting: Hashable {
    var content: Furniture.Content
    var size: PixelSize
    var panel: Panel
    var rotation: Rotation
  }

  static let limit = 48
  private var paintings: [Painting: FurnitureBitmap] = [:]
  private var lastUse: [Painting: UInt64] = [:]
  private var tick: UInt64 = 0

  /// Paintings that are kept.
  var count: Int { paintings.count }

  /// The pixels of a thing, turned as the panel hangs; nil when it cannot be painted.
  func view(of item: Furniture, panel: Panel, rotation: Rotation) -> PixelView? {
    let key = Painting(content: item.content, size: item.frame.size, panel: panel, rotation: rotation)
    tick += 1
    if let painted = paintings[key] {
      lastUse[key] = tick
      return Self.view(of: painted)
    }
    guard let painted = try? FurniturePainter.paint(item, panel: panel, rotation: rotation) else {
      return nil
    }
    if paintings.count >= Self.limit, let oldest = lastUse.min(by: { $0.value < $1.value })?.key {
      paintings[oldest] = nil
      lastUse[oldest] = nil
    }
    paintings[key] = painted
    lastUse[key] = tick
    return Self.view(of: painted)
  }

  private static func view(of painted: FurnitureBitmap) -> PixelView {
    PixelView(
      base: UnsafeMutableRawPointer(mutating: painted.pixels), stride: painted.stride, width: painted.width,
      height: painted.height,
      format: .argb8888Premultiplied)
  }
}
