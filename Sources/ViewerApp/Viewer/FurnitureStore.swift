import Display
import Interface
import ViewerCore

/// The viewer's own things, painted once for each content, size and look, and kept while they are in use.
///
/// Bounded by bytes: one and a half panels, or `least` on small ones. What was unused the longest goes first; finding
/// and forgetting take the same time however many there are.
final class FurnitureStore {
  /// What a painting depends on; the place, the opacity and the clip are the compositor's business.
  private struct Painting: Hashable {
    var content: Furniture.Content
    var size: PixelSize
    var panel: Panel
    var rotation: Rotation
    var look: Look
  }

  /// A painting in the list from the longest unused to the last used one.
  private final class Row {
    let key: Painting
    let bitmap: FurnitureBitmap
    /// The row that was used before this one holds on to nothing: the dictionary owns the rows.
    weak var older: Row?
    weak var newer: Row?

    init(_ key: Painting, _ bitmap: FurnitureBitmap) {
      self.key = key
      self.bitmap = bitmap
    }
  }

  /// Bytes that may be kept on any panel.
  static let least = 8 << 20
  private var rows: [Painting: Row] = [:]
  private var oldest: Row?
  private var newest: Row?

  /// Paintings that are kept.
  var count: Int { rows.count }
  /// Bytes of their pixels.
  private(set) var bytes = 0

  /// Bytes that may be kept for a panel; the last used painting is kept whatever its size.
  static func limit(_ panel: Panel) -> Int {
    max(least, panel.size.area * 6)
  }

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
    if let row = rows[key] {
      unlink(row)
      append(row)
      return row.bitmap
    }
    guard
      let painted = try? FurniturePainter.paint(item, panel: panel, rotation: rotation, look: look)
    else { return nil }
    let limit = Self.limit(panel)
    while bytes + painted.byteCount > limit, let oldest { forget(oldest) }
    let row = Row(key, painted)
    rows[key] = row
    bytes += painted.byteCount
    append(row)
    return painted
  }

  /// Forgets everything: nobody looks.
  func removeAll() {
    rows.removeAll()
    (oldest, newest, bytes) = (nil, nil, 0)
  }

  private func append(_ row: Row) {
    row.older = newest
    row.newer = nil
    newest?.newer = row
    newest = row
    if oldest == nil { oldest = row }
  }

  private func unlink(_ row: Row) {
    row.older?.newer = row.newer
    row.newer?.older = row.older
    if oldest === row { oldest = row.newer }
    if newest === row { newest = row.older }
  }

  private func forget(_ row: Row) {
    unlink(row)
    rows[row.key] = nil
    bytes -= row.bitmap.byteCount
  }

  static func view(_ painted: FurnitureBitmap) -> PixelView {
    PixelView(
      base: UnsafeMutableRawPointer(mutating: painted.pixels), stride: painted.stride, width: painted.width,
      height: painted.height, format: .argb8888Premultiplied, opaque: painted.opaque)
  }
}
