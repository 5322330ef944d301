import Testing

@testable import ViewerCore

@Suite struct SceneDamageTests {
  private let frame = PixelRect(x: 10, y: 10, width: 50, height: 60)

  private func scene(_ pages: [ScenePage], furniture: [Furniture] = []) -> Scene {
    var scene = Scene(size: PixelSize(width: 100, height: 200), rotation: .none, surround: 0xE9E6DF)
    scene.pages = pages
    scene.furniture = furniture
    return scene
  }

  private func page(_ number: Int, _ frame: PixelRect, base: UInt32? = 1) -> ScenePage {
    ScenePage(
      page: number, frame: frame, base: base.map { BitmapID(number: $0) }, baseSize: frame.size, tile: nil,
      quality: base == nil ? .placeholder : .sharp)
  }

  @Test("Equal scenes have no damage, a first scene is all damage")
  func ends() {
    let scene = scene([page(0, frame)])
    #expect(SceneDamage.between(scene, scene, margin: 3).isEmpty)
    #expect(SceneDamage.between(nil, scene, margin: 3).bounds == PixelRect(size: scene.size))
  }

  @Test("A page that moves damages both its places and its shadow")
  func moved() {
    let damage = SceneDamage.between(
      scene([page(0, frame)]), scene([page(0, frame.offset(x: 0, y: 100))]), margin: 3)
    #expect(damage.bounds == PixelRect(x: 7, y: 7, width: 56, height: 166))
  }

  @Test(
    "Highlights damage what they leave and what they come to, each with its frame, and nothing they share")
  func highlights() {
    func marked(_ highlights: [SceneHighlight]) -> Scene {
      var page = page(0, frame)
      page.highlights = highlights
      return scene([page])
    }
    let kept = SceneHighlight(frame: PixelRect(x: 12, y: 12, width: 30, height: 5), kind: .selection)
    let grown = SceneHighlight(frame: PixelRect(x: 12, y: 20, width: 8, height: 5), kind: .selection)
    let match = SceneHighlight(frame: PixelRect(x: 30, y: 50, width: 10, height: 10), kind: .match)
    let before = marked([kept, match])
    #expect(SceneDamage.between(before, marked([kept, match, grown]), margin: 3).rects == [grown.frame])
    #expect(SceneDamage.between(before, marked([match]), margin: 3).rects == [kept.frame])
    #expect(SceneDamage.between(before, marked([match, kept, match]), margin: 3).isEmpty)
    var current = match
    current.kind = .currentMatch
    let outline = PixelRect(x: 28, y: 48, width: 14, height: 14)
    #expect(current.outline == outline)
    #expect(SceneDamage.between(before, marked([kept, current]), margin: 3).rects == [outline])
    #expect(SceneDamage.between(marked([current]), marked([]), margin: 3).rects == [outline])
    let outside = SceneHighlight(frame: PixelRect(x: 0, y: 0, width: 20, height: 12), kind: .match)
    #expect(
      SceneDamage.between(marked([]), marked([outside]), margin: 3).rects
        == [PixelRect(x: 10, y: 10, width: 10, height: 2)])
  }

  @Test("New pixels damage the page's frame; a tile damages its own rectangle")
  func pixels() {
    let bare = scene([page(0, frame, base: nil)])
    let drawn = scene([page(0, frame, base: 4)])
    #expect(SceneDamage.between(bare, drawn, margin: 3).rects == [frame])
    var tiled = page(0, frame, base: 4)
    let place = PixelRect(x: 20, y: 20, width: 10, height: 10)
    tiled.tile = SceneTile(bitmap: BitmapID(number: 9), size: place.size, frame: place)
    #expect(SceneDamage.between(drawn, scene([tiled]), margin: 3).rects == [place])
  }

  @Test("Furniture that comes, goes or fades damages its frame")
  func furniture() {
    func thumb(_ opacity: UInt8) -> Furniture {
      Furniture(content: .scrollThumb, frame: PixelRect(x: 90, y: 5, width: 4, height: 30), opacity: opacity)
    }
    let bare = scene([page(0, frame)])
    let shown = scene([page(0, frame)], furniture: [thumb(255)])
    let faded = scene([page(0, frame)], furniture: [thumb(100)])
    for (old, new) in [(bare, shown), (shown, faded), (faded, bare)] {
      #expect(SceneDamage.between(old, new, margin: 3).rects == [thumb(0).frame])
    }
  }

  @Test("What is solid and stays is spared while pages move below it, but for what changes on top of it")
  func solid() {
    let solid = PixelRect(x: 5, y: 150, width: 90, height: 40)
    func bar(_ opacity: UInt8 = 255) -> Furniture {
      Furniture(
        content: .surface(.bar), frame: PixelRect(x: 0, y: 150, width: 100, height: 40), opacity: opacity)
    }
    func label(_ page: Int) -> Furniture {
      Furniture(
        content: .placeholder(number: page), frame: PixelRect(x: 40, y: 160, width: 20, height: 10),
        opacity: 255)
    }
    func picture(_ y: Int, _ furniture: [Furniture]) -> Scene {
      scene([page(0, PixelRect(x: 0, y: y, width: 100, height: 300))], furniture: furniture)
    }
    func damage(_ old: [Furniture], _ new: [Furniture]) -> Damage {
      SceneDamage.between(picture(-10, old), picture(-20, new), margin: 3) {
        if case .surface = $0.content { solid } else { .empty }
      }
    }
    func isSpared(_ damage: Damage) -> Bool { !damage.rects.contains { $0.intersects(solid) } }
    let kept = damage([bar(), label(1)], [bar(), label(1)])
    #expect(isSpared(kept) && kept.rects.reduce(0) { $0 + $1.area } == 100 * 200 - solid.area)
    let turned = damage([bar(), label(1)], [bar(), label(2)])
    #expect(turned.rects.filter { $0.intersects(solid) } == [label(1).frame])
    // One that comes, goes, fades or changes places with another is drawn whole.
    for (old, new) in [
      ([], [bar()]), ([bar()], []), ([bar()], [bar(100)]), ([bar(), label(1)], [label(1), bar()]),
    ] as [([Furniture], [Furniture])] {
      let damage = damage(old, new)
      #expect(damage.rects.reduce(0) { $0 + $1.intersection(solid).area } == solid.area)
    }
    let fading = damage([bar(100)], [bar(100)])
    #expect(!isSpared(fading), "pages show through")
  }
}

