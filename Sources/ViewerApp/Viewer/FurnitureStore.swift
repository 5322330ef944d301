import Display
import Interface
import ViewerCore

/// The viewer's own things, painted once for each content, size and look, and kept while they are in use.
///
/// Bounded by bytes: one and a half panels, or `least` on small ones. What comes with a page and is not seen again when
/// that has gone by, its number above all, has a shelf of its own, a fraction of the other: reading on costs no
/// memory.
final class FurnitureStore {
  /// Bytes that may be kept on any panel.
  static let least = 8 << 20
  private let lasting = PaintingShelf()
  private let passing = PaintingShelf()

  /// Paintings that are kept.
  var count: Int { lasting.count + passing.count }
  /// Bytes of their pixels.
  var bytes: Int { lasting.bytes + passing.bytes }

  /// Bytes that may be kept for a panel; the last used painting is kept whatever its size.
  static func limit(_ panel: Panel) -> Int {
    max(least, panel.size.area * 6)
  }

  /// Bytes that what comes with pages may have of their own.
  static func passingLimit(_ panel: Panel) -> Int { limit(panel) / 8 }

  /// The pixels of a thing, turned as the panel hangs; nil when it cannot be painted.
  func view(of item: Furniture, look: Look, panel: Panel, rotation: Rotation) -> PixelView? {
    painting(of: item, look: look, panel: panel, rotation: rotation).map(Self.view)
  }

  /// Where a thing lets nothing show through, px of the upright panel; empty where that is nowhere.
  func solid(of item: Furniture, look: Look, panel: Panel, rotation: Rotation) -> PixelRect {
    guard let painted = painting(of: item, look: look, panel: panel, rotation: rotation),
      !painted.opaque.isEmpty
    else { return .empty }
    return rotation.upright(painted.opaque, in: item.frame.size).offset(x: item.frame.x, y: item.frame.y)
  }

  /// The painting of a thing; nil when it cannot be painted, or is a page's picture.
  func painting(of item: Furniture, look: Look, panel: Panel, rotation: Rotation) -> FurnitureBitmap? {
    if case .picture = item.content { return nil }
    let key = Painting(
      content: item.content, size: item.frame.size, panel: panel, rotation: rotation, look: look)
    let shelf = item.content.passes ? passing : lasting
    if let painted = shelf.painting(key) { return painted }
    guard
      let painted = try? FurniturePainter.paint(item, panel: panel, rotation: rotation, look: look)
    else { return nil }
    shelf.put(
      painted, as: key, limit: item.content.passes ? Self.passingLimit(panel) : Self.limit(panel))
    return painted
  }

  /// Forgets everything: nobody looks.
  func removeAll() {
    lasting.removeAll()
    passing.removeAll()
  }

  static func view(_ painted: FurnitureBitmap) -> PixelView {
    PixelView(
      base: UnsafeMutableRawPointer(mutating: painted.pixels), stride: painted.stride, width: painted.width,
      height: painted.height, format: .argb8888Premultiplied, opaque: painted.opaque)
  }
}

extension Furniture.Content {
  /// Whether it tells of one page, among hundreds that go by.
  fileprivate var passes: Bool {
    switch self {
    case .pageLabel, .placeholder, .pageFailure: true
    case .text(let face): face.role == .counter
    default: false
    }
  }
}
