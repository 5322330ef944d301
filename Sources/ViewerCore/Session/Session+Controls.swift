/// The viewer's own controls: what they do.
extension Session {
  mutating func perform(_ action: ControlAction, at now: Timestamp) {
    showBar(at: now)
    switch action {
    case .home:
      closeControls(at: now)
      clearForm()
      go(to: PagePlace(page: 0), zoom: 1, at: now)
    case .nextPage: stepPage(by: 1, at: now)
    case .previousPage: stepPage(by: -1, at: now)
    case .smaller: stepZoom(by: -1, at: now)
    case .larger: stepZoom(by: 1, at: now)
    case .back: goBack(at: now)
    case .contents: openSheet(.contents, at: now)
    case .pages: openSheet(.pages, at: now)
    case .languages: openSheet(.languages, at: now)
    case .search: openEntry(.search, text: "", at: now)
    case .goToPage: openEntry(.page, text: "", at: now)
    case .searchSelection: searchSelection(at: now)
    case .searchField:
      controls.entry?.setTyping(true, at: now, reducesMotion: look.reducesMotion)
      tellObscured(at: now)
    case .close: closeTop(at: now)
    case .language(let language): choose(language, at: now)
    case .outlineRow(let row): goToOutlineRow(row, at: now)
    case .line(let line): chooseLine(line, at: now)
    case .thumbnail(let page):
      guard document.isOpen, (0..<document.sizes.count).contains(page) else { return }
      closeSheet(at: now)
      goFromSheet(to: page, x: nil, y: nil, at: now)
    case .key(let key): press(key, at: now)
    case .copy: copySelection(at: now)
    case .selectAll: selectAll(at: now)
    case .nextMatch: stepMatch(by: 1, at: now)
    case .previousMatch: stepMatch(by: -1, at: now)
    case .moreTime: giveMoreTime(at: now)
    case .startOver: endVisit(at: now)
    case .tryAgain(let page): tryAgain(page)
    case .readAloud: readAloud()
    }
  }

  /// The visitor has left: nothing is open, and the language is the first one's.
  package mutating func resetVisitor(at now: Timestamp) {
    closeControls(at: now)
    controls.keys.cancelAll()
    controls.sheet = nil
    controls.entry = nil
    look = options.look
    history = LinkHistory()
    clearForm()
    forgetPassword(at: now)
    refreshControls()
  }

  /// A code of what was copied has been made.
  mutating func showCode(side: Int, modules: [Bool], at now: Timestamp) {
    guard options.showsCopies, side > 0, modules.count == side * side else { return }
    closeControls(at: now)
    controls.card = .code(side: side, modules: modules)
  }

  private mutating func choose(_ language: Look.Language, at now: Timestamp) {
    guard options.languages.contains(language) else { return }
    closeSheet(at: now)
    controls.entry?.keyboard.language = language
    guard language != look.language else { return }
    look.language = language
    emit(.trace(.language(language)))
  }

  // MARK: Showing and hiding

  /// A tap on the page that took no link and turned no page: the keyboard goes, or else the bar comes or goes.
  mutating func pageTapped(at now: Timestamp) {
    guard options.controls != .off else { return }
    if case .field? = controls.openEntry?.purpose {
      commitField(at: now)
    } else if controls.openEntry == nil, isLocked {
      askForPassword(at: now)
    } else if controls.openEntry != nil {
      controls.entry?.setTyping(false, at: now, reducesMotion: look.reducesMotion)
      tellObscured(at: now)
    } else if controls.bar.isUp(at: now) {
      controls.bar.hide(at: now)
      furniture.hideLabel()
    } else {
      controls.bar.show(at: now)
    }
  }

  mutating func showBar(at now: Timestamp) {
    if options.controls != .off { controls.bar.show(at: now) }
  }

  /// The bar never goes while it is read to somebody who cannot see that, or where no tap would bring it back.
  mutating func keepBar(at now: Timestamp) {
    guard options.controls != .off, document.isOpen else { return }
    controls.bar.setStays(clients.screenReader || !switches.has(.tap), at: now)
  }

  /// Closes whatever is open on top.
  mutating func closeTop(at now: Timestamp) {
    if controls.card == .moreTime {
      giveMoreTime(at: now)
    } else if case .code = controls.card {
      controls.card = nil
    } else if controls.openSheet != nil {
      closeSheet(at: now)
    } else if controls.openEntry?.purpose == .password {
      givePasswordUp(at: now)
    } else if controls.openEntry != nil {
      closeEntry(at: now)
    }
  }

  /// Closes all there is.
  mutating func closeControls(at now: Timestamp) {
    controls.touch = nil
    if case .code = controls.card { controls.card = nil }
    if controls.openSheet != nil { closeSheet(at: now) }
    if controls.openEntry != nil { closeEntry(at: now) }
  }

  // MARK: Time

  mutating func advanceControls(to now: Timestamp) {
    if let due = controls.touch?.pressDue(after: options.gestures.pressTime), due <= now {
      controls.touch?.press()
    }
    if let key = controls.keys.advance(to: now, options.gestures) { offerVariants(of: key) }
    controls.sheet?.scroll.advance(to: now)
    searchWhenDue(at: now)
    if let due = controls.loadingDue, due <= now {
      controls.card = .loading(name: sourceName, progress: controls.progress)
    }
    controls.drop(at: now)
  }

  /// Takes note of a document that is opening, for one that takes its time gets a card.
  mutating func followOpening(at now: Timestamp) {
    guard options.controls != .off else { return }
    if document.isOpen, controls.documentShown != document.number {
      controls.documentShown = document.number
      showBar(at: now)
    }
    if document.isOpening {
      if controls.openingSince == nil {
        closeControls(at: now)
        controls.openingSince = now
      }
    } else if controls.openingSince != nil {
      controls.openingSince = nil
      controls.progress = 0
      controls.progressTold = nil
      if case .loading = controls.card { controls.card = nil }
    }
  }

  /// So much of a document has come that is opening, or that somebody waits for to be there, in 1/256; told ten times a
  /// second at most.
  mutating func setProgress(_ progress: UInt8, at now: Timestamp) {
    guard document.isOpening || wantsWhole, progress != controls.progress else { return }
    if controls.progressTold.map({ now >= $0 + .milliseconds(100) }) ?? true {
      controls.progressTold = now
      emit(.trace(.progress(progress)))
    }
    controls.progress = progress
    if case .loading(let name, _) = controls.card {
      controls.card = .loading(name: name, progress: progress)
    }
  }

  private var sourceName: String {
    sourceNames.indices.contains(document.source) ? sourceNames[document.source] : ""
  }
}
