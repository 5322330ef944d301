import ViewerCore

/// The headers of a BMP file: BITMAPFILEHEADER and whichever BITMAPINFOHEADER follows (Microsoft's "Bitmap Storage").
struct BMPHeader: Hashable, Sendable {
  enum Compression: Hashable { case none, runs8, runs4 }

  var size: PixelSize
  /// Whether the first row in the file is the topmost one.
  var isTopDown: Bool
  var depth: Int
  var compression: Compression
  /// Where the pixels begin.
  var offset: Int
  /// Blue, green, red, 255, in the machine's order.
  var palette: [UInt32]
  /// Of pixels of 16 and 32 bits.
  var red = BMPChannel(mask: 0)
  var green = BMPChannel(mask: 0)
  var blue = BMPChannel(mask: 0)
  var opacity = BMPChannel(mask: 0)
  /// Dots an inch; zero when the file says nothing.
  var density = Size.zero

  /// Bytes of a stored row: a multiple of 4.
  var rowBytes: Int { (size.width * depth + 31) / 32 * 4 }

  /// - Parameter head: the file's first bytes, with the palette.
  init(_ head: [UInt8]) throws(ImageError) {
    func number(_ offset: Int, _ count: Int) throws(ImageError) -> Int {
      guard offset + count <= head.count else { throw .damaged("the header ends too soon") }
      return (0..<count).reversed().reduce(0) { $0 << 8 | Int(head[offset + $1]) }
    }
    func signed(_ offset: Int) throws(ImageError) -> Int {
      Int(Int32(truncatingIfNeeded: try number(offset, 4)))
    }
    offset = try number(10, 4)
    let length = try number(14, 4)
    let isOld = length == 12
    let width = isOld ? try number(18, 2) : try signed(18)
    let height = isOld ? try number(20, 2) : try signed(22)
    guard width > 0, height != 0, height > Int(Int32.min) else {
      throw .damaged("a size of \(width) x \(height)")
    }
    size = PixelSize(width: width, height: abs(height))
    isTopDown = height < 0
    depth = try number(isOld ? 24 : 28, 2)
    let method = isOld ? 0 : try number(30, 4)
    switch (method, depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32):
      compression = .none
    case (1, 8) where !isTopDown: compression = .runs8
    case (2, 4) where !isTopDown: compression = .runs4
    case (0...6, _): throw .unsupported("a BMP of \(depth) bits, stored in way \(method)")
    default: throw .damaged("stored in way \(method)")
    }
    if !isOld {
      density = Size(width: Double(try signed(38)) * 0.0254, height: Double(try signed(42)) * 0.0254)
    }
    palette = []
    if depth > 8 {
      try readMasks(method, length, number)
    } else {
      let told = isOld ? 0 : try number(46, 4)
      let count = told > 0 && told <= 1 << depth ? told : 1 << depth
      let entry = isOld ? 3 : 4
      let start = 14 + length
      // A short palette is common; what is missing is black.
      for index in 0..<min(count, max(0, (min(offset, head.count) - start) / entry)) {
        palette.append(0xFF00_0000 | UInt32(try number(start + index * entry, 3)))
      }
    }
    palette += [UInt32](repeating: 0xFF00_0000, count: max(0, 256 - palette.count))
  }

  private mutating func readMasks(
    _ method: Int, _ length: Int, _ number: (Int, Int) throws(ImageError) -> Int
  ) throws(ImageError) {
    func mask(_ offset: Int) throws(ImageError) -> BMPChannel {
      BMPChannel(mask: UInt32(truncatingIfNeeded: try number(offset, 4)))
    }
    if method == 3 || method == 6 {
      // Behind the shortest header, or within a longer one: the same place.
      red = try mask(54)
      green = try mask(58)
      blue = try mask(62)
      if method == 6 || length >= 56 { opacity = try mask(66) }
    } else if depth == 16 {
      red = BMPChannel(mask: 0x7C00)
      green = BMPChannel(mask: 0x03E0)
      blue = BMPChannel(mask: 0x001F)
    } else {
      red = BMPChannel(mask: 0xFF_0000)
      green = BMPChannel(mask: 0xFF00)
      blue = BMPChannel(mask: 0xFF)
    }
  }
}

/// Where a colour lies among the bits of a pixel.
struct BMPChannel: Hashable, Sendable {
  let mask: UInt32
  private let shift: UInt32
  private let most: UInt32

  init(mask: UInt32) {
    self.mask = mask
    shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
    most = mask >> shift
  }

  /// 0...255; 255 where there is no such colour.
  func value(_ pixel: UInt32) -> UInt32 {
    guard most > 0 else { return 255 }
    return UInt32((UInt64((pixel & mask) >> shift) * 255 + UInt64(most / 2)) / UInt64(most))
  }
}
