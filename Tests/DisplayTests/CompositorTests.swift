import Testing
import ViewerCore

@testable import Display

@Suite("Compositor")
struct CompositorTests {
  static let surround: UInt32 = 0xE9E6DF
  static let first = BitmapID(number: 1)
  static let second = BitmapID(number: 2)

  static func scene(_ pages: [ScenePage], rotation: Rotation = .none, width: Int = 40, height: Int = 30)
    -> Scene
  {
    var scene = Scene(size: PixelSize(width: width, height: height), rotation: rotation, surround: surround)
    scene.pages = pages
    return scene
  }

  static func page(_ frame: PixelRect, base: BitmapID? = nil, tile: SceneTile? = nil) -> ScenePage {
    ScenePage(page: 0, frame: frame, base: base, baseSize: frame.size, tile: tile, quality: .base)
  }

  @Test("Without pages everything is surround, opaque", arguments: Rotation.allCases)
  func surroundAlone(rotation: Rotation) {
    let picture = CompositorStage().picture(Self.scene([], rotation: rotation))
    #expect(picture.pixels.allSatisfy { $0 == 0xFFE9_E6DF })
  }

  @Test(
    "A page's base of the frame's size is copied pixel by pixel",
    arguments: [
      PixelRect(x: 5, y: 4, width: 20, height: 12), PixelRect(x: -7, y: -3, width: 20, height: 12),
      PixelRect(x: 30, y: 25, width: 20, height: 12), PixelRect(x: -5, y: -5, width: 60, height: 50),
    ])
  func copiedBase(frame: PixelRect) {
    let stage = CompositorStage(bitmaps: [Self.first: CompositorStage.noise(frame.width, frame.height)])
    let picture = stage.picture(Self.scene([Self.page(frame, base: Self.first)]))
    let visible = frame.intersection(PixelRect(x: 0, y: 0, width: 40, height: 30))
    for y in visible.y..<visible.maxY {
      for x in visible.x..<visible.maxX {
        let expected = (stage.bitmaps[Self.first]?[x - frame.x, y - frame.y] ?? 0) | 0xFF00_0000
        #expect(picture[x, y] == expected, "at \(x), \(y)")
      }
    }
  }

  @Test("A page is paper where it has no base, or a base that is gone or of another format")
  func paper() {
    var stage = CompositorStage()
    stage.bitmaps[Self.second] = Canvas(
      PixelSize(width: 8, height: 8), format: .argb8888Premultiplied, fill: 0x8000_0000)
    for base in [nil, Self.first, Self.second] {
      let frame = PixelRect(x: 6, y: 6, width: 8, height: 8)
      let picture = stage.picture(Self.scene([Self.page(frame, base: base)]))
      #expect(picture[6, 6] == 0xFFFF_FFFF)
      #expect(picture[13, 13] == 0xFFFF_FFFF)
      #expect(picture[5, 6] == 0xFFE9_E6DF)
      #expect(picture[6, 5] == 0xFFE9_E6DF)
    }
  }

  @Test("A page's shadow falls to the right and below, and never on another page")
  func shadow() {
    let upper = PixelRect(x: 4, y: 2, width: 20, height: 10)
    let lower = PixelRect(x: 4, y: 14, width: 20, height: 10)
    let picture = CompositorStage().picture(Self.scene([Self.page(upper), Self.page(lower)]))
    // 12, 8 and 4 % darker than 0xE9E6DF.
    let bands: [UInt32] = [0xFFCD_CAC4, 0xFFD6_D4CD, 0xFFE0_DDD6]
    for (distance, band) in bands.enumerated() {
      #expect(picture[24 + distance, 8] == band)
      #expect(picture[15, 24 + distance] == band)
      #expect(picture[24 + distance, 24] == band)
    }
    #expect(picture[15, 12] == bands[0])
    #expect(picture[15, 13] == bands[1])
    #expect(picture[15, 14] == 0xFFFF_FFFF)
    #expect(picture[27, 8] == 0xFFE9_E6DF)
    #expect(picture[15, 27] == 0xFFE9_E6DF)
    #expect(picture[24, 2] == 0xFFE9_E6DF)
    #expect(picture[3, 8] == 0xFFE9_E6DF)
  }

