import CRaster
import ViewerCore
import Wire

/// Draws a picture's page as ordered: which pixels that takes, and how they come to their places.
struct PagePainter {
  private let header: PictureHeader
  private let order: RenderOrder
  /// The whole page in pixels of the order, as it is stored.
  private let stored: PixelSize
  /// What is to be drawn of those.
  private let view: PixelRect
  /// Stored pixels that make one of the order's.
  private let scaleX: Double
  private let scaleY: Double

  init(_ header: PictureHeader, _ order: RenderOrder) {
    self.header = header
    self.order = order
    let turn = header.orientation.placement
    stored = turn.placed(order.resolution)
    view = turn.source(of: order.clip, in: order.resolution)
    scaleX = Double(header.size.width) / Double(stored.width)
    scaleY = Double(header.size.height) / Double(stored.height)
  }

  /// The largest whole reduction that leaves a pixel for each one that is drawn.
  var reduction: Int {
    max(1, min(256, Int(min(scaleX, scaleY) * 1.0001)))
  }

  /// What is looked at of a raster of this reduction, with the neighbours that are mixed in.
  func part(_ reduction: Int) -> PixelRect {
    let size = RasterPlan.reduced(header.size, by: reduction)
    let (x, y) = (scaleX / Double(reduction), scaleY / Double(reduction))
    let left = min(max(0, Int(Double(view.x) * x) - 1), size.width - 1)
    let top = min(max(0, Int(Double(view.y) * y) - 1), size.height - 1)
    let right = min(size.width, Int((Double(view.maxX) * x).rounded(.up)) + 1)
    let bottom = min(size.height, Int((Double(view.maxY) * y).rounded(.up)) + 1)
    return PixelRect(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
  }

  /// What to decode: all of the picture, or, where that would take more memory than is kept, as much around the view
  /// as does not.
  func plan(_ reduction: Int) -> RasterPlan {
    var plan = RasterPlan(header.size, reduction: reduction)
    let pixels = ImageLimits.rasterBytes / header.layout.channels
    guard plan.part.area > pixels else { return plan }
    let whole = plan.part
    let needed = part(reduction)
    var (low, high) = (0, max(whole.width, whole.height))
    func grown(_ margin: Int) -> PixelRect {
      PixelRect(
        x: needed.x - margin, y: needed.y - margin, width: needed.width + 2 * margin,
        height: needed.height + 2 * margin
      ).intersection(whole)
    }
    while low < high {
      let middle = (low + high + 1) / 2
      if grown(middle).area <= pixels { low = middle } else { high = middle - 1 }
    }
    plan.part = grown(low)
    return plan
  }

  /// Draws from a raster that holds `part` of its reduction.
  /// - Parameter paper: 0xRRGGBB, under what is transparent.
  func paint(
    _ raster: Raster, paper: UInt32, into memory: UnsafeMutableRawPointer
  ) throws(ImageError) {
    let plan = raster.plan
    var picture = craster_picture(
      pixels: raster.pixels, stride: raster.stride, channels: Int32(raster.layout.channels),
      width: Int64(plan.part.width), height: Int64(plan.part.height))
    let (x, y) = (scaleX / Double(plan.reduction), scaleY / Double(plan.reduction))
    guard
      let scaler = craster_scaler_new(
        &picture, Double(view.x) * x - Double(plan.part.x), Double(view.y) * y - Double(plan.part.y), x, y,
        Int64(view.width), Int64(view.height))
    else { throw .outOfMemory("\(view.width) x \(view.height) pixels") }
    defer { craster_scaler_free(scaler) }
    let row = UnsafeMutablePointer<UInt8>.allocate(capacity: view.width * 4)
    let colours = UnsafeMutablePointer<UInt8>.allocate(capacity: view.width * 4)
    defer {
      row.deallocate()
      colours.deallocate()
    }
    let target = memory.assumingMemoryBound(to: UInt8.self)
    for line in 0..<view.height {
      craster_scaler_next(scaler, row)
      let (start, step) = place(of: line)
      let count = Int64(view.width)
      if let transform = raster.transform {
        transform.apply(row, to: colours, count: view.width)
        craster_place(target + start, step, colours, count, paper)
      } else {
        switch raster.layout {
        case .grey: craster_place_grey(target + start, step, row, count)
        case .colour, .alpha: craster_place(target + start, step, row, count, paper)
        case .inks, .invertedInks:
          craster_inks_to_colours(row, row, count, raster.layout == .invertedInks ? 1 : 0)
          craster_place(target + start, step, row, count, paper)
        }
      }
    }
  }

  /// Where a row of the view begins in the bitmap, and how far it is to its next pixel, in bytes.
  private func place(of line: Int) -> (start: Int, step: Int) {
    let turn = header.orientation.placement.then(Placement(order.rotation))
    let bitmap = order.bitmapSize
    let column = turn.swaps ? line : 0
    let row = turn.swaps ? 0 : line
    let x = turn.flipsX ? bitmap.width - 1 - column : column
    let y = turn.flipsY ? bitmap.height - 1 - row : row
    let step =
      turn.swaps
      ? (turn.flipsY ? -order.stride : order.stride) : (turn.flipsX ? -4 : 4)
    return (y * order.stride + x * 4, step)
  }
}
