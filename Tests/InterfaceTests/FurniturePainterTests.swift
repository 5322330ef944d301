import Foundation
import Interface
import Pictures
import Testing
import ViewerCore

struct FurniturePainterTests {
  static let panels = [
    Panel(size: PixelSize(width: 1080, height: 1920), dotsPerInch: 82),
    Panel(size: PixelSize(width: 1920, height: 1080), dotsPerInch: 92),
    Panel(size: PixelSize(width: 800, height: 480), dotsPerInch: 133),
    Panel(size: PixelSize(width: 3840, height: 2160), dotsPerInch: 160),
  ]

  @Test("The page label is dark with clear corners, its light text inside", arguments: panels)
  func pageLabel(panel: Panel) throws {
    for (page, count) in [(1, 1), (12, 48), (39_999, 40_000)] {
      let digits = String(count).count
      let frame = FurnitureLayout.pageLabelFrame(panel, digits: digits)
      let bitmap = try paint(.pageLabel(page: "\(page)", count: count), frame, panel)
      #expect(bitmap.size == frame.size)
      #expect(bitmap.pixel(x: bitmap.width / 2, y: 1) == 0xFF1C_1B18)
      #expect(bitmap.pixel(x: 0, y: 0) >> 24 == 0)
      let ink = try #require(bitmap.bounds { $0 & 0xFF > 0x60 })
      // Centred, and as high as the label's capitals are meant to be.
      #expect(abs(ink.x - (bitmap.width - ink.maxX)) <= 4)
      #expect(abs(ink.y - (bitmap.height - ink.maxY)) <= 2)
      #expect(ink.x > bitmap.height / 8)
      let capital = FurnitureLayout.labelCapital(panel) * panel.pixelsPerMillimetre
      #expect(Double(ink.height) > capital * 0.9 && Double(ink.height) < capital * 1.35)
    }
  }

  @Test(
    "Text shrinks into a frame that is too small for it",
    arguments: [(60, 30), (30, 30), (200, 9), (12, 40), (300, 14)])
  func shrinks(width: Int, height: Int) throws {
    let frame = PixelRect(x: 0, y: 0, width: width, height: height)
    let label = try paint(.pageLabel(page: "128", count: 4800), frame, Self.panels[3])
    let ink = try #require(label.bounds { $0 & 0xFF > 0x40 })
    #expect(ink.x > 0 && ink.y > 0 && ink.maxX < width && ink.maxY < height)
    for content in [
      Furniture.Content.placeholder(number: 4800), .pageFailure(number: 3, code: .timeout),
      .notice(code: .damagedDocument, subject: "a.pdf"),
    ] {
      let bitmap = try paint(content, frame, Self.panels[3])
      #expect(bitmap.borderIsClear, "\(content)")
    }
  }

  @Test("Page digits are tabular: what follows them stays in its place")
  func tabular() throws {
    let panel = Self.panels[3]
    let frame = FurnitureLayout.pageLabelFrame(panel, digits: 2)
    let ones = try paint(.pageLabel(page: "11", count: 48), frame, panel)
    let eights = try paint(.pageLabel(page: "88", count: 48), frame, panel)
    let right = (frame.width / 2..<frame.width).flatMap { x in (0..<frame.height).map { (x, $0) } }
    #expect(right.allSatisfy { ones.pixel(x: $0.0, y: $0.1) == eights.pixel(x: $0.0, y: $0.1) })
    let left = (0..<frame.width / 2).flatMap { x in (0..<frame.height).map { (x, $0) } }
    #expect(!left.allSatisfy { ones.pixel(x: $0.0, y: $0.1) == eights.pixel(x: $0.0, y: $0.1) })
  }

  @Test("The placeholder number is light grey on nothing")
  func placeholder() throws {
    let frame = PixelRect(x: 5, y: 7, width: 200, height: 100)
    let bitmap = try paint(.placeholder(number: 7), frame, Self.panels[0])
    #expect(bitmap.borderIsClear)
    let ink = try #require(bitmap.bounds { $0 >> 24 == 0xFF })
    #expect(bitmap.pixel(x: ink.x + ink.width / 2, y: ink.y + 1) == 0xFFD3_CEC3)
    #expect(abs(ink.x + ink.maxX - 200) <= 6 && abs(ink.y + ink.maxY - 100) <= 2)
  }

