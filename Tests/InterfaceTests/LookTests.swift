import Foundation
import Interface
import Pictures
import Testing
import ViewerCore

/// Composes whole screens for people to look at: `LECTERN_LOOK=FOLDER swift test --filter LookTests`.
struct LookTests {
  private static let folder = ProcessInfo.processInfo.environment["LECTERN_LOOK"]

  @Test(
    "Screens are written for the eye", .enabled(if: folder != nil, "set LECTERN_LOOK to a folder"),
    arguments: FurniturePainterTests.panels)
  func screens(panel: Panel) throws {
    let folder = try #require(Self.folder)
    let size = panel.size
    let whole = PixelRect(size: size)
    let margin = size.width / 20
    let pages = [
      PixelRect(x: margin, y: -size.height / 3, width: size.width - 2 * margin, height: size.height * 3 / 4),
      PixelRect(
        x: margin, y: size.height * 3 / 4 - size.height / 3 + 20, width: size.width - 2 * margin,
        height: size.height * 3 / 4),
    ]
    var reading: [Furniture] = []
    if let frame = FurnitureLayout.placeholderFrame(pageFrame: pages[0], visible: whole, panel: panel) {
      reading.append(Furniture(content: .placeholder(number: 12), frame: frame, opacity: 255))
    }
    if let frame = FurnitureLayout.failureFrame(pageFrame: pages[1], visible: whole, panel: panel) {
      reading.append(
        Furniture(content: .pageFailure(number: 13, code: .timeout), frame: frame, opacity: 255))
    }
    for axis in Axis.allCases {
      if let frame = FurnitureLayout.scrollThumb(
        axis: axis, offset: 900, content: 9000, viewport: 1500, panel: panel)
      {
        reading.append(Furniture(content: .scrollThumb, frame: frame, opacity: 255))
      }
    }
    reading.append(
      Furniture(
        content: .pageLabel(page: 12, count: 48),
        frame: FurnitureLayout.pageLabelFrame(panel, digits: 2), opacity: 255))
    let notice = Furniture(
      content: .notice(code: .damagedDocument, subject: "/srv/documents/guide.pdf"),
      frame: FurnitureLayout.noticeFrame(panel), opacity: 255)
    let name = "\(size.width)x\(size.height)"
    try write(screen(pages: pages, reading, panel), size, to: "\(folder)/reading-\(name).png")
    try write(screen(pages: [], [notice], panel), size, to: "\(folder)/notice-\(name).png")
  }

  private func screen(pages: [PixelRect], _ furniture: [Furniture], _ panel: Panel) throws -> [UInt32] {
    var screen = [UInt32](repeating: 0xE9E6DF, count: panel.size.area)
    for page in pages.map({ $0.intersection(PixelRect(size: panel.size)) }) {
      for y in page.y..<page.maxY {
        for x in page.x..<page.maxX { screen[y * panel.size.width + x] = 0xFFFFFF }
      }
    }
    for thing in furniture {
      let bitmap = try FurniturePainter.paint(thing, panel: panel, rotation: .none, look: Look())
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let place = (thing.frame.x + x, thing.frame.y + y)
          guard (0..<panel.size.width).contains(place.0), (0..<panel.size.height).contains(place.1) else {
            continue
          }
          let at = place.1 * panel.size.width + place.0
          screen[at] = over(bitmap.pixel(x: x, y: y), screen[at])
        }
      }
    }
    return screen
  }

  private func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
    let rest = 255 - (source >> 24)
    return [16, 8, 0].reduce(UInt32(0)) { result, shift in
      result | ((source >> shift & 0xFF) + (target >> shift & 0xFF) * rest / 255) << shift
    }
  }

  private func write(_ screen: [UInt32], _ size: PixelSize, to path: String) throws {
    let png = try screen.withUnsafeBytes {
      try PNGWriter.encode(
        xrgb: #require($0.baseAddress), stride: size.width * 4, width: size.width, height: size.height)
    }
    try PictureFile.write(png, to: path)
  }
}
