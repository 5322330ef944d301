/// Rows as PNG stores them: each begins with the number of its filter, here always 2, and holds the differences from
/// the row above, of the first row from nothing (PNG specification, 9.2).
///
/// Of one filter for all, this one makes photographs as small as the best choice for each row does, or nearly so, and
/// pages of text hardly larger than none; and no byte waits for its neighbour.
struct FilteredRows {
  private static let up: UInt8 = 2
  /// RGB or grey rows.
  let bytes: [UInt8]
  /// Whether more than half of the pixels differ from those above them.
  let areBusy: Bool

  /// XRGB8888 rows.
  init(colours source: PixelSource) {
    var changes = 0
    let rowBytes = 1 + source.width * 3
    let first = [UInt32](repeating: 0, count: source.width)
    bytes = first.withUnsafeBytes { first in
      Self.rows(source, rowBytes) { row, above, out in
        let row = row.assumingMemoryBound(to: UInt32.self)
        let above = (above ?? first.baseAddress ?? UnsafeRawPointer(row)).assumingMemoryBound(to: UInt32.self)
        var out = out
        for x in 0..<source.width {
          let difference = Self.difference(row[x], above[x])
          out[0] = UInt8(truncatingIfNeeded: difference >> 16)
          out[1] = UInt8(truncatingIfNeeded: difference >> 8)
          out[2] = UInt8(truncatingIfNeeded: difference)
          out += 3
          changes &+= difference & 0xFF_FFFF == 0 ? 0 : 1
        }
      }
    }
    areBusy = changes > source.width * source.height / 2
  }

  /// Rows of a byte a pixel.
  init(grey source: PixelSource) {
    var changes = 0
    let first = [UInt8](repeating: 0, count: source.width)
    bytes = first.withUnsafeBytes { first in
      Self.rows(source, 1 + source.width) { row, above, out in
        let row = row.assumingMemoryBound(to: UInt8.self)
        let above = (above ?? first.baseAddress ?? UnsafeRawPointer(row)).assumingMemoryBound(to: UInt8.self)
        for x in 0..<source.width {
          out[x] = row[x] &- above[x]
          changes &+= out[x] == 0 ? 0 : 1
        }
      }
    }
    areBusy = changes > source.width * source.height / 2
  }

  private static func rows(
    _ source: PixelSource, _ rowBytes: Int,
    _ filter: (_ row: UnsafeRawPointer, _ above: UnsafeRawPointer?, _ out: UnsafeMutablePointer<UInt8>) ->
      Void
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rowBytes * source.height) { room, count in
      guard let start = room.baseAddress else { return }
      for y in 0..<source.height {
        let row = source.pixels + y * source.stride
        start[y * rowBytes] = up
        filter(row, y > 0 ? row - source.stride : nil, start + y * rowBytes + 1)
      }
      count = rowBytes * source.height
    }
  }

  /// Each of four bytes less the other's, without a borrow from one to the next.
  private static func difference(_ one: UInt32, _ other: UInt32) -> UInt32 {
    let high: UInt32 = 0x8080_8080
    return ((one | high) &- (other & ~high)) ^ ((one ^ ~other) & high)
  }
}
