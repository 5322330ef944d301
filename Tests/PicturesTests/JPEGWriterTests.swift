import CJPEG
import Testing

@testable import Pictures

struct JPEGWriterTests {
  private let rows = XRGBRows(width: 120, height: 90, stride: 512)

  @Test("A colour picture comes back nearly the same, channel by channel", arguments: [85, 95, 100])
  func colorRoundTrip(quality: Int) throws {
    let jpeg = try encoded(quality: quality)
    let picture = try decode(jpeg, format: TJPF_RGB, channels: 3)
    #expect(picture.width == 120)
    #expect(picture.height == 90)
    // Were red and blue changed over, the mean error would be about 80.
    #expect(meanError(picture.bytes, rows.rgb) < 3)
  }

  @Test("Higher quality costs bytes and loses less")
  func quality() throws {
    let low = try encoded(quality: 20)
    let high = try encoded(quality: 95)
    #expect(low.count < high.count)
    let lowError = meanError(try decode(low, format: TJPF_RGB, channels: 3).bytes, rows.rgb)
    let highError = meanError(try decode(high, format: TJPF_RGB, channels: 3).bytes, rows.rgb)
    #expect(highError < lowError)
  }

  @Test("A quality beyond the scale counts as its nearer end", arguments: [(0, 1), (-5, 1), (101, 100)])
  func qualityEnds(asked: Int, used: Int) throws {
    #expect(try encoded(quality: asked) == encoded(quality: used))
  }

  @Test("A grey picture is stored with one component")
  func grey() throws {
    let (width, height, stride) = (50, 30, 64)
    let grey = (0..<stride * height).map { UInt8(($0 % stride) * 4) }
    let jpeg = try grey.withUnsafeBytes {
      try JPEGWriter.encode(
        grey: #require($0.baseAddress), stride: stride, width: width, height: height, quality: 95)
    }
    let picture = try decode(jpeg, format: TJPF_GRAY, channels: 1)
    let expected = (0..<height).flatMap { grey[$0 * stride..<$0 * stride + width] }
    #expect(meanError(picture.bytes, expected) < 2)
    #expect(picture.colorSpace == Int32(TJCS_GRAY.rawValue))
  }

  private func encoded(quality: Int) throws -> [UInt8] {
    try rows.bytes.withUnsafeBytes {
      try JPEGWriter.encode(
        xrgb: #require($0.baseAddress), stride: rows.stride, width: rows.width, height: rows.height,
        quality: quality)
    }
  }

  private func meanError(_ left: [UInt8], _ right: [UInt8]) -> Double {
    let sum = zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return left.count == right.count ? Double(sum) / Double(left.count) : .infinity
  }

  private func decode(_ jpeg: [UInt8], format: TJPF, channels: Int) throws -> (
    width: Int, height: Int, colorSpace: Int32, bytes: [UInt8]
  ) {
    let handle = try #require(tjInitDecompress())
    defer { tjDestroy(handle) }
    var (width, height, sampling, colorSpace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    try #require(
      tjDecompressHeader3(handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colorSpace) == 0)
    var bytes = [UInt8](repeating: 0, count: Int(width * height) * channels)
    try #require(
      tjDecompress2(
        handle, jpeg, UInt(jpeg.count), &bytes, width, 0, height, Int32(format.rawValue), 0) == 0)
    return (Int(width), Int(height), colorSpace, bytes)
  }
}
