import Testing
import ViewerCore

@testable import Display

/// What the damage between two scenes is for: drawn again where it says, the old picture is the new one.
@Suite("Pictures by damage")
struct SceneDamagePictureTests {
  static let size = PixelSize(width: 90, height: 120)

  /// Bitmaps 1...3 in colour, 4...6 grey; furniture with a solid middle.
  static var stage: CompositorStage {
    var stage = CompositorStage()
    for number in 1...6 {
      let width = 20 + 7 * number
      stage.bitmaps[BitmapID(number: UInt32(number))] =
        number > 3
        ? CompositorStage.greyNoise(width, 50, seed: UInt64(number)).grey
        : CompositorStage.noise(width, 50, seed: UInt64(number))
    }
    return stage
  }

  static func rect(_ dice: inout Dice, upTo side: Int) -> PixelRect {
    PixelRect(
      x: dice.next(-30..<85), y: dice.next(-30..<115), width: dice.next(1..<side), height: dice.next(1..<side)
    )
  }

  static func highlight(_ page: PixelRect, _ dice: inout Dice) -> SceneHighlight {
    SceneHighlight(
      frame: PixelRect(
        x: page.x + dice.next(-5..<60), y: page.y + dice.next(-5..<60), width: dice.next(1..<30),
        height: dice.next(1..<30)),
      kind: [.selection, .match, .currentMatch][dice.next(0..<3)])
  }

  /// Pages lie below each other, as layouts make them.
  static func pages(_ dice: inout Dice) -> [ScenePage] {
    var y = dice.next(-60..<20)
    let first = dice.next(0..<3)
    return (0..<dice.next(0..<4)).map { index in
      let frame = PixelRect(
        x: dice.next(-20..<30), y: y, width: dice.next(20..<90), height: dice.next(20..<70))
      y = frame.maxY + dice.next(1..<9)
      let base = dice.next(0..<4) == 0 ? nil : BitmapID(number: UInt32(dice.next(1..<7)))
      var page = ScenePage(
        page: first + index, frame: frame, base: base, baseSize: frame.size, tile: nil,
        quality: base == nil ? .placeholder : .base)
      if base != nil, dice.next(0..<2) == 0 { page.tile = tile(frame, &dice) }
      page.highlights = (0..<dice.next(0..<5)).map { _ in highlight(frame, &dice) }
      return page
    }
  }

  static func tile(_ page: PixelRect, _ dice: inout Dice) -> SceneTile {
    let frame = PixelRect(
      x: page.x + dice.next(0..<8), y: page.y + dice.next(0..<8), width: page.width / 2,
      height: page.height / 2)
    return SceneTile(bitmap: BitmapID(number: UInt32(dice.next(1..<7))), size: frame.size, frame: frame)
  }

  static func item(_ dice: inout Dice) -> Furniture {
    let frame = rect(&dice, upTo: 70)
    let content: Furniture.Content =
      dice.next(0..<2) == 0
      ? .picture(BitmapID(number: UInt32(dice.next(0..<7)))) : .placeholder(number: dice.next(0..<3))
    return Furniture(
      content: content, frame: frame, opacity: [255, 255, 90, 0][dice.next(0..<4)],
      clip: dice.next(0..<2) == 0 ? rect(&dice, upTo: 60) : nil)
  }

  static func scene(_ dice: inout Dice, _ rotation: Rotation) -> Scene {
    var scene = Scene(size: size, rotation: rotation, surround: 0xE9E6DF)
    scene.pages = pages(&dice)
    scene.furniture = (0..<dice.next(0..<4)).map { _ in item(&dice) }
    return scene
  }

  static func edited(_ scene: Scene, _ dice: inout Dice) -> Scene {
    var scene = scene
    for _ in 0...dice.next(0..<3) {
      let page = scene.pages.isEmpty ? nil : dice.next(0..<scene.pages.count)
      switch (dice.next(0..<9), page) {
      case (0, let page?): scene.pages[page].base = BitmapID(number: UInt32(dice.next(1..<7)))
      case (1, let page?): scene.pages[page].tile = nil
      case (2, let page?): scene.pages[page].tile = tile(scene.pages[page].frame, &dice)
      case (3, let page?): scene.pages[page].highlights.reverse()
      case (4, let page?): scene.pages[page].highlights.append(highlight(scene.pages[page].frame, &dice))
      case (5, let page?):
        if !scene.pages[page].highlights.isEmpty { scene.pages[page].highlights.removeFirst() }
      case (6, _): scene.furniture.append(item(&dice))
      case (7, _): if !scene.furniture.isEmpty { scene.furniture[0].clip = rect(&dice, upTo: 60) }
      default: scene.furniture.reverse()
      }
    }
    return scene
  }

  static func draw(_ scene: Scene, _ damage: Damage, _ stage: CompositorStage, into shadow: Canvas) {
    var compositor = Compositor()
    let turned = stage.bitmaps.mapValues { $0.turned(scene.rotation) }
    var painted: [Canvas] = []
    compositor.compose(
      scene, damage: damage, into: shadow.view, bitmap: { turned[$0]?.view },
      furniture: { item in
        guard case .placeholder(let number) = item.content else { return nil }
        var (canvas, opaque) = Self.painting(item.frame.size, number)
        canvas = canvas.turned(scene.rotation)
        opaque = scene.rotation.turned(opaque, in: item.frame.size)
        painted.append(canvas)
        var view = canvas.view
        view.opaque = opaque
        return view
      })
  }

