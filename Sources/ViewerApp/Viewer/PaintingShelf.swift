import Interface
import ViewerCore

/// What a painting depends on; the place, the opacity and the clip are the compositor's business.
struct Painting: Hashable {
  var content: Furniture.Content
  var size: PixelSize
  var panel: Panel
  var rotation: Rotation
  var look: Look
}

/// Paintings within a number of bytes. What was unused the longest goes first; finding and forgetting take the same
/// time however many there are.
final class PaintingShelf {
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

  private var rows: [Painting: Row] = [:]
  private var oldest: Row?
  private var newest: Row?
  private(set) var bytes = 0

  var count: Int { rows.count }

  /// One that is kept, which is used now.
  func painting(_ key: Painting) -> FurnitureBitmap? {
    guard let row = rows[key] else { return nil }
    unlink(row)
    append(row)
    return row.bitmap
  }

  /// Keeps a painting, and forgets others for it.
  func put(_ painted: FurnitureBitmap, as key: Painting, limit: Int) {
    while bytes + painted.byteCount > limit, let oldest { forget(oldest) }
    let row = Row(key, painted)
    rows[key] = row
    bytes += painted.byteCount
    append(row)
  }

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
}
