/// How the viewer's own controls get into the picture.
extension Session {
  var metrics: ControlMetrics { ControlMetrics(panel, isEasy: look.isEasy) }

  /// Lays out anew what has changed.
  mutating func refreshControls() {
    guard options.controls != .off else { return }
    controls.layBar(barFacts)
    if let sheet = controls.sheet { laySheet(sheet) }
    if let entry = controls.entry {
      var facts = KeyboardFacts(panel: panel, look: look, state: entry.keyboard)
      facts.pressed = controls.keys.pressed
      controls.layEntry(entryFacts(entry), keyboard: facts)
    }
    controls.layCard(
      controls.card.map {
        var facts = CardFacts(panel: panel, look: look, card: $0)
        facts.pressed = controls.touch?.pressed
        return facts
      })
  }

  private var barFacts: BarFacts {
    var facts = BarFacts(panel: panel, look: look, place: options.controls)
    facts.page = pageName(max(0, currentPage))
    facts.count = document.sizes.count
    facts.canGoBack = canGoBack
    facts.hasLanguages = options.languages.count > 1
    facts.canReadAloud = clients.screenReader
    facts.turnsPages = arrangement.style.mode != .continuous || !switches.has(.drag)
    let zoom = scroller.destinationZoom
    facts.canShrink = zoom > scroller.limits.minimum * 1.001
    facts.canGrow = zoom < scroller.limits.maximum * 0.999
    facts.hasPrevious = currentPage > 0
    facts.hasNext = currentPage + 1 < document.sizes.count
    facts.pressed = controls.touch?.pressed
    return facts
  }

  private mutating func laySheet(_ sheet: SheetState) {
    var facts = SheetFacts(panel: panel, look: look, content: content(of: sheet.kind))
    facts.labels = pageLabels
    facts.current = sheet.current
    facts.pressed = controls.touch?.pressed
    let frame = SheetLayout.frame(facts)
    controls.sheet?.scroll.fit(
      content: SheetLayout.contentHeight(facts, frame), room: frame.body.height)
    facts.offset = Int((controls.sheet?.scroll.offset ?? 0).rounded())
    if sheet.kind == .pages {
      let count = document.sizes.count
      let seen = SheetLayout.visiblePages(count: count, offset: facts.offset, frame)
      facts.content = .pages(count, sizes: seen.map { document.sizes[$0] }, first: seen.lowerBound)
      if seen != controls.pagesShown {
        controls.pagesShown = seen
        planIsOld = true
      }
    }
    controls.laySheet(facts)
  }

  private func content(of kind: SheetState.Kind) -> SheetFacts.Content {
    switch kind {
    case .contents: .contents(outline)
    case .pages: .pages(document.sizes.count, sizes: [], first: 0)
    case .languages: .languages(options.languages)
    case .lines(let field):
      .lines(
        forms.field(field)?.options.map(\.label) ?? [], chosen: linesChosen(of: field),
        title: forms.field(field)?.title ?? "")
    }
  }

  func entryFacts(_ entry: EntryState) -> EntryFacts {
    var facts = EntryFacts(
      panel: panel, look: look, purpose: entry.purpose,
      text: isSecret(entry.purpose) ? String(repeating: "•", count: entry.text.count) : entry.text,
      isTyping: entry.isTyping)
    facts.pressed = controls.touch?.pressed
    switch entry.purpose {
    case .password:
      facts.name = .password
      if entry.text.isEmpty, documentFailure?.code == .wrongPassword { facts.status = .wrongPassword }
    case .field(let index): facts.name = .fieldName(forms.field(index)?.title ?? "")
    case .page:
      facts.status = entry.missingPage.map { .noSuchPage($0) } ?? .pages(document.sizes.count)
    case .search:
      guard let status = searchStatus else { break }
      if status.found > 0 {
        facts.status = .matches(current: status.current, count: status.found)
      } else {
        facts.status = status.isOver ? .noMatches : .searching
      }
    }
    return facts
  }

  /// What a search shows when it is opened: many small paintings, which can be made before they are needed.
  package var likelyFurniture: [Furniture] {
    guard options.controls != .off, document.isOpen else { return [] }
    let state = KeyboardState(language: look.language, languages: options.languages)
    let keyboard = KeyboardLayout.layer(KeyboardFacts(panel: panel, look: look, state: state))
    let facts = EntryFacts(panel: panel, look: look, purpose: .search, text: "", isTyping: true)
    return keyboard.furniture + EntryBar.layer(facts, keyboard: keyboard.ground.height).furniture
  }

  /// Pages of the grid whose pictures are looked at, counted from 0.
  var pagesOnSheet: Range<Int> {
    controls.openSheet?.kind == .pages ? controls.pagesShown : 0..<0
  }

  /// Adds the controls that show to the scene, on top of everything.
  func furnishControls(_ scene: inout Scene, at now: Timestamp) {
    guard options.controls != .off else { return }
    if document.isOpen {
      if controls.openEntry == nil {
        controls.barLayer.furnish(&scene, opacity: barOpacity(at: now))
      }
      furnishEntry(&scene, at: now)
      furnishSheet(&scene, at: now)
    } else if isLocked {
      furnishEntry(&scene, at: now)
    }
    if controls.card?.isModal ?? false { addScrim(to: &scene, opacity: 255) }
    controls.cardLayer.furnish(&scene)
  }

  /// The bar goes as a sheet rises: where it is the wider one, its ends would look out behind the sheet.
  private func barOpacity(at now: Timestamp) -> UInt8 {
    let opacity = controls.bar.opacity(at: now)
    guard let sheet = controls.sheet, let frame = controls.sheetFrame else { return opacity }
    return UInt8((Double(opacity) * sheet.share(height: frame.ground.height, at: now)).rounded())
  }

  private func furnishEntry(_ scene: inout Scene, at now: Timestamp) {
    guard let entry = controls.entry else { return }
    let height = controls.keyboardLayer.ground.height
    let down = Int((entry.slide.position(at: now) * Double(height)).rounded())
    if down < height { controls.keyboardLayer.furnish(&scene, down: down) }
    if !entry.isClosing { controls.entryLayer.furnish(&scene, down: down) }
  }

  private func furnishSheet(_ scene: inout Scene, at now: Timestamp) {
    guard let sheet = controls.sheet, let frame = controls.sheetFrame else { return }
    let height = frame.ground.height
    let share = sheet.share(height: height, at: now)
    guard share < 1 else { return }
    addScrim(to: &scene, opacity: UInt8((255 * (1 - share)).rounded()))
    let down = Int((share * Double(height)).rounded())
    controls.sheetLayer.furnish(&scene, down: down)
    guard sheet.kind == .pages else { return }
    let offset = Int(sheet.scroll.offset.rounded())
    for page in controls.pagesShown where page < document.sizes.count {
      guard let bitmap = desk.thumbnail(page)?.bitmap else { continue }
      let place = SheetLayout.picture(
        page, size: document.sizes[page], count: document.sizes.count, offset: offset, frame)
      scene.furniture.append(
        Furniture(
          content: .picture(bitmap), frame: place.offset(x: 0, y: down), opacity: 255,
          clip: frame.body.offset(x: 0, y: down)))
    }
  }

  private func addScrim(to scene: inout Scene, opacity: UInt8) {
    scene.furniture.append(
      Furniture(content: .surface(.scrim), frame: PixelRect(size: panel.size), opacity: opacity))
  }
}
