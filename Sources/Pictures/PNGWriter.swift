/// Encodes pixels as PNG (PNG specification, second edition): 8 bits a channel, one IDAT chunk.
///
/// It is made for speed, as a replay writes hundreds of frames: one filter for all rows, and low levels of libdeflate.
/// The same pixels give the same bytes on one build of libdeflate.
package enum PNGWriter {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// 8-bit RGB PNG of XRGB8888 rows (little endian: B, G, R, unused).
  /// - Parameter stride: bytes from one row to the next, at least 4 a pixel.
  package static func encode(xrgb pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int)
    throws(PictureError) -> [UInt8]
  {
    let source = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 4)
    return try encode(FilteredRows(colours: source), width, height, colourType: 2)
  }

  /// 8-bit grey PNG of rows with one byte a pixel, 0 black.
  /// - Parameter stride: bytes from one row to the next, at least one a pixel.
  package static func encode(grey pixels: UnsafeRawPointer, stride: Int, width: Int, height: Int)
    throws(PictureError) -> [UInt8]
  {
    let source = try PixelSource(pixels, stride: stride, width: width, height: height, bytesPerPixel: 1)
    return try encode(FilteredRows(grey: source), width, height, colourType: 0)
  }

  /// - Parameter colourType: of table 11.1: 0 grey, 2 RGB.
  private static func encode(
    _ rows: FilteredRows, _ width: Int, _ height: Int, colourType: UInt8
  ) throws(PictureError) -> [UInt8] {
    // Where most differs from the row above, as in photographs, a search for repetitions finds nothing.
    let deflater = try Deflater(level: rows.areBusy ? 1 : 2)
    var header = bigEndian(width) + bigEndian(height)
    header += [8, colourType, 0, 0, 0]
    let head = signature + chunk("IHDR", header)
    let end = chunk("IEND", [])
    // A chunk is its length, its name, its data and a checksum over the last two.
    let bound = deflater.bound(rows.bytes.count)
    var isWhole = false
    let file = [UInt8](unsafeUninitializedCapacity: head.count + bound + 12 + end.count) { room, count in
      func put(_ bytes: [UInt8]) {
        for byte in bytes {
          room[count] = byte
          count += 1
        }
      }
      put(head)
      let start = count
      count += 4
      put(Array("IDAT".utf8))
      let packed = deflater.pack(
        rows.bytes,
        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(room)[count...]))
      isWhole = packed > 0
      count += packed
      let sum = Deflater.checksum(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[start + 4..<count]))
      put(bigEndian(Int(sum)))
      put(end)
      for (index, byte) in bigEndian(packed).enumerated() { room[start + index] = byte }
    }
    guard isWhole else { throw .encodingFailed("\(rows.bytes.count) bytes cannot be packed") }
    return file
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return bigEndian(data.count) + named + bigEndian(Int(named.withUnsafeBytes(Deflater.checksum)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