@Suite struct DamageTests {
  @Test(
    "Without a rectangle all the rest is left, and of the rectangle as little as may be", arguments: 0..<50)
  func subtracting(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    func rect() -> PixelRect {
      PixelRect(
        x: random.next(below: 90), y: random.next(below: 90), width: 1 + random.next(below: 40),
        height: 1 + random.next(below: 40))
    }
    var damage = Damage()
    for _ in 0..<random.next(below: 12) { damage.add(rect()) }
    let hole = rect()
    let left = damage.subtracting(hole)
    #expect(left.rects.count <= Damage.limit)
    func covers(_ damage: Damage, _ x: Int, _ y: Int) -> Bool {
      damage.rects.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
    }
    var kept = 0
    for y in 0..<130 {
      for x in 0..<130 {
        let isInHole = hole.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        if !isInHole { #expect(!covers(damage, x, y) || covers(left, x, y)) }
        if isInHole, covers(left, x, y) { kept += 1 }
      }
    }
    if damage.rects.count <= 4 { #expect(kept == 0) }
  }

  @Test("At most sixteen rectangles, none overlapping, nothing lost", arguments: 0..<50)
  func merging(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var damage = Damage()
    var added: [PixelRect] = []
    for _ in 0..<60 {
      let rect = PixelRect(
        x: random.next(below: 500), y: random.next(below: 500), width: random.next(below: 60),
        height: random.next(below: 60))
      damage.add(rect)
      added.append(rect)
      #expect(damage.rects.count <= Damage.limit)
    }
    for rect in added where !rect.isEmpty {
      #expect(damage.rects.contains { $0.contains(rect) })
    }
    for (index, one) in damage.rects.enumerated() {
      for other in damage.rects[(index + 1)...] { #expect(!one.intersects(other)) }
    }
  }
}
