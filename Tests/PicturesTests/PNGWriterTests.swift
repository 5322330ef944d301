import CPNG
import Testing

@testable import Pictures

struct PNGWriterTests {
  @Test(
    "A colour picture comes back pixel for pixel, whatever its stride",
    arguments: [(1, 1, 4), (3, 2, 12), (7, 5, 64), (640, 3, 2560), (33, 200, 256)])
  func colorRoundTrip(width: Int, height: Int, stride: Int) throws {
    let rows = XRGBRows(width: width, height: height, stride: stride)
    let png = try rows.bytes.withUnsafeBytes {
      try PNGWriter.encode(xrgb: #require($0.baseAddress), stride: stride, width: width, height: height)
    }
    let picture = try decode(png, format: png_uint_32(PNG_FORMAT_FLAG_COLOR), channels: 3)
    #expect(picture.width == width)
    #expect(picture.height == height)
    #expect(picture.bytes == rows.rgb)
  }

  @Test("A grey picture comes back value for value and is stored as grey")
  func greyRoundTrip() throws {
    let (width, height, stride) = (61, 40, 64)
    let grey = (0..<stride * height).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let png = try grey.withUnsafeBytes {
      try PNGWriter.encode(grey: #require($0.baseAddress), stride: stride, width: width, height: height)
    }
    let picture = try decode(png, format: png_uint_32(PNG_FORMAT_GRAY), channels: 1)
    let expected = (0..<height).flatMap { grey[$0 * stride..<$0 * stride + width] }
    #expect(picture.bytes == expected)
    #expect(header(png) == Header(width: 61, height: 40, depth: 8, colorType: 0))
  }

  @Test("The file says 8-bit RGB, and the unused byte of a pixel does not reach it")
  func unusedByte() throws {
    var rows = XRGBRows(width: 20, height: 20, stride: 80)
    let first = try rows.png()
    for index in Swift.stride(from: 3, to: rows.bytes.count, by: 4) { rows.bytes[index] ^= 0xFF }
    let second = try rows.png()
    #expect(header(first) == Header(width: 20, height: 20, depth: 8, colorType: 2))
    #expect(first == second)
  }

  @Test(
    "Numbers that describe no picture are refused before memory is read",
    arguments: [
      (0, 4, 64), (4, 0, 64), (-1, 4, 64), (4, 4, 15), (40_000, 1, 160_000), (1, 32_768, Int.max / 2),
    ])
  func refusesSizes(width: Int, height: Int, stride: Int) {
    var pixel: UInt32 = 0
    #expect(throws: PictureError.unusableSize(width: width, height: height, stride: stride)) {
      try PNGWriter.encode(xrgb: &pixel, stride: stride, width: width, height: height)
    }
    #expect(throws: PictureError.unusableSize(width: width, height: height, stride: stride)) {
      try JPEGWriter.encode(xrgb: &pixel, stride: stride, width: width, height: height, quality: 80)
    }
  }

  private struct Header: Equatable {
    var width: Int
    var height: Int
    var depth: UInt8
    var colorType: UInt8
  }

  /// The IHDR chunk, which stands at byte 16 of every PNG (PNG specification, 11.2.1).
  private func header(_ png: [UInt8]) -> Header {
    let number = { (at: Int) in png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return Header(width: number(16), height: number(20), depth: png[24], colorType: png[25])
  }

  private func decode(_ png: [UInt8], format: png_uint_32, channels: Int) throws -> (
    width: Int, height: Int, bytes: [UInt8]
  ) {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    try #require(png_image_begin_read_from_memory(&image, png, png.count) != 0)
    image.format = format
    var bytes = [UInt8](repeating: 0, count: Int(image.width * image.height) * channels)
    try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    return (Int(image.width), Int(image.height), bytes)
  }
}

/// A picture of smooth slopes with an edge, in XRGB8888 rows.
struct XRGBRows {
  let width: Int
  let height: Int
  let stride: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, stride: Int) {
    (self.width, self.height, self.stride) = (width, height, stride)
    bytes = [UInt8](repeating: 0x5A, count: stride * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * stride + x * 4
        bytes[at] = UInt8(x * 255 / max(1, width - 1))
        bytes[at + 1] = UInt8(y * 255 / max(1, height - 1))
        bytes[at + 2] = x < width / 2 ? 30 : 220
      }
    }
  }

  var rgb: [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        let at = y * stride + x * 4
        return [bytes[at + 2], bytes[at + 1], bytes[at]]
      }
    }
  }

  func png() throws -> [UInt8] {
    try bytes.withUnsafeBytes {
      try PNGWriter.encode(xrgb: #require($0.baseAddress), stride: stride, width: width, height: height)
    }
  }
}
