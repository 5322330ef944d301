import CPixels
import Testing
import ViewerCore

@testable import Display

/// A grey page looks the same whichever way it is kept.
@Suite("Grey pictures")
struct GreyPictureTests {
  static let base = BitmapID(number: 1)
  static let tile = BitmapID(number: 2)

  @Test(
    "A grey picture stretched is the same pixels as the coloured one, whatever part of it is drawn",
    arguments: [
      (40, 30, 40, 31), (40, 30, 20, 15), (40, 30, 10, 7), (40, 30, 41, 29), (40, 30, 93, 77),
      (40, 30, 160, 120), (40, 30, 7, 200), (1, 30, 17, 40), (40, 1, 17, 9), (1, 1, 19, 5), (2, 2, 64, 3),
      (200, 3, 57, 11), (3, 3, 2, 2), (90, 9, 89, 9), (300, 20, 299, 21), (300, 20, 161, 30),
      (300, 20, 150, 9), (150, 20, 301, 33), (17, 8, 400, 9), (31, 4, 33, 4),
    ])
  func stretched(width: Int, height: Int, frameWidth: Int, frameHeight: Int) {
    let (grey, colour) = CompositorStage.greyNoise(width, height, seed: UInt64(width * 7 + height))
    let frame = PixelRect(x: -3, y: -1, width: frameWidth, height: frameHeight)
    let size = PixelSize(width: frameWidth + 2, height: frameHeight + 2)
    var stretch = Stretch()
    var other = Stretch()
    for clip in [
      PixelRect(size: size), PixelRect(x: 1, y: 2, width: frameWidth / 2 + 1, height: frameHeight),
      PixelRect(x: frameWidth / 3, y: 0, width: frameWidth, height: frameHeight / 2 + 1),
    ] {
      let expected = Canvas(size, fill: 7)
      let result = Canvas(size, fill: 7)
      stretch.draw(colour.view, over: frame, clip: clip, into: expected.view)
      other.draw(grey.view, over: frame, clip: clip, into: result.view)
      #expect(result.pixels == expected.pixels, "\(clip)")
    }
  }

  @Test(
    "Greys are widened to pixels in blocks and at the end of a row alike", arguments: [1, 15, 16, 17, 47])
  func expanded(count: Int) {
    let (grey, colour) = CompositorStage.greyNoise(count, 1)
    var pixels = [UInt32](repeating: 5, count: count + 1)
    cpixels_expand_grey(&pixels, grey.view.greys(0), count, 0)
    #expect(Array(pixels.dropLast()) == colour.pixels.map { $0 | 0xFF00_0000 })
    #expect(pixels.last == 5)
  }

  @Test("One pixel of colour anywhere in a row is seen, the unused byte is not", arguments: [1, 16, 33, 40])
  func isGrey(count: Int) {
    let (_, colour) = CompositorStage.greyNoise(count, 1, seed: 3)
    #expect(cpixels_is_grey(colour.view.pixels(0), count) == 1)
    for x in 0..<count {
      for bit: UInt32 in [0, 7, 8, 15, 16, 23] {
        colour[x, 0] ^= 1 << bit
        #expect(cpixels_is_grey(colour.view.pixels(0), count) == 0, "bit \(bit) of \(x)")
        colour[x, 0] ^= 1 << bit
      }
      colour[x, 0] ^= 1 << 31
      #expect(cpixels_is_grey(colour.view.pixels(0), count) == 1)
    }
  }

  @Test("Greys are taken out of pixels, also where they lie", arguments: [1, 15, 16, 100])
  func taken(count: Int) {
    let (grey, colour) = CompositorStage.greyNoise(count, 1, seed: 8)
    let memory = colour.view.base.assumingMemoryBound(to: UInt8.self)
    cpixels_take_grey(memory, colour.view.pixels(0), count)
    #expect((0..<count).allSatisfy { UInt32(memory[$0]) == grey[$0, 0] })
  }

  @Test(
    "A scene of grey pages and tiles is the scene of the same pages in colour", arguments: Rotation.allCases,
    [0.2, 0.5, 0.83, 1, 1.01, 1.7, 4])
  func scene(rotation: Rotation, zoom: Double) {
    let (scene, stage) = CompositorTests.crowded(rotation: rotation, zoom: zoom)
    var coloured = stage
    var mixed = stage
    for (id, bitmap) in stage.bitmaps {
      let size = bitmap.view.size
      let (grey, colour) = CompositorStage.greyNoise(size.width, size.height, seed: UInt64(id.number))
      coloured.bitmaps[id] = colour
      // The tile stays in colour, as the tile of a grey page may.
      mixed.bitmaps[id] = id == Self.tile ? colour : grey
    }
    #expect(mixed.picture(scene).pixels == coloured.picture(scene).pixels)
    for (id, bitmap) in stage.bitmaps {
      let size = bitmap.view.size
      mixed.bitmaps[id] =
        CompositorStage.greyNoise(size.width, size.height, seed: UInt64(id.number)).grey
    }
    #expect(mixed.picture(scene).pixels == coloured.picture(scene).pixels)
  }
}
