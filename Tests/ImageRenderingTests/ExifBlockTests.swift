import Testing
import ViewerCore

@testable import ImageRendering

@Suite("Exif blocks")
struct ExifBlockTests {
  @Test(
    "Tell how the camera was held; nonsense is upright", arguments: [(6, 6), (1, 1), (8, 8), (0, 1), (9, 1)])
  func orientation(_ value: Int, _ expected: Int) {
    let exif = ExifBlock(PictureFixture.exif(tag: 0x112, value: value))
    #expect(Int(exif.orientation.rawValue) == expected)
  }

  @Test("Of either byte order")
  func bigEndian() {
    let bytes: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0]
    #expect(ExifBlock(bytes).orientation == .half)
  }

  @Test("Cut off anywhere they are harmless")
  func cut() {
    let bytes = PictureFixture.exif(tag: 0x112, value: 6)
    for count in 0..<bytes.count { _ = ExifBlock(Array(bytes.prefix(count))) }
    #expect(ExifBlock(Array(bytes.prefix(20))).orientation == .upright)
    #expect(ExifBlock([]) == ExifBlock(Array("II*".utf8)))
  }

  @Test(
    "Moments become ISO 8601, or nothing",
    arguments: [
      ("2024:03:01 12:30:59", "2024-03-01T12:30:59"), ("2024-03-01 12:30:59", "2024-03-01T12:30:59"),
      ("0000:00:00 00:00:00", ""), ("    :  :     :  :  ", ""), ("2024:03:01", ""),
      ("2024:03:01 12.30.59", ""),
    ])
  func moments(_ text: String, _ expected: String) {
    #expect(ExifBlock.moment(Array(text.utf8)) == expected)
  }
}