  @Test("A tile lies over its page's base, cut to the page")
  func tile() {
    let stage = CompositorStage(bitmaps: [
      Self.first: Canvas(PixelSize(width: 20, height: 16), fill: 0x0011_1111),
      Self.second: CompositorStage.noise(12, 10),
    ])
    let frame = PixelRect(x: 4, y: 4, width: 20, height: 16)
    let tile = SceneTile(
      bitmap: Self.second, size: PixelSize(width: 12, height: 10),
      frame: PixelRect(x: 18, y: 8, width: 12, height: 10))
    let picture = stage.picture(Self.scene([Self.page(frame, base: Self.first, tile: tile)]))
    for y in 0..<30 {
      for x in 0..<40 where frame.contains(PixelRect(x: x, y: y, width: 1, height: 1)) {
        let isTile = tile.frame.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        let expected =
          isTile ? (stage.bitmaps[Self.second]?[x - 18, y - 8] ?? 0) | 0xFF00_0000 : 0xFF11_1111
        #expect(picture[x, y] == expected, "at \(x), \(y)")
      }
    }
  }

  @Test("A base is not asked for where its tile covers all that is seen of the page")
  func hiddenBase() {
    let bitmaps = [Self.second: CompositorStage.noise(60, 50)]
    let frame = PixelRect(x: -40, y: -30, width: 160, height: 120)
    let tile = SceneTile(
      bitmap: Self.second, size: PixelSize(width: 60, height: 50),
      frame: PixelRect(x: -10, y: -10, width: 60, height: 50))
    let scene = Self.scene([Self.page(frame, base: Self.first, tile: tile)])
    let shadow = Canvas(scene.size)
    var asked: [BitmapID] = []
    var compositor = Compositor()
    compositor.compose(
      scene, damage: Damage(PixelRect(size: scene.size)), into: shadow.view,
      bitmap: { id in
        asked.append(id)
        return bitmaps[id]?.view
      }, furniture: { _ in nil })
    #expect(asked == [Self.second])
  }

