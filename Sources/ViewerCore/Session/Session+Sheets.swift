/// What rises over the page or stands on its edge: sheets, the field with its keyboard.
extension Session {
  // MARK: Sheets

  mutating func openSheet(_ kind: SheetState.Kind, at now: Timestamp) {
    guard options.controls != .off, document.isOpen else { return }
    if kind == .languages, options.languages.count < 2 { return }
    closeControls(at: now)
    var sheet = SheetState(kind, at: now, reducesMotion: look.reducesMotion)
    sheet.current = here(on: kind)
    controls.sheet = sheet
    emit(.trace(.screen(kind.name)))
    refreshControls()
    showHere()
  }

  mutating func closeSheet(at now: Timestamp) {
    guard controls.openSheet != nil, let frame = controls.sheetFrame else { return }
    controls.sheet?.close(height: frame.ground.height, at: now, reducesMotion: look.reducesMotion)
    emit(.trace(.screen("reading")))
    planIsOld = true
    showBar(at: now)
  }

  /// The row or page that the reader is at.
  private func here(on kind: SheetState.Kind) -> Int? {
    switch kind {
    case .contents: CurrentChapter.index(in: outline ?? [], page: currentPage)
    case .pages: currentPage >= 0 ? currentPage : nil
    case .languages: options.languages.firstIndex(of: look.language)
    case .lines(let field): linesChosen(of: field).first
    }
  }

  /// Scrolls so that the place the reader is at is seen, a third down.
  private mutating func showHere() {
    guard let sheet = controls.sheet, let frame = controls.sheetFrame, let current = sheet.current
    else { return }
    let top =
      sheet.kind == .pages
      ? PageGrid(frame, count: document.sizes.count).tile(current).y - frame.body.y
      : current * frame.metrics.rowHeight
    controls.sheet?.scroll.jump(to: Double(top - frame.body.height / 3))
  }

  mutating func goToOutlineRow(_ row: Int, at now: Timestamp) {
    guard let outline, outline.indices.contains(row), let page = outline[row].page, document.isOpen
    else { return }
    closeSheet(at: now)
    goFromSheet(to: page, x: outline[row].x, y: outline[row].y, at: now)
  }

  /// Goes to a page, from where there is a way back.
  mutating func goFromSheet(to page: Int, x: Double?, y: Double?, at now: Timestamp) {
    go(to: PagePlace(page: page, x: x, y: y), at: now)
  }

  /// Lines of the outline; nil while they are not known.
  var outline: [OutlineItem]? { document.outline }

  /// What pages are called; empty where they are plain numbers.
  var pageLabels: [String] { document.info?.labels ?? [] }

  /// What a page is called, counted from 0.
  func pageName(_ page: Int) -> String {
    let labels = pageLabels
    return labels.indices.contains(page) && !labels[page].isEmpty ? labels[page] : String(page + 1)
  }

  // MARK: The field

  mutating func openEntry(_ purpose: EntryState.Purpose, text: String, at now: Timestamp) {
    guard options.controls != .off, document.isOpen || purpose == .password else { return }
    if let entry = controls.openEntry, entry.purpose == purpose { return }
    closeControls(at: now)
    let labels = purpose == .page ? pageLabels : []
    let keyboard = KeyboardState(
      language: look.language, languages: options.languages,
      plane: purpose == .page ? .pad : .letters,
      offersLetters: PageNames.haveLetters(labels), isForFields: purpose.isForm)
    var entry = EntryState(purpose, keyboard: keyboard, at: now, reducesMotion: look.reducesMotion)
    entry.text = text
    if !text.isEmpty, purpose == .search { entry.setTyping(false, at: now, reducesMotion: true) }
    controls.entry = entry
    emit(.trace(.screen(purpose.name)))
    refreshControls()
    tellObscured(at: now)
  }

  /// Closing ends the search.
  mutating func closeEntry(at now: Timestamp) {
    guard let entry = controls.openEntry else { return }
    controls.entry?.close(at: now, reducesMotion: look.reducesMotion)
    controls.keys.cancelAll()
    if entry.purpose == .search { endSearch(at: now) }
    emit(.trace(.screen("reading")))
    tellObscured(at: now)
    showBar(at: now)
  }

  mutating func searchSelection(at now: Timestamp) {
    guard let text = selectedText else { return }
    // Of a long passage the first words are what is looked for.
    let words = String(text.prefix(KeyboardState.longest)).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return }
    let query = words.joined(separator: " ")
    clearSelection(at: now)
    if controls.openEntry?.purpose == .search {
      controls.entry?.text = query
    } else {
      openEntry(.search, text: query, at: now)
    }
    search(for: query, at: now)
  }

  /// The page gives way to what stands on the lower edge of a search, so that matches are seen.
  mutating func tellObscured(at now: Timestamp) {
    var covered = 0
    if let entry = controls.openEntry, entry.purpose != .page {
      covered = EntryBar.obscured(
        panel, keyboard: entry.isTyping ? controls.keyboardLayer.ground.height : 0)
    }
    guard covered != controls.obscured else { return }
    controls.obscured = covered
    setObscured(bottom: covered, at: now)
  }

  // MARK: Typing

  mutating func press(_ key: KeyboardKey, at now: Timestamp) {
    guard var entry = controls.openEntry else { return }
    let before = entry.text
    let outcome = entry.keyboard.press(key, into: &entry.text, at: now)
    if !fieldHolds(entry.text, in: entry.purpose) { entry.text = before }
    if outcome == .edited { entry.missingPage = nil }
    controls.entry = entry
    switch (outcome, entry.purpose) {
    case (.nothing, _): break
    case (.edited, .search):
      if entry.text.isEmpty {
        controls.entry?.editedAt = nil
        endSearch(at: now)
      } else {
        controls.entry?.editedAt = now
      }
    case (.accepted, .search): acceptSearch(entry.text, at: now)
    case (.edited, .page): break
    case (.accepted, .page): acceptPage(entry.text, at: now)
    case (.edited, .field), (.edited, .password): break
    case (.accepted, .field): commitField(at: now)
    case (.accepted, .password): acceptPassword(entry.text, at: now)
    }
  }

  mutating func searchWhenDue(at now: Timestamp) {
    guard let entry = controls.openEntry, let due = entry.searchDue, due <= now else { return }
    controls.entry?.editedAt = nil
    search(for: entry.text, at: now)
  }

  private mutating func acceptSearch(_ text: String, at now: Timestamp) {
    guard !text.isEmpty else {
      closeEntry(at: now)
      return
    }
    controls.entry?.editedAt = nil
    controls.entry?.setTyping(false, at: now, reducesMotion: look.reducesMotion)
    controls.keys.cancelAll()
    tellObscured(at: now)
    search(for: text, at: now)
  }

  private mutating func acceptPage(_ text: String, at now: Timestamp) {
    guard !text.isEmpty else {
      closeEntry(at: now)
      return
    }
    guard let page = PageNames.page(named: text, labels: pageLabels, count: document.sizes.count)
    else {
      controls.entry?.missingPage = text
      emit(.announce(.phrase(.noSuchPage(text))))
      return
    }
    closeEntry(at: now)
    goFromSheet(to: page, x: nil, y: nil, at: now)
  }
}

extension SheetState.Kind {
  /// As the trace calls it.
  var name: String {
    switch self {
    case .contents: "contents"
    case .pages: "pages"
    case .languages: "languages"
    case .lines: "options"
    }
  }
}
