import Glibc
import ViewerCore

/// A Windows bitmap. No maintained library of the distribution reads them, and there is little to read.
struct BMPPicture: Picture {
  let header: PictureHeader
  private let bitmap: BMPHeader

  init(_ descriptor: Int32) throws(ImageError) {
    bitmap = try BMPHeader(PictureFile.head(descriptor))
    var header = PictureHeader(
      format: .bmp, size: bitmap.size,
      layout: bitmap.opacity.mask != 0 || bitmap.compression != .none ? .alpha : .colour)
    header.depth = bitmap.depth > 8 ? 8 : bitmap.depth
    header.density = bitmap.density
    self.header = try header.checked(isWhole: bitmap.compression != .none)
  }

  func decode(_ plan: RasterPlan, from descriptor: Int32) throws(ImageError) -> Raster {
    let raster = try Raster(plan, layout: header.layout)
    var reducer = try RowReducer(into: raster, rows: header.size, factor: plan.reduction)
    if bitmap.compression == .none {
      addRows(descriptor, &reducer)
    } else {
      let bytes = try PictureFile.bytes(descriptor, limit: ImageLimits.fileBytes)
      addRuns(BMPRuns(bitmap, bytes.dropFirst(bitmap.offset)).pixels(), &reducer)
    }
    guard !reducer.isEmpty else { throw .damaged("the file ends before its pixels") }
    if !reducer.isComplete { raster.complaint = "the file ends too soon" }
    reducer.end()
    return raster
  }

  private func addRows(_ descriptor: Int32, _ reducer: inout RowReducer) {
    let height = header.size.height
    var row = [UInt32](repeating: 0, count: header.size.width)
    for y in 0..<height where !reducer.isComplete {
      let place = bitmap.isTopDown ? y : height - 1 - y
      let bytes = PictureFile.head(
        descriptor, count: bitmap.rowBytes, at: bitmap.offset + place * bitmap.rowBytes)
      // From the bottom up the end that is missing is the top.
      if bytes.count < bitmap.rowBytes {
        if bitmap.isTopDown { return }
        for x in row.indices { row[x] = header.layout == .alpha ? 0 : 0xFFFF_FFFF }
      } else {
        expand(bytes, &row)
      }
      add(row, &reducer)
    }
  }

  private func add(_ row: [UInt32], _ reducer: inout RowReducer) {
    row.withUnsafeBytes { bytes in
      if let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress { reducer.add(start) }
    }
  }

  private func expand(_ bytes: [UInt8], _ row: inout [UInt32]) {
    let depth = bitmap.depth
    for x in row.indices {
      switch depth {
      case 24:
        row[x] =
          0xFF00_0000 | UInt32(bytes[x * 3 + 2]) << 16 | UInt32(bytes[x * 3 + 1]) << 8 | UInt32(bytes[x * 3])
      case 16: row[x] = colour(UInt32(bytes[x * 2]) | UInt32(bytes[x * 2 + 1]) << 8)
      case 32:
        row[x] = colour(
          UInt32(bytes[x * 4]) | UInt32(bytes[x * 4 + 1]) << 8 | UInt32(bytes[x * 4 + 2]) << 16
            | UInt32(bytes[x * 4 + 3]) << 24)
      default:
        let bit = x * depth
        let index = Int(bytes[bit >> 3]) >> (8 - depth - bit & 7) & ((1 << depth) - 1)
        row[x] = bitmap.palette[index]
      }
    }
  }

  private func colour(_ pixel: UInt32) -> UInt32 {
    bitmap.opacity.value(pixel) << 24 | bitmap.red.value(pixel) << 16 | bitmap.green.value(pixel) << 8
      | bitmap.blue.value(pixel)
  }

  private func addRuns(_ pixels: [UInt32], _ reducer: inout RowReducer) {
    let width = header.size.width
    for y in 0..<header.size.height where !reducer.isComplete {
      add(Array(pixels[(y * width)..<((y + 1) * width)]), &reducer)
    }
  }
}

/// Run-length pixels (BI_RLE8, BI_RLE4): pairs of a count and a value, and escapes.
private struct BMPRuns {
  private let bitmap: BMPHeader
  private let bytes: ArraySlice<UInt8>

  init(_ bitmap: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    self.bitmap = bitmap
    self.bytes = bytes
  }

  /// From the top down; transparent where the runs skip, or end too soon.
  func pixels() -> [UInt32] {
    let size = bitmap.size
    let isNarrow = bitmap.compression == .runs4
    var result = [UInt32](repeating: 0, count: size.width * size.height)
    var (x, y) = (0, 0)
    var rest = bytes

    func put(_ index: UInt8) {
      if x < size.width, y < size.height {
        result[(size.height - 1 - y) * size.width + x] = bitmap.palette[Int(index)]
      }
      x += 1
    }

    while let count = rest.popFirst(), let value = rest.popFirst(), y < size.height {
      if count > 0 {
        for step in 0..<Int(count) { put(isNarrow ? (step & 1 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0:
        x = 0
        y += 1
      case 1: return result
      case 2:
        x += Int(rest.popFirst() ?? 0)
        y += Int(rest.popFirst() ?? 0)
      default:
        let length = isNarrow ? (Int(value) + 1) / 2 : Int(value)
        let values = Array(rest.prefix(length))
        for step in 0..<Int(value) {
          let place = isNarrow ? step / 2 : step
          guard place < values.count else { return result }
          put(isNarrow ? (step & 1 == 0 ? values[place] >> 4 : values[place] & 15) : values[place])
        }
        rest = rest.dropFirst(length + length % 2)
      }
    }
    return result
  }
}
