/// What has to be drawn again to turn one scene into another.
package enum SceneDamage {
  /// Exact for equal parts: a page that has not changed costs nothing, nor does one that moves below something solid
  /// that has not.
  /// - Parameters:
  ///   - margin: how far a page's shadow reaches beyond its frame, px.
  ///   - solid: where a thing of both scenes lets nothing show through, px of the panel.
  package static func between(
    _ old: Scene?, _ new: Scene, margin: Int, solid: (Furniture) -> PixelRect = { _ in .empty }
  ) -> Damage {
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
    let pages = damage
    let changes = changes(old.furniture, new.furniture)
    for rect in changes { add(rect) }
    guard !pages.isEmpty else { return damage }
    for item in new.furniture where item.opacity == 255 && item.frame.area >= screen.area / worthwhile {
      guard pages.rects.contains(where: item.shownFrame.intersects), old.furniture.contains(item) else {
        continue
      }
      let hole = solid(item).intersection(item.shownFrame).intersection(screen)
      guard !hole.isEmpty else { continue }
      damage = damage.subtracting(hole)
      // What lies over it may have changed.
      for rect in changes where rect.intersects(hole) { add(rect) }
    }
    return damage
  }

  /// Smaller things of a panel's area are not worth the cuts.
  private static let worthwhile = 128

  /// What things of two scenes cover that are not in both, or not in the same order.
  private static func changes(_ old: [Furniture], _ new: [Furniture]) -> [PixelRect] {
    guard old != new else { return [] }
    var changed = old.filter { !new.contains($0) } + new.filter { !old.contains($0) }
    let kept = new.filter(old.contains)
    if kept != old.filter(new.contains) { changed += kept }
    return changed.map(\.shownFrame)
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
