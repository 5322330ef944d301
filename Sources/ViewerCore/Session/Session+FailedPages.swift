/// Pages that could not be drawn, and the way to try them again.
extension Session {
  /// How a page without pixels tells why; nil for a page that has them, or may have them yet.
  func failure(on page: ScenePage) -> (layout: FailedPageLayout, code: ErrorCode)? {
    guard page.base == nil, let code = desk.failures.reason(page: page.page, kind: .base),
      let layout = FailedPageLayout(
        pageFrame: page.frame, visible: PixelRect(size: scroller.viewport.size), free: freeArea, panel: panel,
        look: look)
    else { return nil }
    return (layout, code)
  }

  /// What of the view the bar of controls leaves free, whether or not it shows; nil where there are no controls.
  private var freeArea: PixelRect? {
    guard options.controls != .off else { return nil }
    var area = PixelRect(size: scroller.viewport.size)
    let bar = controls.barLayer.ground
    guard !bar.isEmpty else { return area }
    if options.controls == .top {
      area.y = min(area.height, bar.maxY)
      area.height -= area.y
    } else {
      area.height = min(area.height, bar.y)
    }
    return area
  }

  func furnishFailure(_ page: ScenePage, _ scene: inout Scene) -> Bool {
    guard let (layout, code) = failure(on: page) else { return false }
    scene.furniture.append(
      Furniture(
        content: .pageFailure(number: page.page + 1, code: code), frame: layout.sentence, opacity: 255))
    if let frame = layout.button {
      let face = ButtonFace(
        label: .phrase(.tryAgain), style: .accent, isPressed: controls.pressedOnPage == .tryAgain(page.page))
      scene.furniture.append(Furniture(content: .button(face), frame: frame, opacity: 255))
    }
    return true
  }

  /// The buttons on pages in view, in reading order.
  var controlsOnPages: [Control] {
    guard document.isOpen, !isFrozen, options.controls != .off else { return [] }
    return visiblePages.compactMap { controlOnPage($0) }
  }

  func controlOnPage(_ page: Int) -> Control? {
    guard let shown = shownPage(page), let frame = failure(on: shown)?.layout.button else { return nil }
    return Control(.tryAgain(page), frame: frame, label: .phrase(.tryAgain))
  }

  /// A drag that begins on such a button moves the page: it is taken by a tap, as a link is.
  func controlOnPage(at place: Point) -> Control? {
    controlsOnPages.first { $0.frame.contains(place) }
  }

  /// A button on a page darkens under a finger that rests, and no longer once the finger does something else.
  mutating func pressOnPage(_ event: GestureEvent) {
    switch event {
    case .pressed(let place): controls.pressedOnPage = controlOnPage(at: place)?.action
    case .finished, .longPressed, .longPressMoved: break
    default: controls.pressedOnPage = nil
    }
  }

  mutating func tryAgain(_ page: Int) {
    guard document.isOpen, (0..<document.sizes.count).contains(page) else { return }
    retry(page: page)
  }
}
