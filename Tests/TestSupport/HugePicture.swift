package import Foundation

/// TIFF files of many megabytes that take none on the disk: their pixels are holes, but for the first row of each page.
package struct HugePicture {
  package var width: Int
  package var height: Int
  package var pages = 1
  /// Rows that are stored as one.
  package var rowsPerStrip = 16
  /// With offsets of 64 bits (BigTIFF).
  package var isBig = false

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  private var word: Int { isBig ? 8 : 4 }

  /// A directory, and where the next one stands; bytes of pixels follow it.
  private func directory(at start: Int, isLast: Bool) -> (bytes: [UInt8], pixels: Int, next: Int) {
    let strips = (height + rowsPerStrip - 1) / rowsPerStrip
    let count = 8
    let headBytes = (isBig ? 8 : 2) + count * (isBig ? 20 : 12) + word
    let offsetsAt = start + headBytes
    let countsAt = offsetsAt + strips * word
    let pixels = countsAt + strips * 4
    // Directories begin at even places.
    let next = (pixels + width * height + 1) & ~1
    let offsets = (0..<strips).map { pixels + $0 * rowsPerStrip * width }
    let counts = (0..<strips).map { min(rowsPerStrip, height - $0 * rowsPerStrip) * width }
    var bytes = Self.number(count, isBig ? 8 : 2)
    func entry(_ tag: Int, _ type: Int, _ values: Int, _ value: Int) {
      bytes +=
        Self.number(tag, 2) + Self.number(type, 2) + Self.number(values, word) + Self.number(value, word)
    }
    entry(256, 4, 1, width)
    entry(257, 4, 1, height)
    entry(258, 3, 1, 8)
    entry(259, 3, 1, 1)
    entry(262, 3, 1, 1)
    // One number stands where else its place does.
    entry(273, isBig ? 16 : 4, strips, strips == 1 ? pixels : offsetsAt)
    entry(278, 4, 1, rowsPerStrip)
    entry(279, 4, strips, strips <= word / 4 ? counts[0] : countsAt)
    bytes += Self.number(isLast ? 0 : next, word)
    bytes += offsets.flatMap { Self.number($0, word) } + counts.flatMap { Self.number($0, 4) }
    return (bytes, pixels, next)
  }

  package func write(to url: URL) throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    var start = isBig ? 16 : 8
    let head = Self.number(0x4949, 2) + Self.number(isBig ? 43 : 42, 2)
    try file.write(
      contentsOf: Data(
        isBig
          ? head + Self.number(8, 2) + Self.number(0, 2) + Self.number(start, 8)
          : head + Self.number(start, 4)))
    for page in 0..<pages {
      let (bytes, pixels, next) = directory(at: start, isLast: page == pages - 1)
      try file.seek(toOffset: UInt64(start))
      try file.write(contentsOf: Data(bytes))
      try file.seek(toOffset: UInt64(pixels))
      try file.write(contentsOf: Data((0..<width).map { UInt8(truncatingIfNeeded: $0) }))
      start = next
    }
    try file.truncate(atOffset: UInt64(start))
    try file.close()
  }

  private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
