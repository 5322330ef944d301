import Foundation
import Interface
import Pictures
import ViewerCore

/// Screens as they are composed of furniture, for tests and for the eye.
struct ScreenStage {
  var panel: Panel
  var look: Look
  var pages: [PixelRect] = []
  var furniture: [Furniture] = []

  init(_ panel: Panel, _ look: Look) {
    self.panel = panel
    self.look = look
  }

  var unit: Double { panel.pixelsPerMillimetre }
  var width: Int { panel.size.width }
  var height: Int { panel.size.height }

  func mm(_ length: Double) -> Int { panel.pixels(millimetres: length) }

  mutating func add(_ content: Furniture.Content, x: Int, y: Int, width: Int, height: Int) {
    furniture.append(
      Furniture(
        content: content, frame: PixelRect(x: x, y: y, width: max(1, width), height: max(1, height)),
        opacity: 255))
  }

  /// Paints everything over the pages, as the compositor does.
  func composed() throws -> [UInt32] {
    let surround: UInt32 = look.theme == .light ? 0xE9E6DF : 0x14130F
    var screen = [UInt32](repeating: surround, count: panel.size.area)
    for page in pages.map({ $0.intersection(PixelRect(size: panel.size)) }) where !page.isEmpty {
      for y in page.y..<page.maxY {
        for x in page.x..<page.maxX { screen[y * panel.size.width + x] = 0xFFFFFF }
      }
    }
    for thing in furniture {
      let bitmap = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: look)
      let seen = thing.frame.intersection(PixelRect(size: panel.size))
      for y in max(0, seen.y)..<max(0, seen.maxY) {
        for x in seen.x..<seen.maxX {
          let at = y * panel.size.width + x
          screen[at] = Self.over(bitmap.pixel(x: x - thing.frame.x, y: y - thing.frame.y), screen[at])
        }
      }
    }
    return screen
  }

  func write(to path: String) throws {
    let size = panel.size
    let png = try composed().withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { throw CocoaError(.fileWriteUnknown) }
      return try PNGWriter.encode(xrgb: base, stride: size.width * 4, width: size.width, height: size.height)
    }
    try PictureFile.write(png, to: path)
  }

  private static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
    let rest = 255 - (source >> 24)
    return [16, 8, 0].reduce(UInt32(0)) { result, shift in
      result | ((source >> shift & 0xFF) + (target >> shift & 0xFF) * rest / 255) << shift
    }
  }
}
