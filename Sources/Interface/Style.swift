import ViewerCore

/// What painting takes from the panel and the look: colours, sizes of type, lengths.
struct Style {
  let look: Look
  let palette: Palette
  let type: TypeScale
  /// px in a mm.
  let unit: Double

  init(_ panel: Panel, _ look: Look) {
    self.look = look
    palette = .of(look.theme)
    type = TypeScale(panel, isEasy: look.isEasy)
    unit = panel.pixelsPerMillimetre
  }

  /// Corner radius of bars, sheets and cards, px.
  var corner: Double { FurnitureLayout.cornerRadius * unit }

  /// Corner radius of what stands on them, px.
  func corner(of box: Box) -> Double {
    min(3 * unit, 0.2 * min(box.width, box.height))
  }

  /// The runs of words that are all alike.
  func runs(_ words: Words, weight: UInt32, color: UInt32) -> [TextLayout.Run] {
    [.init(text: Messages.text(words, language: look.language), weight: weight, color: color)]
  }

  /// What is strong and what is soft of a counter.
  func counter(_ words: Words, strong: UInt32, soft: UInt32) -> [TextLayout.Run] {
    guard case .phrase(let phrase) = words else {
      return runs(words, weight: TypeScale.medium, color: strong)
    }
    let parts = Messages.parts(phrase, language: look.language)
    // A sentence without a number ("Nothing found") is not soft altogether.
    let hasStrong = parts.contains(where: \.isStrong)
    return parts.map { part in
      .init(
        text: part.text, weight: part.isStrong ? TypeScale.semibold : TypeScale.regular,
        color: part.isStrong || !hasStrong ? strong : soft)
    }
  }
}
