/// Links, and the way back from where they led.
///
/// | where a link leads | what follows |
/// |---|---|
/// | a page | it is shown, and there is a way back |
/// | a named action (`NextPage`, `PrevPage`, `FirstPage`, `LastPage`, `GoBack`, `GoForward`) | it is done |
/// | an address that `--allow-link` names | a `link` event; the kiosk itself opens nothing |
/// | any other address, another file, a program, a script | a `link` event and a note |
/// | nowhere | a `link` event |
extension Session {
  /// Whether a tap here takes a link, so that it need not wait for a second one.
  func hasLink(near place: Point) -> Bool { link(near: place) != nil || hasTapZone(at: place) }

  /// Takes the link within a fingertip of a place, or else turns the page where a zone for that is.
  /// - Returns: whether there was one.
  mutating func followLink(near place: Point, at now: Timestamp) -> Bool {
    guard let (page, link) = link(near: place) else { return takeTapZone(at: place, now) }
    follow(link.target, from: page, at: now)
    return true
  }

  /// What a client of the text channel, or a key, may take as well.
  mutating func follow(_ target: PageLink.Target, from page: Int, at now: Timestamp) {
    var isTaken = true
    switch target {
    case .page(let number, let x, let y):
      go(to: PagePlace(page: Int(number), x: x, y: y), at: now)
    case .named(let name):
      isTaken = perform(named: name, at: now)
      if !isTaken { refuse(.linkCannotBeFollowed, at: now) }
    case .uri(let address):
      isTaken = options.links.allows(address)
      if !isTaken { refuse(.linkIsNotFollowed(LinkAddress.name(of: address)), at: now) }
    case .other(let kind):
      isTaken = false
      switch kind {
      case "broken": break
      case "launch": refuse(.linkToProgram, at: now)
      case "javascript": refuse(.linkToScript, at: now)
      case "remote": refuse(.linkToOtherDocument, at: now)
      default: refuse(.linkCannotBeFollowed, at: now)
      }
    }
    emit(.trace(.link(page: page + 1, target: target, taken: isTaken)))
  }

  var canGoBack: Bool { history.canGoBack }

  mutating func goBack(at now: Timestamp) {
    guard let here, let place = history.back(from: here) else { return }
    show(place, at: now)
  }

  mutating func goForward(at now: Timestamp) {
    guard let here, let place = history.forward(from: here) else { return }
    show(place, at: now)
  }

  private func link(near place: Point) -> (page: Int, link: PageLink)? {
    guard document.isOpen, !isFrozen else { return nil }
    var hit = LinkHit(
      at: place, reach: options.gestures.fingertip * panel.pixelsPerMillimetre)
    for page in visiblePages {
      guard let links = reading.links(of: page), !links.isEmpty else { continue }
      hit.look(
        at: links, page: page, frame: scroller.viewport.frame(of: document.layout.frame(of: page)),
        size: document.sizes[page])
    }
    return hit.found
  }

  // MARK: Zones

  /// Whether the page turns when the panel is tapped here, and which way: +1 on, −1 back.
  private func tapZone(at place: Point) -> Int? {
    guard options.hasTapZones, document.isOpen, !isFrozen else { return nil }
    let width = Double(panel.size.width)
    let zone = width * min(options.gestures.tapZone, 0.5)
    let onwards = arrangement.style.isRightToLeft ? -1 : 1
    if place.x < zone { return -onwards }
    return place.x >= width - zone ? onwards : nil
  }

  private func hasTapZone(at place: Point) -> Bool { tapZone(at: place) != nil }

  private mutating func takeTapZone(at place: Point, _ now: Timestamp) -> Bool {
    guard let step = tapZone(at: place) else { return false }
    stepPage(by: step, at: now)
    return true
  }

  // MARK: Ways

  private mutating func perform(named name: String, at now: Timestamp) -> Bool {
    switch name {
    case "NextPage": stepPage(by: 1, at: now)
    case "PrevPage": stepPage(by: -1, at: now)
    case "FirstPage": go(to: PagePlace(page: 0), at: now)
    case "LastPage": go(to: PagePlace(page: document.sizes.count - 1), at: now)
    case "GoBack": goBack(at: now)
    case "GoForward": goForward(at: now)
    default: return false
    }
    return true
  }

  /// Tells the visitor why a link that leads out of what this kiosk shows is not followed.
  private mutating func refuse(_ phrase: Phrase, at now: Timestamp) {
    let words = Words.phrase(phrase)
    notes.show(words, at: now)
    emit(.announce(words))
  }

  /// Shows a place from where there is a way back: what links, the contents, the page grid and the dialog for a page
  /// lead to, and home. Where the reader is there already, there is nowhere to go back to.
  /// - Parameter zoom: nil for the zoom as it is.
  mutating func go(to place: PagePlace, zoom: Double? = nil, at now: Timestamp) {
    let before = here
    show(place, zoom: zoom, at: now)
    if let before, document.landing != nil || here != before { history.leave(before) }
  }

  /// A search is about to show its first match: the way back is to where it was begun, not from match to match.
  mutating func leaveForSearch() {
    if let here { history.leaveForSearch(here) }
  }

  /// What the panel shows now; nil while it shows nothing of a document.
  var here: LinkHistory.Place? {
    guard document.isOpen, currentPage >= 0 else { return nil }
    let viewport = scroller.viewport
    return LinkHistory.Place(
      page: currentPage, point: pagePoint(viewport.content(at: .zero), on: currentPage), zoom: viewport.zoom)
  }

  mutating func show(_ place: LinkHistory.Place, at now: Timestamp) {
    guard document.isOpen, (0..<document.sizes.count).contains(place.page) else { return }
    showOnly(place.page, at: now)
    let content = contentPoint(place.point, on: place.page)
    move(at: now) { $0.jump(to: content * place.zoom, zoom: place.zoom, page: place.page) }
  }

  /// A place on a page in points, as a place in the content.
  private func contentPoint(_ point: Point, on page: Int) -> Point {
    let frame = document.layout.frame(of: page)
    let width = document.sizes[page].width
    let scale = width > 0 ? Double(frame.width) / width : 1
    return Point(x: Double(frame.x) + point.x * scale, y: Double(frame.y) + point.y * scale)
  }
}