  @Test(
    "Furniture is blended over what is there by its alpha and its opacity", arguments: [255, 200, 128, 1, 0])
  func furniture(opacity: Int) {
    var stage = CompositorStage(bitmaps: [Self.first: CompositorStage.noise(40, 30)])
    // Premultiplied: no colour above its alpha.
    var dice = Dice(4)
    let label = Canvas(PixelSize(width: 13, height: 7), format: .argb8888Premultiplied) { _, _ in
      let alpha = UInt32(dice.next(0..<256))
      return alpha << 24 | alpha << 16 | (alpha / 2) << 8 | alpha / 5
    }
    var scene = Self.scene([Self.page(PixelRect(x: 0, y: 0, width: 40, height: 30), base: Self.first)])
    let below = stage.picture(scene)
    stage.label = label
    let frame = PixelRect(x: 10, y: 5, width: 13, height: 7)
    scene.furniture = [Furniture(content: .scrollThumb, frame: frame, opacity: UInt8(opacity))]
    let picture = stage.picture(scene)
    for y in 0..<30 {
      for x in 0..<40 {
        let inside = frame.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        let over = inside ? label[x - 10, y - 5] : 0
        for shift in [0, 8, 16] {
          let share = Double(opacity) / 255
          let expected =
            Double(over >> shift & 0xFF) * share
            + Double(below[x, y] >> shift & 0xFF) * (1 - Double(over >> 24) / 255 * share)
          #expect(
            abs(Double(picture[x, y] >> shift & 0xFF) - expected) <= (inside ? 1.5 : 0), "at \(x), \(y)")
        }
        #expect(picture[x, y] >> 24 == 0xFF)
      }
    }
  }

  @Test("Nothing is drawn outside the damage, nor beyond the panel")
  func damage() {
    let stage = CompositorStage(bitmaps: [Self.first: CompositorStage.noise(17, 90)])
    var damage = Damage(PixelRect(x: -5, y: 3, width: 12, height: 9))
    damage.add(PixelRect(x: 30, y: 20, width: 100, height: 100))
    let scene = Self.scene([Self.page(PixelRect(x: 2, y: -4, width: 35, height: 70), base: Self.first)])
    let shadow = Canvas(scene.size, fill: 0x0BAD_CAFE)
    stage.compose(scene, damage: damage, into: shadow)
    let full = stage.picture(scene)
    for y in 0..<30 {
      for x in 0..<40 {
        let isDamaged = damage.rects.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
        #expect(shadow[x, y] == (isDamaged ? full[x, y] : 0x0BAD_CAFE), "at \(x), \(y)")
      }
    }
  }

  @Test("A panel that hangs turned shows the upright picture, turned", arguments: Rotation.allCases)
  func rotation(rotation: Rotation) {
    let (upright, stage) = Self.crowded(rotation: .none, zoom: 1)
    let (turned, _) = Self.crowded(rotation: rotation, zoom: 1)
    #expect(stage.picture(turned).pixels == stage.picture(upright).turned(rotation).pixels)
  }

  @Test(
    "Pieces put together are the picture drawn at once", arguments: Rotation.allCases,
    [0.2, 0.5, 0.83, 1, 1.01, 1.7, 4])
  func pieces(rotation: Rotation, zoom: Double) {
    let (scene, stage) = Self.crowded(rotation: rotation, zoom: zoom)
    let whole = stage.picture(scene)
    #expect(whole.pixels.allSatisfy { $0 >> 24 == 0xFF })
    var dice = Dice(UInt64(rotation.rawValue) + UInt64(zoom * 100))
    var left = PixelRegion()
    left.reset(to: PixelRect(size: scene.size))
    let shadow = Canvas(rotation.turned(scene.size), fill: 0x0BAD_CAFE)
    while let rest = left.rects.first {
      var damage = Damage()
      for _ in 0..<3 {
        damage.add(
          PixelRect(
            x: rest.x - dice.next(0..<9), y: rest.y - dice.next(0..<9), width: dice.next(9..<40),
            height: dice.next(9..<25)))
      }
      stage.compose(scene, damage: damage, into: shadow)
      for rect in damage.rects { left.subtract(rect) }
    }
    #expect(shadow.pixels == whole.pixels)
  }

  /// Two pages, one with a tile over a part, at a zoom; a half transparent label over both.
  static func crowded(rotation: Rotation, zoom: Double) -> (Scene, CompositorStage) {
    func zoomed(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
      PixelRect(
        x: Int(Double(x) * zoom), y: Int(Double(y) * zoom), width: Int(Double(width) * zoom),
        height: Int(Double(height) * zoom))
    }
    var scene = scene([], rotation: rotation, width: 83, height: 61)
    scene.pages = [
      page(
        zoomed(-10, -20, 70, 60), base: first,
        tile: SceneTile(
          bitmap: second, size: PixelSize(width: 30, height: 22), frame: zoomed(15, 4, 30, 22))),
      page(zoomed(6, 48, 60, 50), base: BitmapID(number: 3)),
    ]
    var stage = CompositorStage(bitmaps: [
      first: CompositorStage.noise(70, 60), second: CompositorStage.noise(30, 22, seed: 2),
      BitmapID(number: 3): CompositorStage.noise(60, 50, seed: 3),
    ])
    var dice = Dice(9)
    stage.label = Canvas(PixelSize(width: 31, height: 12), format: .argb8888Premultiplied) { _, _ in
      let alpha = UInt32(dice.next(0..<256))
      return alpha << 24 | alpha << 16 | (alpha / 3) << 8 | alpha / 2
    }
    scene.furniture = [
      Furniture(content: .scrollThumb, frame: PixelRect(x: 20, y: 40, width: 31, height: 12), opacity: 180)
    ]
    return (scene, stage)
  }
}
