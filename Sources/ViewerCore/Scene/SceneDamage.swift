/// What has to be drawn again to turn one scene into another.
package enum SceneDamage {
  /// Exact for equal parts: a page that has not changed costs nothing.
  /// - Parameter margin: how far a page's shadow reaches beyond its frame, px.
  package static func between(_ old: Scene?, _ new: Scene, margin: Int) -> Damage {
    let screen = PixelRect(size: new.size)
    guard let old, old.size == new.size, old.rotation == new.rotation, old.surround == new.surround,
      old.look == new.look
    else { return Damage(screen) }
    var damage = Damage()
    func add(_ rect: PixelRect) {
      damage.add(rect.intersection(screen))
    }
    func addPage(_ page: ScenePage) {
      add(
        PixelRect(
          x: page.frame.x - margin, y: page.frame.y - margin, width: page.frame.width + 2 * margin,
          height: page.frame.height + 2 * margin))
    }
    for page in old.pages where find(page.page, in: new) == nil { addPage(page) }
    for page in new.pages {
      guard let before = find(page.page, in: old) else {
        addPage(page)
        continue
      }
      if before.frame != page.frame {
        addPage(before)
        addPage(page)
      } else if before.base != page.base || before.quality == .failed || page.quality == .failed {
        if before != page { add(page.frame) }
      } else {
        if before.tile != page.tile {
          if let tile = before.tile { add(tile.frame) }
          if let tile = page.tile { add(tile.frame) }
        }
        if before.highlights != page.highlights {
          for outline in changes(before.highlights, page.highlights) { add(outline.intersection(page.frame)) }
        }
      }
    }
    if old.furniture != new.furniture {
      for item in old.furniture where !new.furniture.contains(item) { add(item.shownFrame) }
      for item in new.furniture where !old.furniture.contains(item) { add(item.shownFrame) }
      // Things that both have, but not in the same order, may lie over one another another way.
      let kept = new.furniture.filter(old.furniture.contains)
      if kept != old.furniture.filter(new.furniture.contains) { for item in kept { add(item.shownFrame) } }
    }
    return damage
  }

  /// What highlights cover that only one of two lists has. Their order is of no account, nor how often one comes.
  private static func changes(_ old: [SceneHighlight], _ new: [SceneHighlight]) -> [PixelRect] {
    // Lists that grow at an end, as a selection's do, have most in common there.
    let common = zip(old, new).prefix { $0 == $1 }.count
    let shared = Set(old.prefix(common))
    let before = Set(old.dropFirst(common)).subtracting(shared)
    let after = Set(new.dropFirst(common)).subtracting(shared)
    return before.symmetricDifference(after).map(\.outline).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// Pages stand in a row in nearly every scene: the place to look is known.
  private static func find(_ number: Int, in scene: Scene) -> ScenePage? {
    guard let first = scene.pages.first else { return nil }
    let index = number - first.page
    if scene.pages.indices.contains(index), scene.pages[index].page == number { return scene.pages[index] }
    return scene.pages.first { $0.page == number }
  }
}
