import CRaster
import ViewerCore

/// Fills a raster from rows as a decoder gives them, from the first to the last.
struct RowReducer: ~Copyable {
  private var reducer = craster_reducer()
  private let raster: Raster

  /// - Parameters:
  ///   - size: of the decoder's rows, which may be smaller already than the picture.
  ///   - factor: what is still to be reduced.
  ///   - isMultiplied: whether the rows' colours are multiplied by their opacity already.
  init(
    into raster: Raster, rows size: PixelSize, factor: Int, isMultiplied: Bool = false
  ) throws(ImageError) {
    self.raster = raster
    let part = raster.plan.part
    let count = part.width * raster.layout.channels
    reducer.channels = Int32(raster.layout.channels)
    reducer.factor = Int32(factor)
    reducer.premultiplies = raster.layout == .alpha && !isMultiplied ? 1 : 0
    reducer.source_width = Int64(size.width)
    reducer.source_height = Int64(size.height)
    reducer.left = Int64(part.x)
    reducer.top = Int64(part.y)
    reducer.width = Int64(part.width)
    reducer.height = Int64(part.height)
    reducer.target = raster.pixels
    reducer.stride = raster.stride
    guard part.maxX <= (size.width + factor - 1) / factor, part.maxY <= (size.height + factor - 1) / factor
    else {
      throw .damaged("rows of \(size.width) x \(size.height) pixels")
    }
    let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: max(count, 1))
    sums.initialize(repeating: 0, count: max(count, 1))
    reducer.sums = sums
  }

  deinit {
    reducer.sums.deallocate()
  }

  /// Whether no further row would change the raster.
  var isComplete: Bool {
    reducer.row >= (reducer.top + reducer.height) * Int64(reducer.factor)
      || reducer.row >= reducer.source_height
  }

  mutating func add(_ row: UnsafePointer<UInt8>) {
    craster_reduce_row(&reducer, row)
  }

  /// A row that stands where it belongs already.
  mutating func skip() {
    reducer.row += 1
  }

  /// No more rows come: what is missing shows paper.
  mutating func end() {
    guard !isComplete else { return }
    let factor = Int64(reducer.factor)
    craster_reduce_end(&reducer)
    let rows = (reducer.row + factor - 1) / factor - reducer.top
    raster.blank(from: max(0, Int(rows)))
  }

  /// How many rows have come.
  var rowCount: Int { Int(reducer.row) }
  var isEmpty: Bool { reducer.row == 0 }
}
