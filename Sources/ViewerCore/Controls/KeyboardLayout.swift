/// What the keyboard's picture depends on.
package struct KeyboardFacts: Hashable, Sendable {
  package var panel: Panel
  package var look: Look
  package var state: KeyboardState
  package var pressed: [KeyboardKey] = []

  package init(panel: Panel, look: Look = Look(), state: KeyboardState) {
    self.panel = panel
    self.look = look
    self.state = state
  }
}

/// Lays out the viewer's own keyboard over the whole lower edge; keys stay within reach on wide panels.
package enum KeyboardLayout {
  /// mm over which keys spread at most, and of the widest and highest key.
  static let spread = 380.0
  static let highest = 20.0
  /// The share of the panel's height that the keyboard with the bar on it may take before the figures give way.
  static let share = 0.62

  private struct Key {
    var key: KeyboardKey
    var face: KeyFace
    /// In units of a letter's key.
    var width = 1.0
  }

  package static func layer(_ facts: KeyboardFacts) -> ControlLayer {
    let metrics = ControlMetrics(facts.panel)
    let rows = rows(facts, metrics)
    var layer = ControlLayer()
    let gap = gap(rows, facts, metrics)
    let keys = keySize(rows, facts, metrics, gap: gap)
    let pitch = keys.height + metrics.gap
    let height = min(
      rows.count * pitch - metrics.gap + 2 * metrics.padding, facts.panel.size.height)
    layer.ground = PixelRect(
      x: 0, y: facts.panel.size.height - height, width: facts.panel.size.width, height: height)
    layer.draw(.surface(.keyboard), layer.ground)
    var y = layer.ground.y + metrics.padding
    for row in rows {
      let units = row.reduce(0) { $0 + $1.width }
      let whole = units * Double(keys.width) + Double(gap) * (units - 1)
      var x = (Double(facts.panel.size.width) - whole) / 2
      for key in row {
        let width = key.width * Double(keys.width) + Double(gap) * (key.width - 1)
        let frame = PixelRect(
          x: Int(x.rounded()), y: y, width: Int((x + width).rounded()) - Int(x.rounded()),
          height: keys.height)
        layer.draw(.key(key.face), frame)
        layer.offer(.key(key.key), frame, label(of: key, facts))
        x += width + Double(gap)
      }
      y += pitch
    }
    if let offered = facts.state.offered { addVariants(of: offered, facts, metrics, to: &layer) }
    return layer
  }

  /// The relatives of a letter lie over other keys, and are met first.
  private static func addVariants(
    of letter: Character, _ facts: KeyboardFacts, _ metrics: ControlMetrics, to layer: inout ControlLayer
  ) {
    let key = KeyboardKey.character(letter)
    guard let base = layer.controls.first(where: { $0.action == .key(key) })?.frame else { return }
    let letters = facts.state.variants(of: key)
    let frames = KeyVariants.row(letters.count, of: base, on: layer.ground, metrics)
    guard let first = frames.first, let last = frames.last else { return }
    layer.draw(.surface(.floating), first.union(last).grown(by: metrics.gap / 2))
    var controls: [Control] = []
    for (character, frame) in zip(letters, frames) {
      var key = self.letter(character, facts)
      // Light among dark keys; the one that a finger has slid to is amber.
      if key.face.isPressed {
        key.face.style = .accent
        key.face.isPressed = false
      } else {
        key.face.isOn = true
      }
      layer.draw(.key(key.face), frame)
      controls.append(Control(.key(key.key), frame: frame, label: label(of: key, facts)))
    }
    layer.controls.insert(contentsOf: controls, at: 0)
  }

  /// How high the keyboard is, px.
  package static func height(_ facts: KeyboardFacts) -> Int { layer(facts).ground.height }

  /// Between two keys of a row, px: less where keys would be smaller than a finger needs. One that lands between two
  /// meets the nearer.
  private static func gap(_ rows: [[Key]], _ facts: KeyboardFacts, _ metrics: ControlMetrics) -> Int {
    let units = units(rows)
    let left = Double(room(facts, metrics)) - units * Double(metrics.target)
    return max(metrics.pixels(1.4), min(metrics.gap, Int((left / max(1, units - 1)).rounded(.down))))
  }

  /// Of the widest row, in letters' keys.
  private static func units(_ rows: [[Key]]) -> Double {
    rows.map { $0.reduce(0) { $0 + $1.width } }.max() ?? 1
  }

  /// px that keys may spread over.
  private static func room(_ facts: KeyboardFacts, _ metrics: ControlMetrics) -> Int {
    min(
      facts.panel.size.width - 2 * metrics.padding,
      metrics.pixels(facts.state.plane == .pad ? spread / 3 : spread))
  }

  private static func keySize(
    _ rows: [[Key]], _ facts: KeyboardFacts, _ metrics: ControlMetrics, gap: Int
  ) -> PixelSize {
    // The gaps within a wide key are its own.
    let width =
      Int((Double(room(facts, metrics) + gap) / units(rows)).rounded(.down)) - gap
    let least = metrics.target
    let free = Double(facts.panel.size.height) * 0.4 / Double(rows.count) - Double(metrics.gap)
    return PixelSize(
      width: max(1, width), height: max(least, min(metrics.pixels(highest), width, Int(free))))
  }

  // MARK: Rows

  private static func rows(_ facts: KeyboardFacts, _ metrics: ControlMetrics) -> [[Key]] {
    switch facts.state.plane {
    case .pad: return pad(facts, metrics)
    case .letters, .figures:
      let bottom = bottomRow(facts, metrics)
      if facts.state.plane == .figures, hasRoom(for: 5, metrics) {
        // As many rows as with letters, so that nothing moves.
        return [KeyboardRows.moreSigns.map { letter($0, facts) }] + figureRows(facts) + [bottom]
      }
      guard hasRoom(for: 5, metrics) else {
        return (facts.state.plane == .letters ? letterRows(facts) : figureRows(facts)) + [bottom]
      }
      return [KeyboardRows.figures.map { letter($0, facts) }] + letterRows(facts) + [bottom]
    }
  }

  private static func hasRoom(for rows: Int, _ metrics: ControlMetrics) -> Bool {
    let keyboard = rows * (metrics.target + metrics.gap) + metrics.gap
    let bar = metrics.target + 2 * metrics.padding + metrics.margin
    return Double(keyboard + bar) <= Double(metrics.panel.size.height) * share
  }

  private static func letterRows(_ facts: KeyboardFacts) -> [[Key]] {
    let letters = KeyboardRows.letters(facts.state.language)
    let shift = Key(
      key: .shift,
      face: KeyFace(
        .icon(.shift), style: .special, isPressed: facts.pressed.contains(.shift),
        isOn: facts.state.shift != .off), width: 1.5)
    return [
      letters.upper.map { letter($0, facts) }, letters.middle.map { letter($0, facts) },
      [shift] + letters.lower.map { letter($0, facts) } + [
        special(.delete, .icon(.delete), 1.5, facts)
      ],
    ]
  }

  private static func figureRows(_ facts: KeyboardFacts) -> [[Key]] {
    [
      KeyboardRows.figures.map { letter($0, facts) },
      KeyboardRows.signs[0].map { letter($0, facts) },
      KeyboardRows.signs[1].map { letter($0, facts) } + [
        special(.delete, .icon(.delete), 1.5, facts)
      ],
    ]
  }

  private static func bottomRow(_ facts: KeyboardFacts, _ metrics: ControlMetrics) -> [Key] {
    let state = facts.state
    var row: [Key] = []
    // Larger letters need a larger key for words.
    let wide = facts.look.isEasy ? 2.5 : 2
    var space = facts.look.isEasy ? 4.0 : 5
    if !hasRoom(for: 5, metrics) || state.isForFields {
      row.append(special(.figures, .text(state.plane == .letters ? "123" : "ABC"), 1.5, facts))
      space -= 1
    }
    if state.returnsToPad {
      row.append(special(.layer, .text("123"), wide, facts))
    } else if state.languages.count > 1 {
      let names = [state.language, state.nextLanguage].map { $0.rawValue.uppercased() }
      row.append(special(.layer, .text(names.joined(separator: " · ")), wide, facts))
    }
    let beside = state.plane == .letters ? KeyboardRows.letters(state.language).beside : []
    space -= Double(beside.count)
    row += beside.map { letter($0, facts) }
    row.append(
      Key(
        key: .space,
        face: KeyFace(.blank, style: .letter, isPressed: facts.pressed.contains(.space)),
        width: max(2, space)))
    row.append(accept(facts, width: wide, metrics))
    return row
  }

  private static func pad(_ facts: KeyboardFacts, _ metrics: ControlMetrics) -> [[Key]] {
    let keys = KeyboardRows.figures.map { letter($0, facts) }
    let delete = special(.delete, .icon(.delete), 1, facts)
    let letters = special(.layer, .text("ABC"), 1, facts)
    let offers = facts.state.offersLetters
    guard hasRoom(for: offers ? 5 : 4, metrics) else {
      return [
        Array(keys[0..<6]), Array(keys[6..<10]) + [delete, accept(facts, width: 1, metrics)],
      ] + (offers ? [[letters]] : [])
    }
    let rows = [
      Array(keys[0..<3]), Array(keys[3..<6]), Array(keys[6..<9]),
      [delete, keys[9], accept(facts, width: 1, metrics)],
    ]
    return offers ? rows + [[letters]] : rows
  }

  // MARK: Keys

  private static func letter(_ character: Character, _ facts: KeyboardFacts) -> Key {
    let shown = facts.state.shift == .off ? character : KeyboardState.upper(character)
    return Key(
      key: .character(character),
      face: KeyFace(
        .text(String(shown)), style: .letter,
        isPressed: facts.pressed.contains(.character(character))))
  }

  private static func special(
    _ key: KeyboardKey, _ cap: KeyFace.Cap, _ width: Double, _ facts: KeyboardFacts
  ) -> Key {
    Key(
      key: key, face: KeyFace(cap, style: .special, isPressed: facts.pressed.contains(key)),
      width: width)
  }

  /// Its word, or its icon where the word has no room in its size.
  private static func accept(_ facts: KeyboardFacts, width: Double, _ metrics: ControlMetrics) -> Key {
    let type = TypeScale(facts.panel, isEasy: facts.look.isEasy)
    let word =
      LabelWidths.capitals(.searchKey, facts.look.language) * type.secondary * type.unit
      + Double(metrics.gap)
    let room = width * Double(metrics.target) + (width - 1) * Double(metrics.gap)
    let cap: KeyFace.Cap =
      facts.state.plane == .pad || facts.state.isForFields
      ? .icon(.check) : word <= room ? .words(.searchKey) : .icon(.search)
    return Key(
      key: .accept, face: KeyFace(cap, style: .accent, isPressed: facts.pressed.contains(.accept)),
      width: width)
  }

  private static func label(of key: Key, _ facts: KeyboardFacts) -> Words {
    switch key.key {
    case .delete: return .phrase(.deleteKey)
    case .shift: return .phrase(.shiftKey)
    case .space: return .phrase(.spaceKey)
    case .accept: return .phrase(facts.state.isForFields ? .done : .searchKey)
    case .character(let character): return .plain(String(character))
    case .layer, .figures:
      if case .text(let text) = key.face.cap { return .plain(text) }
      return .phrase(.language)
    }
  }
}