  @Test("No message overflows its frame, for any code on any panel", arguments: panels)
  func messages(panel: Panel) throws {
    let whole = PixelRect(size: panel.size)
    let page = PixelRect(
      x: panel.size.width / 4, y: 0, width: panel.size.width / 2, height: panel.size.height)
    let failureFrame = try #require(
      FurnitureLayout.failureFrame(pageFrame: page, visible: whole, panel: panel))
    for code in ErrorCode.allCases {
      let failure = try paint(.pageFailure(number: 1288, code: code), failureFrame, panel)
      #expect(failure.borderIsClear && failure.bounds { $0 >> 24 > 0 } != nil, "\(code)")
      let notice = try paint(
        .notice(code: code, subject: "guide.pdf"), FurnitureLayout.noticeFrame(panel), panel)
      #expect(notice.borderIsClear && notice.bounds { $0 >> 24 > 0 } != nil, "\(code)")
    }
  }

  @Test(
    "A hostile file name neither overflows nor makes the sentence smaller",
    arguments: [
      String(repeating: "very-long-folder/", count: 300), "line\nbreak\r\u{2029}\u{0}tab\t",
      "\u{202E}fdp.exe", String(repeating: "漢字", count: 200), "",
    ])
  func hostileSubject(subject: String) throws {
    let panel = Self.panels[1]
    let frame = FurnitureLayout.noticeFrame(panel)
    let plain = try paint(.notice(code: .damagedDocument, subject: "a.pdf"), frame, panel)
    let bitmap = try paint(.notice(code: .damagedDocument, subject: subject), frame, panel)
    #expect(bitmap.borderIsClear)
    // Only the sentence is as dark as ink: its box is the same.
    let dark = { (pixel: UInt32) in pixel >> 24 == 0xFF && pixel & 0xFF < 0x30 }
    let expected = try #require(plain.bounds(where: dark))
    let actual = try #require(bitmap.bounds(where: dark))
    #expect(abs(actual.width - expected.width) <= 2 && abs(actual.height - expected.height) <= 2)
  }

  @Test("The thumb is translucent, rounded and even")
  func thumb() throws {
    let frame = PixelRect(x: 0, y: 0, width: 8, height: 60)
    let bitmap = try paint(.scrollThumb, frame, Self.panels[3])
    let middle = bitmap.pixel(x: 4, y: 30)
    #expect((0x70...0x90).contains(middle >> 24))
    #expect(bitmap.pixel(x: 0, y: 0) >> 24 < middle >> 24)
    #expect((10..<50).allSatisfy { bitmap.pixel(x: 2, y: $0) == middle })
  }

  @Test("A bitmap for a turned panel is the upright one turned", arguments: Rotation.allCases)
  func rotation(rotation: Rotation) throws {
    let frame = PixelRect(x: 3, y: 4, width: 173, height: 62)
    let content = Furniture.Content.pageLabel(page: "12", count: 48)
    let upright = try paint(content, frame, Self.panels[0])
    let turned = try FurniturePainter.paint(
      Furniture(content: content, frame: frame, opacity: 255), panel: Self.panels[0], rotation: rotation,
      look: Look())
    #expect(turned.size == rotation.turned(frame.size))
    var differences = 0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let place = rotation.turned(PixelRect(x: x, y: y, width: 1, height: 1), in: frame.size)
        if turned.pixel(x: place.x, y: place.y) != upright.pixel(x: x, y: y) { differences += 1 }
      }
    }
    #expect(differences == 0)
  }

  @Test("Colours are premultiplied: no channel exceeds its alpha")
  func premultiplied() throws {
    for content in [
      Furniture.Content.pageLabel(page: "12", count: 48), .placeholder(number: 5), .scrollThumb,
      .pageFailure(number: 3, code: .pageRenderFailed),
    ] {
      let bitmap = try paint(content, PixelRect(x: 0, y: 0, width: 180, height: 60), Self.panels[0])
      let wrong = bitmap.bounds { pixel in
        [pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF].contains { $0 > pixel >> 24 }
      }
      #expect(wrong == nil, "\(content)")
    }
  }

  @Test("Place and opacity do not change the pixels, the page does")
  func sameness() throws {
    let frame = PixelRect(x: 0, y: 0, width: 180, height: 50)
    let first = try paint(.pageLabel(page: "12", count: 48), frame, Self.panels[0])
    let moved = try FurniturePainter.paint(
      Furniture(
        content: .pageLabel(page: "12", count: 48), frame: frame.offset(x: 70, y: -9), opacity: 3),
      panel: Self.panels[0], rotation: .none, look: Look())
    let other = try paint(.pageLabel(page: "13", count: 48), frame, Self.panels[0])
    #expect(first.allPixels == moved.allPixels)
    #expect(first.allPixels != other.allPixels)
  }

  @Test("A frame without pixels or of absurd size is refused", arguments: [(0, 10), (10, -1), (20_000, 10)])
  func refuses(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    #expect(throws: InterfaceError.unusableSize(size)) {
      try paint(.scrollThumb, PixelRect(size: size), Self.panels[0])
    }
  }

  @Test("Rows begin on 64-byte boundaries")
  func stride() throws {
    let bitmap = try paint(.scrollThumb, PixelRect(x: 0, y: 0, width: 17, height: 5), Self.panels[0])
    #expect(bitmap.stride == 128)
    #expect(bitmap.byteCount == 640)
    #expect(UInt(bitPattern: bitmap.pixels) % 64 == 0)
  }

  private func paint(_ content: Furniture.Content, _ frame: PixelRect, _ panel: Panel)
    throws -> FurnitureBitmap
  {
    try FurniturePainter.paint(
      Furniture(content: content, frame: frame, opacity: 255), panel: panel, rotation: .none, look: Look())
  }
}

extension FurnitureBitmap {
  /// The smallest rectangle that holds all pixels with a property.
  func bounds(where holds: (UInt32) -> Bool) -> PixelRect? {
    var result = PixelRect.empty
    for y in 0..<height {
      for x in 0..<width where holds(pixel(x: x, y: y)) {
        result = result.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Whether the outermost pixels are clear: what is cut off at an edge would show there.
  var borderIsClear: Bool {
    let rows = (0..<width).allSatisfy { pixel(x: $0, y: 0) == 0 && pixel(x: $0, y: height - 1) == 0 }
    let columns = (0..<height).allSatisfy { pixel(x: 0, y: $0) == 0 && pixel(x: width - 1, y: $0) == 0 }
    return rows && columns
  }

  var allPixels: [UInt32] {
    (0..<height).flatMap { y in (0..<width).map { pixel(x: $0, y: y) } }
  }
}
