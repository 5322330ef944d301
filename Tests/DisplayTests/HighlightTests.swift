import CPixels
import Testing
import ViewerCore

@testable import Display

@Suite("Highlights")
struct HighlightTests {
  static let base = BitmapID(number: 1)
  static let page = PixelRect(x: 4, y: 3, width: 60, height: 150)

  static func times(_ pixel: UInt32, _ color: UInt32) -> UInt32 {
    var result: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let product = Double(pixel >> shift & 0xFF) * Double(color >> shift & 0xFF) / 255
      result |= UInt32(product.rounded()) << shift
    }
    return result
  }

  static func scene(_ highlights: [SceneHighlight], rotation: Rotation = .none) -> Scene {
    var scene = CompositorTests.scene([], rotation: rotation, width: 70, height: 160)
    var page = CompositorTests.page(page, base: base)
    page.highlights = highlights
    scene.pages = [page]
    return scene
  }

  static var stage: CompositorStage {
    CompositorStage(bitmaps: [base: CompositorStage.noise(page.width, page.height)])
  }

  @Test(
    "A row is multiplied in blocks and at its end alike, rounded to the nearest", arguments: [1, 7, 8, 9, 40])
  func row(count: Int) {
    let source = CompositorStage.noise(count, 1, seed: 12)
    for color: UInt32 in [0xFFD98A, 0x000000, 0xFFFFFF, 0x010203, 0xB35C00] {
      let target = Canvas(PixelSize(width: count + 1, height: 1)) { x, _ in x < count ? source[x, 0] : 9 }
      cpixels_multiply_row(target.view.pixels(0), color, count)
      for x in 0..<count { #expect(target[x, 0] == Self.times(source[x, 0], color)) }
      #expect(target[count, 0] == 9)
    }
  }

  @Test(
    "A highlight multiplies the page's pixels by its colour, within the page alone",
    arguments: [(SceneHighlight.Kind.selection, UInt32(0xFFD98A)), (.match, 0xFFE2A8)])
  func color(kind: SceneHighlight.Kind, color: UInt32) {
    let frame = PixelRect(x: -9, y: 40, width: 40, height: 90)
    let plain = Self.stage.picture(Self.scene([]))
    let picture = Self.stage.picture(Self.scene([SceneHighlight(frame: frame, kind: kind)]))
    let marked = frame.intersection(Self.page)
    for y in 0..<160 {
      for x in 0..<70 {
        let isMarked = marked.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        #expect(picture[x, y] == (isMarked ? Self.times(plain[x, y], color) : plain[x, y]), "at \(x), \(y)")
      }
    }
  }

  @Test("A current match has a darker frame round it, so that it is not told by colour alone")
  func currentMatch() {
    let frame = PixelRect(x: 20, y: 30, width: 20, height: 28)
    let plain = Self.stage.picture(Self.scene([]))
    let picture = Self.stage.picture(Self.scene([SceneHighlight(frame: frame, kind: .currentMatch)]))
    #expect(picture[30, 40] == Self.times(plain[30, 40], 0xFFB000))
    for (x, y) in [(18, 28), (19, 40), (41, 59), (30, 28), (30, 58), (40, 44)] {
      #expect(picture[x, y] == Self.times(plain[x, y], 0xB35C00), "at \(x), \(y)")
    }
    #expect(picture[17, 40] == plain[17, 40] && picture[30, 60] == plain[30, 60])
  }

  @Test("Where highlights overlap the topmost alone counts, in whatever order they come")
  func overlap() {
    let list = [
      SceneHighlight(frame: PixelRect(x: 10, y: 20, width: 40, height: 20), kind: .selection),
      SceneHighlight(frame: PixelRect(x: 10, y: 38, width: 40, height: 20), kind: .selection),
      SceneHighlight(frame: PixelRect(x: 20, y: 10, width: 10, height: 100), kind: .match),
      SceneHighlight(frame: PixelRect(x: 35, y: 30, width: 10, height: 14), kind: .currentMatch),
    ]
    let plain = Self.stage.picture(Self.scene([]))
    let picture = Self.stage.picture(Self.scene(list))
    for (x, y, color) in [
      (12, 39, UInt32(0xFFD98A)), (25, 39, 0xFFD98A), (25, 15, 0xFFE2A8), (40, 39, 0xFFB000),
      (34, 39, 0xB35C00),
    ] {
      #expect(picture[x, y] == Self.times(plain[x, y], color), "at \(x), \(y)")
    }
    #expect(Self.stage.picture(Self.scene(list.reversed())).pixels == picture.pixels)
    #expect(Self.stage.picture(Self.scene(list + list)).pixels == picture.pixels)
  }

  @Test("Highlights drawn piece by piece are those drawn at once", arguments: Rotation.allCases)
  func pieces(rotation: Rotation) {
    var dice = Dice(31)
    let list = (0..<40).map { index in
      SceneHighlight(
        frame: PixelRect(
          x: dice.next(-5..<60), y: dice.next(-5..<150), width: dice.next(0..<30), height: dice.next(0..<40)),
        kind: [.selection, .match, .currentMatch][index % 3])
    }
    let scene = Self.scene(list, rotation: rotation)
    let whole = Self.stage.picture(scene)
    let upright = Self.stage.picture(Self.scene(list))
    #expect(whole.pixels == upright.turned(rotation).pixels)
    let shadow = Canvas(rotation.turned(scene.size), fill: 5)
    for y in stride(from: 0, to: 160, by: 13) {
      for x in stride(from: 0, to: 70, by: 17) {
        Self.stage.compose(
          scene, damage: Damage(PixelRect(x: x, y: y, width: 17, height: 13)), into: shadow)
      }
    }
    #expect(shadow.pixels == whole.pixels)
  }
}
