import Glibc
import Pictures
import Posix
import TestSupport
import ViewerCore
import Wire

@testable import ImageRendering

/// Small picture files made here: of the formats that have a writer by that, of the others byte by byte.
enum PictureFixture {
  /// 0xRRGGBB for a place.
  typealias Paint = (_ x: Int, _ y: Int) -> UInt32

  /// Red, green, blue, white: the four quarters from the top left, row by row.
  static func quarters(_ width: Int, _ height: Int) -> Paint {
    { x, y in
      switch (x * 2 < width, y * 2 < height) {
      case (true, true): 0xFF0000
      case (false, true): 0x00FF00
      case (true, false): 0x0000FF
      case (false, false): 0xFFFFFF
      }
    }
  }

  private static func xrgb(_ width: Int, _ height: Int, _ paint: Paint) -> [UInt32] {
    (0..<height).flatMap { y in (0..<width).map { x in 0xFF00_0000 | paint(x, y) } }
  }

  static func png(_ width: Int, _ height: Int, _ paint: Paint) throws -> [UInt8] {
    try xrgb(width, height, paint).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      return try PNGWriter.encode(xrgb: start, stride: width * 4, width: width, height: height)
    }
  }

  static func jpeg(_ width: Int, _ height: Int, quality: Int = 95, _ paint: Paint) throws -> [UInt8] {
    try xrgb(width, height, paint).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return [] }
      return try JPEGWriter.encode(
        xrgb: start, stride: width * 4, width: width, height: height, quality: quality)
    }
  }

  /// A JPEG with a segment put in behind its first marker.
  static func jpeg(_ jpeg: [UInt8], with marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return Array(jpeg[..<2]) + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content + jpeg[2...]
  }

  /// Words of 16 bits and of 32, the least byte first.
  static func u16(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
  static func u32(_ value: Int) -> [UInt8] { u16(value & 0xFFFF) + u16(value >> 16 & 0xFFFF) }

  /// An Exif block with one number.
  static func exif(tag: Int, value: Int) -> [UInt8] {
    Array("II".utf8) + u16(42) + u32(8) + u16(1) + u16(tag) + u16(3) + u32(1) + u32(value) + u32(0)
  }

  static func oriented(_ jpeg: [UInt8], _ orientation: Int) -> [UInt8] {
    self.jpeg(jpeg, with: 0xE1, Array("Exif\0\0".utf8) + exif(tag: 0x112, value: orientation))
  }

  /// 24 bits a pixel, from the bottom up.
  static func bmp(_ width: Int, _ height: Int, claims: (Int, Int)? = nil, _ paint: Paint) -> [UInt8] {
    let rowBytes = (width * 3 + 3) / 4 * 4
    var pixels: [UInt8] = []
    for y in (0..<height).reversed() {
      var row: [UInt8] = []
      for x in 0..<width { row += u32(Int(paint(x, y))).prefix(3) }
      pixels += row + [UInt8](repeating: 0, count: rowBytes - row.count)
    }
    let (told, high) = claims ?? (width, height)
    return Array("BM".utf8) + u32(54 + pixels.count) + u32(0) + u32(54) + u32(40) + u32(told) + u32(high)
      + u16(1)
      + u16(24) + u32(0) + u32(pixels.count) + u32(2835) + u32(2835) + u32(0) + u32(0) + pixels
  }

  /// Pages of 8 bits grey, uncompressed, one strip each.
  static func tiff(pages: [(width: Int, height: Int, grey: UInt8)], tags: [(Int, Int)] = []) -> [UInt8] {
    var bytes = Array("II".utf8) + u16(42) + u32(8)
    for (number, page) in pages.enumerated() {
      let entries =
        [
          (256, page.width), (257, page.height), (258, 8), (259, 1), (262, 1), (277, 1), (278, page.height),
          (279, page.width * page.height),
        ] + tags
      let length = 2 + (entries.count + 1) * 12 + 4
      let pixels = bytes.count + length
      let next = pixels + (page.width * page.height + 1) / 2 * 2
      bytes += u16(entries.count + 1)
      for (tag, value) in (entries + [(273, pixels)]).sorted(by: { $0.0 < $1.0 }) {
        bytes += u16(tag) + u16(4) + u32(1) + u32(value)
      }
      bytes += u32(number + 1 < pages.count ? next : 0)
      bytes += [UInt8](repeating: page.grey, count: page.width * page.height)
      if bytes.count < next { bytes.append(0) }
    }
    return bytes
  }

  /// Two colours, stored in codes that never grow: a clear code before every pixel.
  static func gif(
    _ width: Int, _ height: Int, screen: (Int, Int)? = nil, transparent: Bool = false, _ indices: [UInt8]
  ) -> [UInt8] {
    let canvas = screen ?? (width, height)
    var bytes = Array("GIF89a".utf8) + u16(canvas.0) + u16(canvas.1) + [0x80, 0, 0]
    bytes += [255, 0, 0, 0, 0, 255]
    if transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, 0, 0] }
    bytes += [0x2C] + u16(0) + u16(0) + u16(width) + u16(height) + [0, 2]
    var bits: [UInt8] = []
    for code: UInt8 in indices.flatMap({ index -> [UInt8] in [4, index] }) + [5] {
      for bit in 0..<3 { bits.append(code >> UInt8(bit) & 1) }
    }
    var data: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      var byte: UInt8 = 0
      for (place, bit) in bits[start..<min(start + 8, bits.count)].enumerated() {
        byte |= bit << UInt8(place)
      }
      data.append(byte)
    }
    for start in stride(from: 0, to: data.count, by: 255) {
      let piece = data[start..<min(start + 255, data.count)]
      bytes += [UInt8(piece.count)] + piece
    }
    return bytes + [0, 0x3B]
  }

  /// A ZIP archive of stored files.
  static func zip(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let name = Array(file.name.utf8)
      let common =
        u16(20) + u16(0) + u16(0) + u16(0) + u16(0x21) + u32(Int(crc(file.content))) + u32(file.content.count)
        + u32(file.content.count) + u16(name.count) + u16(0)
      directory +=
        [0x50, 0x4B, 1, 2] + u16(20) + common + u16(0) + u16(0) + u16(0) + u32(0) + u32(bytes.count) + name
      bytes += [0x50, 0x4B, 3, 4] + common + name + file.content
    }
    let start = bytes.count
    return bytes + directory + [0x50, 0x4B, 5, 6] + u16(0) + u16(0) + u16(files.count) + u16(files.count)
      + u32(directory.count) + u32(start) + u16(0)
  }

  /// The checksum of ZIP and PNG, bit by bit.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  /// A PNG that is a header alone.
  static func pngHeader(_ width: Int, _ height: Int, depth: UInt8 = 8, type: UInt8 = 2) -> [UInt8] {
    pngSignature
      + chunk(
        "IHDR",
        u32(width).reversed() + u32(height).reversed() + [depth, type, 0, 0, 0])
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return u32(content.count).reversed() + body + u32(Int(crc(body))).reversed()
  }

  /// A PNG of raw bytes a row, stored without compression.
  static func png(
    _ width: Int, _ height: Int, depth: UInt8, type: UInt8, extra: [UInt8] = [], rows: [[UInt8]]
  ) -> [UInt8] {
    let raw = rows.flatMap { row -> [UInt8] in [0] + row }
    var sum: (UInt32, UInt32) = (1, 0)
    for byte in raw {
      sum.0 = (sum.0 + UInt32(byte)) % 65521
      sum.1 = (sum.1 + sum.0) % 65521
    }
    let stored =
      [0x78, 1, 1] + u16(raw.count) + u16(~raw.count & 0xFFFF) + raw
      + u32(Int(sum.1 << 16 | sum.0)).reversed()
    return pngHeader(width, height, depth: depth, type: type) + extra + chunk("IDAT", stored)
      + chunk("IEND", [])
  }
}

