import Testing
import ViewerCore

@testable import Interface

struct IconTests {
  @Test(
    "An icon fills its grid but for two units at each side, and never leaves it", arguments: Icon.allCases)
  func inside(icon: Icon) throws {
    for side in [24, 31, 72, 200] {
      let bitmap = try FurnitureBitmap(size: PixelSize(width: side + 20, height: side + 20))
      let canvas = try Canvas(over: bitmap)
      let box = Box(x: 10, y: 10, width: Double(side), height: Double(side))
      IconDrawing.draw(icon, in: box, color: 0xFFFFFF, on: canvas)
      try canvas.check()
      let ink = try #require(bitmap.bounds { $0 >> 24 > 0 })
      #expect(PixelRect(x: 10, y: 10, width: side, height: side).contains(ink), "\(side): \(ink)")
      #expect(max(ink.width, ink.height) >= side * 14 / 24, "\(side): \(ink)")
    }
  }

  @Test("An icon is centred to the eye: what it weighs lies amid its box", arguments: Icon.allCases)
  func centred(icon: Icon) throws {
    let bitmap = try FurnitureBitmap(size: PixelSize(width: 240, height: 240))
    let canvas = try Canvas(over: bitmap)
    IconDrawing.draw(icon, in: canvas.bounds, color: 0xFFFFFF, on: canvas)
    try canvas.check()
    let ink = try #require(bitmap.bounds { $0 >> 24 > 0x80 })
    // Within 1.2 units: round and pointed shapes reach a little farther at one side.
    #expect(abs(ink.x + ink.maxX - 240) <= 24, "\(ink)")
    #expect(abs(ink.y + ink.maxY - 240) <= 24, "\(ink)")
  }

  @Test("No two icons look alike")
  func different() throws {
    let pictures = try Icon.allCases.map { icon in
      let bitmap = try FurnitureBitmap(size: PixelSize(width: 48, height: 48))
      let canvas = try Canvas(over: bitmap)
      IconDrawing.draw(icon, in: canvas.bounds, color: 0xFFFFFF, on: canvas)
      try canvas.check()
      return bitmap.allPixels
    }
    #expect(Set(pictures).count == Icon.allCases.count)
  }

  @Test("Where lines of a translucent icon cross it is no denser", arguments: [Icon.plus, .close, .globe])
  func even(icon: Icon) throws {
    let bitmap = try FurnitureBitmap(size: PixelSize(width: 96, height: 96))
    let canvas = try Canvas(over: bitmap)
    IconDrawing.draw(icon, in: canvas.bounds, color: 0xFFFFFF, alpha: 0.4, on: canvas)
    try canvas.check()
    #expect(bitmap.bounds { $0 >> 24 > 103 } == nil)
    #expect(bitmap.bounds { $0 >> 24 > 100 } != nil)
  }
}