  /// Half clear at its rim, opaque within: 3 px at each side.
  static func painting(_ size: PixelSize, _ number: Int) -> (Canvas, PixelRect) {
    let inner = PixelRect(x: 3, y: 3, width: max(0, size.width - 6), height: max(0, size.height - 6))
    var dice = Dice(UInt64(number + 1))
    let canvas = Canvas(size, format: .argb8888Premultiplied) { x, y in
      let isInner = inner.contains(PixelRect(x: x, y: y, width: 1, height: 1))
      return dice.next() & 0x7F_7F7F | (isInner ? 0xFF00_0000 : 0x8000_0000)
    }
    return (canvas, inner)
  }

  /// Where the painting of a thing is opaque.
  static func solid(_ item: Furniture) -> PixelRect {
    guard case .placeholder(let number) = item.content else { return .empty }
    return painting(item.frame.size, number).1.offset(x: item.frame.x, y: item.frame.y)
  }

  @Test("The old picture drawn again where there is damage is the new picture", arguments: Rotation.allCases)
  func exact(rotation: Rotation) {
    let stage = Self.stage
    var spared = 0
    for seed in 0..<60 {
      var dice = Dice(UInt64(seed * 4 + rotation.rawValue / 90 + 1))
      var old = Self.scene(&dice, rotation)
      if seed.isMultiple(of: 3) {
        // A bar that stays, with whatever there is over it.
        let bar = PixelRect(x: 5, y: dice.next(20..<90), width: 75, height: 25)
        old.furniture.insert(Furniture(content: .placeholder(number: 1), frame: bar, opacity: 255), at: 0)
      }
      var new = seed.isMultiple(of: 4) ? Self.scene(&dice, rotation) : Self.edited(old, &dice)
      if seed.isMultiple(of: 3) {
        for index in new.pages.indices { new.pages[index].frame.y -= 5 }
      }
      let shadow = Canvas(rotation.turned(Self.size), fill: 1)
      Self.draw(old, Damage(PixelRect(size: Self.size)), stage, into: shadow)
      let damage = SceneDamage.between(old, new, margin: PageShadow.reach, solid: Self.solid)
      let all = SceneDamage.between(old, new, margin: PageShadow.reach)
      if damage.rects.reduce(0, { $0 + $1.area }) < all.rects.reduce(0, { $0 + $1.area }) { spared += 1 }
      Self.draw(new, damage, stage, into: shadow)
      let whole = Canvas(rotation.turned(Self.size), fill: 2)
      Self.draw(new, Damage(PixelRect(size: Self.size)), stage, into: whole)
      guard shadow.pixels == whole.pixels else {
        Issue.record("seed \(seed): \(old) to \(new)")
        return
      }
    }
    #expect(spared > 2, "what lies below something solid that stays is left alone")
  }

  @Test(
    "What is known to be opaque of furniture looks as it does when nothing is known",
    arguments: Rotation.allCases)
  func opaque(rotation: Rotation) {
    let stage = Self.stage
    var scene = Scene(size: Self.size, rotation: rotation, surround: 0xE9E6DF)
    scene.pages = [
      ScenePage(
        page: 0, frame: PixelRect(x: 5, y: 5, width: 70, height: 100), base: BitmapID(number: 4),
        baseSize: PixelSize(width: 48, height: 50), tile: nil, quality: .base)
    ]
    scene.furniture = [
      Furniture(
        content: .placeholder(number: 1), frame: PixelRect(x: -4, y: 50, width: 80, height: 90), opacity: 255,
        clip: PixelRect(x: 0, y: 60, width: 60, height: 200))
    ]
    let known = Canvas(rotation.turned(Self.size))
    Self.draw(scene, Damage(PixelRect(size: Self.size)), stage, into: known)
    let frame = scene.furniture[0].frame
    let (painting, _) = Self.painting(frame.size, 1)
    let turned = painting.turned(rotation)
    let bitmaps = stage.bitmaps.mapValues { $0.turned(rotation) }
    let unknown = Canvas(rotation.turned(Self.size))
    var compositor = Compositor()
    compositor.compose(
      scene, damage: Damage(PixelRect(size: Self.size)), into: unknown.view, bitmap: { bitmaps[$0]?.view },
      furniture: { _ in turned.view })
    #expect(known.pixels == unknown.pixels)
  }

  @Test("A page's bitmap is furniture, too: stretched, clipped, fading, and nothing when it is gone")
  func picture() {
    let stage = Self.stage
    var scene = Scene(size: Self.size, rotation: .none, surround: 0x102030)
    let frame = PixelRect(x: 10, y: 10, width: 60, height: 60)
    let clip = PixelRect(x: 20, y: 0, width: 30, height: 40)
    let id = BitmapID(number: 5)
    func picture(_ id: BitmapID, _ opacity: UInt8) -> Canvas {
      scene.furniture = [Furniture(content: .picture(id), frame: frame, opacity: opacity, clip: clip)]
      return stage.picture(scene)
    }
    let expected = Canvas(Self.size, fill: 0xFF10_2030)
    var stretch = Stretch()
    if let source = stage.bitmaps[id] {
      stretch.draw(source.view, over: frame, clip: clip, into: expected.view)
    }
    #expect(picture(id, 255).pixels == expected.pixels)
    let faded = picture(id, 128)
    for y in 0..<120 {
      for x in 0..<90 {
        let mean = (Int(expected[x, y] & 0xFF) * 128 + 0x30 * 127) / 255
        #expect(abs(Int(faded[x, y] & 0xFF) - mean) <= 2, "at \(x), \(y)")
      }
    }
    #expect(picture(BitmapID(number: 99), 255).pixels.allSatisfy { $0 == 0xFF10_2030 })
  }
}
