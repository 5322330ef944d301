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
  /// What a finger can take, on top first.
  var controls: [Control] = []

  init(_ panel: Panel, _ look: Look) {
    self.panel = panel
    self.look = look
  }

  var unit: Double { panel.pixelsPerMillimetre }
  var width: Int { panel.size.width }
  var height: Int { panel.size.height }
  var whole: PixelRect { PixelRect(size: panel.size) }

  /// What does not lie under a sheet or a card.
  var onTop: [Furniture] {
    let scrim = furniture.lastIndex { $0.content == .surface(.scrim) }
    return Array(furniture[(scrim.map { $0 + 1 } ?? 0)...])
  }

  func mm(_ length: Double) -> Int { panel.pixels(millimetres: length) }

  mutating func add(_ content: Furniture.Content, _ frame: PixelRect) {
    furniture.append(Furniture(content: content, frame: frame, opacity: 255))
  }

  mutating func add(_ layer: ControlLayer) {
    furniture += layer.furniture
    controls += layer.controls
  }

  struct Painted {
    var thing: Furniture
    var bitmap: FurnitureBitmap
  }

  /// Everything, bottom first.
  func painted() throws -> [Painted] {
    try furniture.map {
      Painted(thing: $0, bitmap: try FurniturePainter.paint($0, panel: panel, rotation: .none, look: look))
    }
  }

  /// What is seen at a place, as the compositor makes it.
  func pixel(_ x: Int, _ y: Int, _ painted: [Painted]) -> UInt32 {
    let place = Point(x: Double(x), y: Double(y))
    var seen = pages.contains { $0.contains(place) } ? 0xFFFFFF : look.surround
    for item in painted where item.thing.shownFrame.contains(place) {
      let pixel = item.bitmap.pixel(x: x - item.thing.frame.x, y: y - item.thing.frame.y)
      seen = pixel >> 24 == 255 ? pixel & 0xFF_FFFF : Self.over(pixel, seen)
    }
    return seen
  }

  /// Paints everything over the pages.
  func composed() throws -> [UInt32] {
    var screen = [UInt32](repeating: look.surround, count: panel.size.area)
    for page in pages.map({ $0.intersection(whole) }) where !page.isEmpty {
      for y in page.y..<page.maxY {
        for x in page.x..<page.maxX { screen[y * width + x] = 0xFFFFFF }
      }
    }
    for item in try painted() {
      let (thing, bitmap) = (item.thing, item.bitmap)
      let seen = thing.shownFrame.intersection(whole)
      for y in seen.y..<max(seen.y, seen.maxY) {
        for x in seen.x..<max(seen.x, seen.maxX) {
          let pixel = bitmap.pixel(x: x - thing.frame.x, y: y - thing.frame.y)
          if pixel >> 24 == 255 {
            screen[y * width + x] = pixel & 0xFF_FFFF
          } else if pixel >> 24 > 0 {
            screen[y * width + x] = Self.over(pixel, screen[y * width + x])
          }
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

extension Furniture {
  /// The same wherever it lies.
  var atOrigin: Furniture {
    Furniture(content: content, frame: PixelRect(size: frame.size), opacity: 255)
  }
}
