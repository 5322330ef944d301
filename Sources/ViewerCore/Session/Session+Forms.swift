/// Filling in forms by touch.
///
/// | a tap on | what follows |
/// |---|---|
/// | a text, or a list that takes any text and has no lines | the bar with the field, and the keyboard |
/// | a checkbox, a radio button | it changes at once |
/// | a list | a sheet with its lines |
///
/// A form is read once all of its document is here. A tap on nothing else that is known has the rest fetched at once,
/// and takes its field when that does not take long.
///
/// What was put in is the session's; workers are told all of it whenever it changes, so that whichever draws next draws
/// it. Home, the next document and the idle reset forget it.
extension Session {
  mutating func formArrived(_ form: DocumentForm, at now: Timestamp) {
    reading.took(.form)
    forms.took(form)
    if let place = forms.takeEarlyTap(at: now) { _ = takeField(near: place, at: now) }
  }

  // MARK: Touch

  /// Whether a tap here takes a field, so that it need not wait for a second one.
  func hasField(near place: Point) -> Bool { field(near: place) != nil }

  /// Takes the field within a fingertip of a place.
  /// - Returns: whether there was one.
  mutating func takeField(near place: Point, at now: Timestamp) -> Bool {
    guard let found = field(near: place) else { return false }
    take(found, at: now)
    return true
  }

  /// A tap on a page has hit nothing.
  mutating func noteEarlyTap(at place: Point, _ now: Timestamp) {
    guard fillsForms, document.kind == .pdf else { return }
    forms.tapped(at: place, now)
  }

  mutating func take(_ place: FormDesk.Place, at now: Timestamp) {
    guard fillsForms, let field = forms.field(place), let widget = forms.widget(place) else { return }
    commitField(at: now)
    switch field.kind {
    case .checkbox, .radio:
      fill(place.field, with: field.toggled(widget, from: forms.value(of: place.field)), at: now)
    case .text: openField(place, at: now)
    case .dropdown where field.options.isEmpty: openField(place, at: now)
    case .dropdown, .list: openSheet(.lines(field: place.field), at: now)
    case .button, .signature, .other: break
    }
  }

  /// A line of the list whose sheet is open was chosen.
  mutating func chooseLine(_ line: Int, at now: Timestamp) {
    guard case .lines(let index)? = controls.openSheet?.kind, let field = forms.field(index),
      field.options.indices.contains(line)
    else { return }
    guard field.flags.contains(.multiple) else {
      closeSheet(at: now)
      fill(index, with: .lines([line]), at: now)
      return
    }
    var chosen = linesChosen(of: index)
    if let place = chosen.firstIndex(of: line) { chosen.remove(at: place) } else { chosen.append(line) }
    fill(index, with: .lines(chosen.sorted()), at: now)
  }

  func linesChosen(of index: Int) -> [Int] {
    if case .lines(let lines) = forms.value(of: index) { lines } else { [] }
  }

  // MARK: Texts

  private mutating func openField(_ place: FormDesk.Place, at now: Timestamp) {
    guard forms.field(place) != nil else { return }
    var text = ""
    if case .text(let held) = forms.value(of: place.field) { text = held }
    openEntry(.field(place.field), text: text, at: now)
    bring(place, at: now)
  }

  /// Puts in what was typed so far, and closes the bar.
  mutating func commitField(at now: Timestamp) {
    guard let entry = controls.openEntry, case .field(let index) = entry.purpose else { return }
    closeEntry(at: now)
    fill(index, with: .text(entry.text), at: now)
  }

  /// Whether a text is one that the field under the fingers takes.
  func fieldHolds(_ text: String, in purpose: EntryState.Purpose) -> Bool {
    guard case .field(let index) = purpose else { return true }
    return forms.field(index)?.holds(text) ?? false
  }

  /// What is typed is shown as dots, and told by its length alone.
  func isSecret(_ purpose: EntryState.Purpose) -> Bool {
    switch purpose {
    case .password: true
    case .field(let index): forms.field(index)?.isSecret ?? false
    case .search, .page: false
    }
  }

  /// Brings a field into the part of the view that nothing covers.
  private mutating func bring(_ place: FormDesk.Place, at now: Timestamp) {
    guard let widget = forms.widget(place) else { return }
    move(at: now) { $0.finish() }
    let (view, gap) = (scroller.viewport, metrics.gap)
    if visiblePages.contains(widget.page) {
      let rect = widget.box.rect(on: frame(of: widget.page), of: document.sizes[widget.page])
      if rect.y >= gap, rect.maxY + gap <= view.size.height { return }
    }
    let target = PagePlace(page: widget.page, x: nil, y: Double(widget.box.top), share: 0.3)
    let offset = offset(for: target, zoom: view.zoom)
    if look.reducesMotion {
      move(at: now) { $0.jump(to: offset, zoom: view.zoom, page: widget.page) }
    } else {
      move(at: now) { $0.glide(to: offset, page: widget.page, at: now) }
    }
  }

