/// What the panel shows now.
extension Session {
  package func scene(at now: Timestamp) -> Scene {
    var scene = Scene(size: panel.size, rotation: rotation, surround: look.surround, look: look)
    if let frozen {
      scene.pages = frozen.pages
      furnishControls(&scene, at: now)
      return scene
    }
    switch document.phase {
    case .opening:
      break
    case .failed(let failure):
      // Under a keyboard on a low panel the bar alone says what is to be done.
      guard controls.obscured == 0 || FurnitureLayout.hasRoom(forNotice: noticeFrame, panel) else { break }
      scene.furniture = [
        Furniture(
          content: .notice(code: failure.code, subject: failure.subject),
          frame: noticeFrame, opacity: 255)
      ]
    case .open:
      for page in visiblePages { add(page, to: &scene) }
      furniture.furnish(
        &scene, panel: Panel(size: scroller.viewport.size, dotsPerInch: panel.dotsPerInch),
        page: currentPage >= 0 ? pageName(currentPage) : nil,
        count: document.sizes.count, at: now, scroll: scroller.travel,
        showsLabel: controls.bar.opacity(at: now) == 0)
      furnishSelection(&scene, at: now)
    }
    furnishControls(&scene, at: now)
    if let words = notes.words(at: now) {
      scene.furniture += NoteLayout.furniture(
        words, panel: panel, look: look, bar: controls.barLayer.ground)
    }
    furnishFocus(&scene)
    return scene
  }

  /// A message that stands alone, above what covers the lower edge.
  var noticeFrame: PixelRect {
    let free = PixelSize(width: panel.size.width, height: max(1, panel.size.height - controls.obscured))
    return FurnitureLayout.noticeFrame(Panel(size: free, dotsPerInch: panel.dotsPerInch))
  }

  private func add(_ number: Int, to scene: inout Scene) {
    guard let page = shownPage(number) else { return }
    scene.pages.append(page)
    if page.base == nil { addStandIn(for: page, to: &scene) }
  }

  /// A page as it shows on the panel; nil when no pixel of it does.
  func shownPage(_ page: Int) -> ScenePage? {
    let frame = scroller.viewport.frame(of: document.layout.frame(of: page))
    guard frame.intersects(PixelRect(size: scroller.viewport.size)) else { return nil }
    let base = desk.cache.base(page)
    let tile = desk.cache.tile(page).map { entry in
      SceneTile(
        bitmap: entry.bitmap, size: entry.key.clip.size,
        frame: Self.scaled(entry.key.clip, from: entry.key.resolution, onto: frame))
    }
    let failure = desk.failures.reason(page: page, kind: .base)
    let quality = quality(of: page, frame: frame, base: base, tile: tile, failure: failure)
    return ScenePage(
      page: page, frame: frame, base: base?.bitmap, baseSize: base?.key.resolution ?? .zero,
      tile: base == nil ? nil : tile, quality: quality,
      highlights: fieldHighlights(of: page, frame: frame) + searchHighlights(of: page, frame: frame)
        + selectionHighlights(of: page, frame: frame))
  }

  /// The number, or the sentence, on a page without pixels.
  private func addStandIn(for page: ScenePage, to scene: inout Scene) {
    if furnishFailure(page, &scene) { return }
    let screen = PixelRect(size: scroller.viewport.size)
    guard
      let place = FurnitureLayout.placeholderFrame(pageFrame: page.frame, visible: screen, panel: panel)
    else { return }
    scene.furniture.append(
      Furniture(content: .placeholder(number: page.page + 1), frame: place, opacity: 255))
  }

  private func quality(
    of page: Int, frame: PixelRect, base: BitmapCache.Entry?, tile: SceneTile?, failure: ErrorCode?
  ) -> ScenePage.Quality {
    guard let base else { return failure == nil ? .placeholder : .failed }
    if !Sharpness.wantsTile(shown: frame.size, base: base.key.resolution) { return .sharp }
    guard let tile, let entry = desk.cache.tile(page) else { return .base }
    let seen = frame.intersection(PixelRect(size: scroller.viewport.size))
    let fine = !Sharpness.wantsTile(shown: frame.size, base: entry.key.resolution)
    return fine && tile.frame.contains(seen) ? .sharp : .base
  }

  /// A crop of a page that was cut at one resolution, on the page's frame at another.
  private static func scaled(_ clip: PixelRect, from resolution: PixelSize, onto frame: PixelRect)
    -> PixelRect
  {
    if resolution == frame.size { return clip.offset(x: frame.x, y: frame.y) }
    let across = Double(frame.width) / Double(resolution.width)
    let down = Double(frame.height) / Double(resolution.height)
    let left = Int((Double(clip.x) * across).rounded())
    let top = Int((Double(clip.y) * down).rounded())
    let right = Int((Double(clip.maxX) * across).rounded())
    let bottom = Int((Double(clip.maxY) * down).rounded())
    return PixelRect(
      x: frame.x + left, y: frame.y + top, width: max(1, right - left), height: max(1, bottom - top))
  }
}
