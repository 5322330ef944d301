import CPixels
import Testing
import ViewerCore

@testable import Display

@Suite("Stretch")
struct StretchTests {
  /// What one colour of a target pixel must be, by the definition in real numbers.
  static func reference(_ source: Canvas, _ x: Int, _ y: Int, frame: PixelSize, shift: Int) -> Double {
    func place(_ position: Int, _ source: Int, _ frame: Int) -> (Int, Int, Double) {
      let exact = min(
        max((Double(position) + 0.5) * Double(source) / Double(frame) - 0.5, 0), Double(source - 1))
      let first = Int(exact)
      return (first, min(first + 1, source - 1), exact - Double(first))
    }
    let (left, right, across) = place(x, source.view.width, frame.width)
    let (top, bottom, down) = place(y, source.view.height, frame.height)
    func color(_ x: Int, _ y: Int) -> Double { Double(source[x, y] >> shift & 0xFF) }
    let upper = color(left, top) * (1 - across) + color(right, top) * across
    let lower = color(left, bottom) * (1 - across) + color(right, bottom) * across
    return upper * (1 - down) + lower * down
  }

  @Test(
    "A stretched picture is the bilinear one, within what 8 bits can hold",
    arguments: [
      (40, 30, 40, 31), (40, 30, 20, 15), (40, 30, 10, 7), (40, 30, 41, 29), (40, 30, 93, 77),
      (40, 30, 160, 120),
      (40, 30, 7, 200), (1, 30, 17, 40), (40, 1, 17, 9), (1, 1, 19, 5), (2, 2, 64, 3), (200, 3, 57, 11),
      (3, 3, 2, 2), (90, 9, 89, 9),
    ])
  func bilinear(width: Int, height: Int, frameWidth: Int, frameHeight: Int) {
    let source = CompositorStage.noise(width, height, seed: UInt64(width * 7 + height))
    let frame = PixelSize(width: frameWidth, height: frameHeight)
    let target = Canvas(frame)
    var stretch = Stretch()
    stretch.draw(
      source.view, over: PixelRect(size: frame), clip: PixelRect(size: frame), into: target.view)
    for y in 0..<frameHeight {
      for x in 0..<frameWidth {
        for shift in [0, 8, 16] {
          let expected = Self.reference(source, x, y, frame: frame, shift: shift)
          // Two positions to 1/256 px, at 255 a pixel; two roundings.
          #expect(abs(Double(target[x, y] >> shift & 0xFF) - expected) <= 3, "at \(x), \(y)")
        }
        #expect(target[x, y] >> 24 == 0xFF)
      }
    }
  }

  @Test("An even colour stays exactly itself up to the frame's last pixel", arguments: [3, 20, 50, 160])
  func evenColor(side: Int) {
    let source = Canvas(PixelSize(width: 50, height: 40), fill: 0x00F7_F4EC)
    let target = Canvas(PixelSize(width: side + 2, height: side + 2), fill: 7)
    var stretch = Stretch()
    stretch.draw(
      source.view, over: PixelRect(x: 1, y: 1, width: side, height: side), clip: target.view.bounds,
      into: target.view)
    for y in 0..<side + 2 {
      for x in 0..<side + 2 {
        let inside = (1...side).contains(x) && (1...side).contains(y)
        #expect(target[x, y] == (inside ? 0xFFF7_F4EC : 7), "at \(x), \(y)")
      }
    }
  }

  @Test("Opposite corners of the frame are the source's corners when it grows")
  func corners() {
    let source = CompositorStage.noise(9, 7)
    let target = Canvas(PixelSize(width: 90, height: 70))
    var stretch = Stretch()
    stretch.draw(source.view, over: target.view.bounds, clip: target.view.bounds, into: target.view)
    for (near, far) in [((0, 0), (0, 0)), ((8, 0), (89, 0)), ((0, 6), (0, 69)), ((8, 6), (89, 69))] {
      #expect(target[far.0, far.1] == source[near.0, near.1] | 0xFF00_0000)
    }
  }

  @Test("Blocks of a row and its last pixels are mixed alike", arguments: [1, 7, 8, 9, 16, 31])
  func rowEnds(count: Int) {
    let first = CompositorStage.noise(count, 1, seed: 5)
    let second = CompositorStage.noise(count, 1, seed: 6)
    for weight in [0, 1, 77, 128, 255, 256] {
      var mixed = [UInt32](repeating: 0, count: count + 1)
      cpixels_mix_rows(
        &mixed, first.view.pixels(0), second.view.pixels(0), UInt32(weight), count, 0)
      for x in 0..<count {
        for shift in [0, 8, 16] {
          let a = Int(first[x, 0] >> shift & 0xFF)
          let b = Int(second[x, 0] >> shift & 0xFF)
          #expect(Int(mixed[x] >> shift & 0xFF) == (a * (256 - weight) + b * weight + 128) >> 8)
        }
      }
      #expect(mixed[count] == 0)
    }
  }
}
