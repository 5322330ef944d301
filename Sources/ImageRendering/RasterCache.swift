import ViewerCore

/// Decoded pixels that the next requests likely want: other views of the same page, and its neighbours.
struct RasterCache {
  private var rows: [(page: Int, raster: Raster)] = []

  /// A raster of the page that is fine enough and holds what is looked at.
  /// - Parameters:
  ///   - reduction: the largest that will do.
  ///   - part: what is looked at, in pixels of a raster of a given reduction.
  mutating func raster(_ page: Int, reduction: Int, part: (Int) -> PixelRect) -> Raster? {
    let index = rows.firstIndex { row in
      let plan = row.raster.plan
      return row.page == page && plan.reduction <= reduction && plan.part.contains(part(plan.reduction))
    }
    guard let index else { return nil }
    let row = rows.remove(at: index)
    rows.insert(row, at: 0)
    return row.raster
  }

  /// Makes room: the oldest go.
  mutating func makeRoom(for byteCount: Int) {
    var rest = ImageLimits.rasterBytes - byteCount
    rows = rows.filter { row in
      rest -= row.raster.byteCount
      return rest >= 0
    }
  }

  /// Keeps a raster, unless it takes all the room there is.
  mutating func insert(_ raster: Raster, page: Int) {
    guard raster.byteCount <= ImageLimits.rasterBytes else { return }
    // Coarser ones of the same view will not be asked for again.
    rows.removeAll { $0.page == page && $0.raster.plan.reduction >= raster.plan.reduction }
    makeRoom(for: raster.byteCount)
    rows.insert((page, raster), at: 0)
  }

  mutating func removeAll() {
    rows.removeAll()
  }
}