  // MARK: Values

  private mutating func fill(_ index: Int, with value: FormValue, at now: Timestamp) {
    guard let field = forms.field(index), forms.put(value, into: index) else { return }
    planIsOld = true
    emit(.fill(document: document.number, forms.edits))
    emit(
      .trace(
        .form(
          field: field.name, value: field.isSecret ? nil : field.words(for: value),
          characters: value.textLength)))
  }

  /// Everything is again as the document has it.
  mutating func clearForm() {
    guard forms.clear() else { return }
    planIsOld = true
    emit(.fill(document: document.number, forms.edits))
    emit(.trace(.formCleared))
  }

  // MARK: What is shown

  var fillsForms: Bool { options.fillsForms && options.controls != .off && document.isOpen && !isFrozen }

  /// Where something can be put in; the field that is typed into has a frame.
  func fieldHighlights(of page: Int, frame: PixelRect) -> [SceneHighlight] {
    guard options.fillsForms, options.controls != .off else { return [] }
    var current: Int?
    if case .field(let index)? = controls.openEntry?.purpose { current = index }
    return forms.places(on: page).compactMap { place in
      guard let widget = forms.widget(place) else { return nil }
      let rect = widget.box.rect(on: frame, of: document.sizes[page])
      return SceneHighlight(frame: rect, kind: place.field == current ? .currentField : .field)
    }
  }

  /// Fields of a page for those who do not see them.
  func fieldNodes(of page: Int, on frame: PixelRect, in parent: String) -> [AccessNode] {
    guard fillsForms else { return [] }
    return forms.places(on: page).enumerated().compactMap { index, place in
      guard let field = forms.field(place), let widget = forms.widget(place) else { return nil }
      let bounds = widget.box.rect(on: frame, of: document.sizes[page])
        .intersection(PixelRect(size: panel.size))
      guard !bounds.isEmpty else { return nil }
      let value = forms.value(of: place.field)
      var node = AccessNode(
        id: AccessNode.fieldID(page: page, index: index), role: .field, label: .plain(field.title),
        bounds: bounds, actions: [.activate], parent: parent)
      switch field.kind {
      case .checkbox, .radio:
        node.role = field.kind == .radio ? .radio : .checkbox
        if let option = field.options.first(where: { $0.value == widget.state }), field.options.count > 1 {
          node.label = .plain("\(field.title), \(option.label)")
        }
        node.value = .phrase(value == .state(widget.state) ? .on : .off)
      default:
        node.value =
          field.isSecret ? .phrase(.characters(value.textLength)) : .plain(field.words(for: value))
      }
      return node
    }
  }

  /// The field that an id of the text channel names.
  func field(ofID id: String) -> FormDesk.Place? {
    let words = id.split(separator: "-")
    guard words.count == 3, words[0] == "field", let page = Int(words[1]), let index = Int(words[2]) else {
      return nil
    }
    let places = forms.places(on: page - 1)
    return places.indices.contains(index - 1) ? places[index - 1] : nil
  }

  private func frame(of page: Int) -> PixelRect {
    scroller.viewport.frame(of: document.layout.frame(of: page))
  }

  /// Of several fields under the finger the nearest, and of those the smallest.
  private func field(near place: Point) -> FormDesk.Place? {
    guard fillsForms else { return nil }
    let reach = options.gestures.fingertip * panel.pixelsPerMillimetre
    var best: (place: FormDesk.Place, distance: Double, area: Int)?
    for page in visiblePages {
      let frame = frame(of: page)
      for candidate in forms.places(on: page) {
        guard let widget = forms.widget(candidate) else { continue }
        let rect = widget.box.rect(on: frame, of: document.sizes[page])
        let x = max(Double(rect.x) - place.x, 0, place.x - Double(rect.maxX))
        let y = max(Double(rect.y) - place.y, 0, place.y - Double(rect.maxY))
        let distance = (x * x + y * y).squareRoot()
        guard distance <= reach else { continue }
        if let best, (best.distance, best.area) <= (distance, rect.area) { continue }
        best = (candidate, distance, rect.area)
      }
    }
    return best?.place
  }
}
