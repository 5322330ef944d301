import Foundation
import Testing

/// A picture of grey pixels in the PGM format (P5).
struct GreyPicture {
  let width: Int
  let height: Int
  private let pixels: [UInt8]

  init(_ data: Data) throws {
    let bytes = [UInt8](data)
    try #require(bytes.starts(with: Array("P5".utf8)))
    var numbers: [Int] = []
    var place = 2
    while numbers.count < 3 {
      while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
      if place < bytes.count, bytes[place] == UInt8(ascii: "#") {
        while place < bytes.count, bytes[place] != 10 { place += 1 }
        continue
      }
      let word = bytes[place...].prefix { $0 > 0x20 }
      numbers.append(try #require(Int(String(decoding: word, as: UTF8.self))))
      place += word.count
    }
    (width, height) = (numbers[0], numbers[1])
    pixels = Array(bytes.dropFirst(place + 1))
    try #require(pixels.count >= width * height)
  }

  /// Dark pixels within a box of points, but for its rim.
  func ink(in box: [Double], scale: Double) -> Int {
    func edges(_ first: Double, _ last: Double, _ limit: Int) -> Range<Int> {
      let start = min(max(0, Int(first * scale) + 2), limit)
      return start..<max(start, min(limit, Int(last * scale) - 2))
    }
    var count = 0
    for y in edges(box[1], box[3], height) {
      for x in edges(box[0], box[2], width) where pixels[y * width + x] < 140 { count += 1 }
    }
    return count
  }
}
