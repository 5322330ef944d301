/// The viewer's own controls for those who do not see them: which can be taken now, in what order, and what they say.
extension Session {
  private struct Group {
    var id: String
    var label: Phrase
    var layer: ControlLayer
    /// How far below its place in the layer it stands, px.
    var down = 0
  }

  /// Groups of controls that can be taken now. What lies over the page has the screen to itself. The bar is told
  /// whether or not it has faded, for who listens cannot tap to bring it back.
  private var controlGroups: [Group] {
    guard options.controls != .off else { return [] }
    switch controls.card {
    case .code: return [Group(id: "card", label: .scanToCopy, layer: controls.cardLayer)]
    case .moreTime: return [Group(id: "card", label: .stillThere, layer: controls.cardLayer)]
    case .loading, nil: break
    }
    guard document.isOpen && !isFrozen || isLocked else { return [] }
    if controls.openSheet != nil {
      return [Group(id: "sheet", label: sheetTitle, layer: controls.sheetLayer)]
    }
    if let entry = controls.openEntry {
      let field = Group(
        id: "field", label: EntryBar.name(entryFacts(entry)), layer: controls.entryLayer,
        down: controls.entryRest)
      let keyboard = Group(id: "keyboard", label: .keyboard, layer: controls.keyboardLayer)
      return entry.isTyping ? [field, keyboard] : [field]
    }
    return isLocked ? [] : [Group(id: "controls", label: .controls, layer: controls.barLayer)]
  }

  private var sheetTitle: Phrase {
    switch controls.sheet?.kind {
    case .contents, nil: .contents
    case .pages: .pages
    case .languages: .language
    case .lines(let field): .fieldName(forms.field(field)?.title ?? "")
    }
  }

  var controlsOnScreen: [Control] {
    controlsOnPages + selectionControls + controlGroups.flatMap(\.layer.controls)
  }

  func controlNodes() -> [AccessNode] {
    controlGroups.flatMap { group in
      var nodes = [
        AccessNode(
          id: group.id, role: .group, label: .phrase(group.label),
          bounds: group.layer.ground.offset(x: 0, y: group.down))
      ]
      for control in group.layer.controls {
        var node = node(of: control, in: group.id)
        node.bounds.y += group.down
        nodes.append(node)
        // Beside the field stands how the search goes.
        if control.action == .searchField, let status = statusNode(in: group.id, beside: node.bounds) {
          nodes.append(status)
        }
      }
      return nodes
    }
  }

  func node(of control: Control, in parent: String) -> AccessNode {
    var node = AccessNode(
      id: AccessNode.controlID(control.action), role: .button, label: control.label, bounds: control.frame,
      actions: control.isEnabled ? [.activate] : [], parent: parent)
    switch control.action {
    case .searchField:
      node.role = .field
      let text = controls.entry?.text ?? ""
      let isHidden = controls.entry.map { isSecret($0.purpose) } ?? false
      node.value = isHidden ? .phrase(.characters(text.count)) : .plain(text)
    case .outlineRow, .thumbnail, .language, .line: node.role = .row
    case .key(let key):
      if let keyboard = controls.entry?.keyboard, !keyboard.variants(of: key).isEmpty {
        node.actions.append(.hold)
      }
    default: break
    }
    return node
  }

  private func statusNode(in parent: String, beside field: PixelRect) -> AccessNode? {
    guard let entry = controls.openEntry, let phrase = EntryBar.words(entryFacts(entry)) else { return nil }
    return AccessNode(id: "status", role: .text, label: .phrase(phrase), bounds: field, parent: parent)
  }

  // MARK: Selection

  /// Characters of a selection that are told: of a long one the beginning.
  private static let selectionLimit = 1000

  private var selectionControls: [Control] {
    guard selecting.selection != nil, let bar = selectionBar else { return [] }
    return bar.buttons.map { Control($0.action, frame: $0.frame, label: .phrase($0.label)) }
  }

  /// What is selected, and what may be done with it.
  func selectionNodes(withText: Bool) -> [AccessNode] {
    guard let selection = selecting.selection, let bar = selectionBar else { return [] }
    var gathering = TextGathering(selection, limit: Self.selectionLimit, pages: 2)
    while withText, let page = gathering.next, let text = text(of: page) { gathering.take(text) }
    return [
      AccessNode(
        id: "selection", role: .group, label: .phrase(.selectedText),
        value: withText ? .plain(gathering.text) : nil, bounds: bar.frame)
    ] + selectionControls.map { node(of: $0, in: "selection") }
  }

  // MARK: Sheets

  /// Scrolls the list of a sheet by most of what is seen of it.
  /// - Returns: whether there was any way to go.
  mutating func scrollSheet(by step: Int, at now: Timestamp) -> Bool {
    guard let sheet = controls.openSheet, let frame = controls.sheetFrame else { return false }
    let before = sheet.scroll.offset
    let screen = Double(max(1, frame.body.height - frame.metrics.rowHeight))
    controls.sheet?.scroll.jump(to: before + Double(step) * screen)
    refreshControls()
    return controls.sheet?.scroll.offset != before
  }

  /// The row before or after another one of an open list; it is scrolled to where it is out of sight.
  mutating func neighbourOnSheet(of id: String, by step: Int, at now: Timestamp) -> String? {
    func rows() -> [String] {
      controls.sheetLayer.controls.filter { $0.action != .close }.map { AccessNode.controlID($0.action) }
    }
    guard controls.openSheet != nil, let index = rows().firstIndex(of: id) else { return nil }
    if rows().indices.contains(index + step) { return nil }
    guard scrollSheet(by: step, at: now) else { return nil }
    let shown = rows()
    if let index = shown.firstIndex(of: id) {
      return shown.indices.contains(index + step) ? shown[index + step] : nil
    }
    return step > 0 ? shown.first : shown.last
  }
}
