import Testing

@testable import ViewerCore

@Suite struct SceneDamagePropertyTests {
  private static let size = PixelSize(width: 200, height: 300)

  private func rect(_ random: inout SplitMix) -> PixelRect {
    PixelRect(
      x: random.next(below: 260) - 40, y: random.next(below: 360) - 40, width: 1 + random.next(below: 120),
      height: 1 + random.next(below: 120))
  }

  private func page(_ number: Int, _ random: inout SplitMix) -> ScenePage {
    let frame = rect(&random)
    let base = random.next(below: 3) == 0 ? nil : BitmapID(number: UInt32(random.next(below: 4)))
    var tile: SceneTile?
    if base != nil, random.next(below: 2) == 0 {
      let place = PixelRect(
        x: frame.x, y: frame.y, width: (frame.width + 1) / 2, height: (frame.height + 1) / 2)
      tile = SceneTile(bitmap: BitmapID(number: 9), size: place.size, frame: place)
    }
    let quality: ScenePage.Quality = base != nil ? .base : random.next(below: 2) == 0 ? .failed : .placeholder
    return ScenePage(
      page: number, frame: frame, base: base, baseSize: frame.size, tile: tile, quality: quality)
  }

  private func item(_ random: inout SplitMix) -> Furniture {
    Furniture(
      content: .placeholder(number: random.next(below: 3)), frame: rect(&random),
      opacity: UInt8(random.next(below: 256)))
  }

  private func scene(_ random: inout SplitMix) -> Scene {
    var scene = Scene(size: Self.size, rotation: .none, surround: 0xFFFFFF)
    let first = random.next(below: 5)
    scene.pages = (0..<random.next(below: 5)).map { page(first + $0, &random) }
    scene.furniture = (0..<random.next(below: 4)).map { _ in item(&random) }
    return scene
  }

  private func edited(_ scene: Scene, _ random: inout SplitMix) -> Scene {
    var scene = scene
    for _ in 0...random.next(below: 3) {
      let page = scene.pages.isEmpty ? nil : random.next(below: scene.pages.count)
      switch (random.next(below: 8), page) {
      case (0, let page?): scene.pages[page].frame = rect(&random)
      case (1, let page?): scene.pages[page].base = BitmapID(number: 100)
      case (2, let page?): scene.pages[page].tile = nil
      case (3, let page?): scene.pages[page] = self.page(scene.pages[page].page, &random)
      case (4, let page?): scene.pages.remove(at: page)
      case (5, _): scene.furniture.append(item(&random))
      case (6, _): scene.furniture.reverse()
      default: if !scene.furniture.isEmpty { scene.furniture.removeFirst() }
      }
    }
    return scene
  }

  /// What one pixel shows, as far as it can be told without drawing: every element over it, in order.
  private func look(_ scene: Scene, _ x: Int, _ y: Int, margin: Int) -> [AnyHashable] {
    let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
    var elements: [AnyHashable] = []
    for page in scene.pages {
      let shadow = PixelRect(
        x: page.frame.x - margin, y: page.frame.y - margin, width: page.frame.width + 2 * margin,
        height: page.frame.height + 2 * margin)
      if pixel.intersects(shadow) { elements.append(page.frame) }
      if pixel.intersects(page.frame) {
        elements.append(page.base)
        if page.quality == .failed { elements.append("failed") }
      }
      if let tile = page.tile, pixel.intersects(tile.frame) { elements.append(tile) }
    }
    for item in scene.furniture where pixel.intersects(item.frame) { elements.append(item) }
    return elements
  }

  @Test(
    "Wherever two scenes show different things there is damage; where nothing is damaged they are alike",
    arguments: 0..<150)
  func covers(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let old = scene(&random)
    let new = seed.isMultiple(of: 5) ? scene(&random) : edited(old, &random)
    let margin = random.next(below: 6)
    let damage = SceneDamage.between(old, new, margin: margin)
    if old == new { #expect(damage.isEmpty) }
    for rect in damage.rects { #expect(PixelRect(size: Self.size).contains(rect)) }
    for y in stride(from: 0, to: 300, by: 7) {
      for x in stride(from: 0, to: 200, by: 5) {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        guard look(old, x, y, margin: margin) != look(new, x, y, margin: margin) else { continue }
        guard damage.rects.contains(where: { $0.intersects(pixel) }) else {
          Issue.record("seed \(seed): \(x),\(y) is not damaged")
          return
        }
      }
    }
  }
}
