/// What is on the screen for those who do not see it, and what they may do.
extension Session {
  /// Everything on the screen in reading order.
  /// - Parameter withText: whether pages and links tell their words, where those are here.
  package func accessTree(withText: Bool) -> AccessTree {
    var nodes: [AccessNode] = []
    var place: Phrase?
    let screen = PixelRect(size: panel.size)
    switch document.phase {
    case .opening: break
    case .failed(let failure):
      nodes.append(
        AccessNode(
          id: "notice", role: .text, label: .phrase(.notice(failure.code)),
          bounds: noticeFrame))
    case .open:
      if currentPage >= 0 { place = .pageOf(page: pageName(currentPage), count: document.sizes.count) }
      nodes.append(
        AccessNode(
          id: "document", role: .document, label: .phrase(.document), value: place.map { .phrase($0) },
          bounds: screen, actions: [.scroll]))
      for page in visiblePages { nodes += self.nodes(of: page, withText: withText) }
    }
    nodes += selectionNodes(withText: withText)
    nodes += controlNodes()
    let focus = access.focus.flatMap { id in nodes.contains { $0.id == id } ? id : nil }
    return AccessTree(nodes: nodes, focus: focus, place: place, language: look.language)
  }

  private func nodes(of page: Int, withText: Bool) -> [AccessNode] {
    guard let shown = shownPage(page) else { return [] }
    let screen = PixelRect(size: panel.size)
    let text = withText ? text(of: page) : nil
    let id = AccessNode.pageID(page)
    let failure = desk.failures.reason(page: page, kind: .base)
    var nodes = [
      AccessNode(
        id: id, role: .page, label: .phrase(.page(pageName(page))),
        value: failure.map { .phrase(.pageFailure($0)) }
          ?? text.map { .plain($0.string(in: 0..<$0.count)) },
        bounds: shown.frame.intersection(screen), parent: "document")
    ]
    if let control = controlOnPage(page) { nodes.append(self.node(of: control, in: id)) }
    for (index, link) in (reading.links(of: page) ?? []).enumerated() {
      let area = PageText.Box(
        left: Float(link.left), top: Float(link.top), right: Float(link.right), bottom: Float(link.bottom))
      let bounds = area.rect(on: shown.frame, of: document.sizes[page]).intersection(screen)
      guard !bounds.isEmpty else { continue }
      nodes.append(
        AccessNode(
          id: AccessNode.linkID(page: page, index: index), role: .link, label: words(under: link, in: text),
          bounds: bounds, actions: [.activate], parent: id))
    }
    nodes += fieldNodes(of: page, on: shown.frame, in: id)
    return nodes
  }

  /// What a link says: the words that lie under it, else where it leads.
  private func words(under link: PageLink, in text: PageText?) -> Words {
    if let text, let range = text.characters(in: link) {
      let words = text.string(in: range)
      if !words.isEmpty { return .plain(words) }
    }
    switch link.target {
    case .page(let page, _, _): return .phrase(.page(pageName(Int(page))))
    case .uri(let address): return .plain(address)
    case .named, .other: return .phrase(.link)
    }
  }

  package var pagesAsked: [Int] { access.asked }

  // MARK: Requests

  /// - Returns: whether it could be done.
  @discardableResult
  package mutating func obey(_ request: AccessRequest, at now: Timestamp) -> Bool {
    _ = noticeVisitor(at: now)
    switch request {
    case .focusNext: return moveFocus(by: 1, at: now)
    case .focusPrevious: return moveFocus(by: -1, at: now)
    case .focus(let id): return focus(id, at: now)
    case .activate(let id): return activate(id ?? access.focus, at: now)
    case .hold(let id): return hold(id ?? access.focus)
    case .scroll(let step):
      guard document.isOpen else { return false }
      if controls.openSheet != nil { return scrollSheet(by: step, at: now) }
      press(step > 0 ? .pageDown : .pageUp, at: now)
      return true
    case .read(let page):
      guard document.isOpen, document.sizes.count > page, page >= 0, access.ask(page) else { return false }
      clients.pagesAsked = access.asked
      if let text = text(of: page) { answerReaders(page, text) }
      return true
    }
  }