/// An open document with its file, and what it draws.
final class Opened {
  let document: ImageDocument
  private let file: FileDescriptor

  init(_ bytes: [UInt8]) throws {
    file = try memoryFile(bytes)
    guard let format = ImageDocument.format(of: file.rawValue) else { throw ImageError.unsupported("") }
    document = try ImageDocument(format, descriptor: file.rawValue)
  }

  /// 0xRRGGBB, row by row.
  func pixels(
    page: Int32 = 0, _ resolution: PixelSize, clip: PixelRect? = nil, rotation: Rotation = .none,
    paper: UInt32 = 0xFFFFFF
  ) throws -> [UInt32] {
    try drawn(page: page, resolution, clip: clip, rotation: rotation, paper: paper).pixels
  }

  /// With what was wrong with the file.
  func drawn(
    page: Int32 = 0, _ resolution: PixelSize, clip: PixelRect? = nil, rotation: Rotation = .none,
    paper: UInt32 = 0xFFFFFF
  ) throws -> (pixels: [UInt32], complaints: [String]) {
    let clip = clip ?? PixelRect(size: resolution)
    let size = rotation.turned(clip.size)
    let order = RenderOrder(
      page: page, resolution: resolution, clip: clip, rotation: rotation, stride: (size.width * 4 + 63) & ~63,
      paper: paper)
    var memory = [UInt32](repeating: 0x12_3456, count: order.byteCount / 4)
    let complaints = try memory.withUnsafeMutableBytes { bytes -> [String] in
      guard let start = bytes.baseAddress else { return [] }
      return try document.render(order, into: start)
    }
    let pixels = (0..<size.height).flatMap { y in
      (0..<size.width).map { x in memory[y * order.stride / 4 + x] & 0xFFFFFF }
    }
    return (pixels, complaints)
  }
}

/// Whether two colours are alike, but for what compression costs.
func alike(_ one: UInt32, _ other: UInt32, within: Int = 24) -> Bool {
  [0, 8, 16].allSatisfy { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) <= within }
}

/// The code of a failure to open.
func openingCode(_ bytes: [UInt8]) -> ErrorCode? {
  do {
    _ = try Opened(bytes)
    return nil
  } catch let error as ImageError {
    return error.code
  } catch {
    return nil
  }
}