  /// Pages in reading order go on beyond the screen: the next one is shown when it is come to.
  private mutating func moveFocus(by step: Int, at now: Timestamp) -> Bool {
    if let id = access.focus, let next = neighbourOnSheet(of: id, by: step, at: now) {
      access.focus = next
      return true
    }
    let tree = accessTree(withText: false)
    let next = tree.neighbour(of: access.focus, by: step)
    let pages = visiblePages
    let isInPages = access.focus.map { AccessNode.page(ofID: $0) != nil } ?? false
    let leavesPages = next.map { AccessNode.page(ofID: $0.id) == nil } ?? true
    if isInPages, leavesPages, document.isOpen, !pages.isEmpty {
      let page = step > 0 ? pages.upperBound : pages.lowerBound - 1
      if (0..<document.sizes.count).contains(page) {
        obey(.goTo(page: page + 1), at: now)
        access.focus = AccessNode.pageID(page)
        return true
      }
    }
    guard let next else { return false }
    access.focus = next.id
    return true
  }

  private mutating func focus(_ id: String, at now: Timestamp) -> Bool {
    if accessTree(withText: false).node(id) != nil {
      access.focus = id
      return true
    }
    guard let page = AccessNode.page(ofID: id), document.isOpen, page < document.sizes.count,
      id == AccessNode.pageID(page)
    else { return false }
    obey(.goTo(page: page + 1), at: now)
    access.focus = id
    return true
  }

  private mutating func hold(_ id: String?) -> Bool {
    guard let id, let control = controlsOnScreen.first(where: { AccessNode.controlID($0.action) == id }),
      case .key(let key) = control.action
    else { return false }
    defer { refreshControls() }
    return offerVariants(of: key)
  }

  private mutating func activate(_ id: String?, at now: Timestamp) -> Bool {
    guard let id, let node = accessTree(withText: false).node(id), node.actions.contains(.activate) else {
      return false
    }
    if node.role == .link {
      let words = id.split(separator: "-").compactMap { Int($0) }
      guard words.count == 2, let links = reading.links(of: words[0] - 1),
        links.indices.contains(words[1] - 1)
      else { return false }
      follow(links[words[1] - 1].target, from: words[0] - 1, at: now)
      return true
    }
    if let place = field(ofID: id) {
      take(place, at: now)
      refreshControls()
      return true
    }
    guard let control = controlsOnScreen.first(where: { AccessNode.controlID($0.action) == id }) else {
      return false
    }
    perform(control.action, at: now)
    refreshControls()
    return true
  }

  /// Tells clients the words they have asked for.
  mutating func answerReaders(_ page: Int, _ text: PageText?) {
    if access.aloud == page { speak(page, text ?? .empty) }
    let isAnswer = access.answered(page)
    if isAnswer || clients.screenReader && visiblePages.contains(page) {
      emit(.trace(.text(page: page + 1, characters: text?.count ?? 0)))
    }
    guard isAnswer else { return }
    clients.pagesAsked = access.asked
    emit(.pageText(page: page, text.map { $0.string(in: 0..<$0.count) } ?? ""))
  }

  // MARK: Aloud

  /// Gives the words of the current page to whoever can speak, as soon as they are here.
  mutating func readAloud() {
    guard clients.screenReader, document.isOpen, currentPage >= 0 else { return }
    access.aloud = currentPage
    if let text = text(of: currentPage) { speak(currentPage, text) }
  }

  private mutating func speak(_ page: Int, _ text: PageText) {
    access.aloud = nil
    // The reader has gone on meanwhile.
    guard page == currentPage else { return }
    let words = text.string(in: 0..<text.count)
    emit(.announce(words.isEmpty ? .phrase(.noText) : .plain(words)))
  }

  /// The ring round what has the focus.
  func furnishFocus(_ scene: inout Scene) {
    guard let id = access.focus, let node = accessTree(withText: false).node(id) else { return }
    let reach = panel.pixels(millimetres: 1)
    let frame = PixelRect(
      x: node.bounds.x - reach, y: node.bounds.y - reach, width: node.bounds.width + 2 * reach,
      height: node.bounds.height + 2 * reach
    ).intersection(PixelRect(size: panel.size))
    scene.furniture.append(Furniture(content: .focusRing, frame: frame, opacity: 255))
  }
}

extension PageText {
  /// The characters whose centre lies in a link's area, from the first to the last.
  fileprivate func characters(in link: PageLink) -> Range<Int>? {
    var first: Int?
    var last = 0
    for (index, box) in boxes.enumerated() {
      let x = Double(box.left + box.right) / 2
      let y = Double(box.top + box.bottom) / 2
      guard x >= link.left, x <= link.right, y >= link.top, y <= link.bottom else { continue }
      if first == nil { first = index }
      last = index
    }
    return first.map { $0..<last + 1 }
  }
}
