import ViewerCore

/// The colours of a theme, 0xRRGGBB.
///
/// Text stands at 7:1 or more on every ground it is drawn on, shapes that tell something at 3:1 (WCAG 2.2, 1.4.6 and
/// 1.4.11); `textPairs` and `shapePairs` name them all. Left out are what only decorates or repeats (hairlines,
/// shadows), what is switched off, and the number on an empty page: seen, not read.
struct Palette: Hashable {
  // On the page: the document's paper is the same in every theme.
  let paper: UInt32 = 0xFFFFFF
  let placeholder: UInt32 = 0xD3CEC3
  let paperInk: UInt32 = 0x1B1A17
  let paperSecondary: UInt32 = 0x55514A

  // The dark bar, the keyboard, what floats: dark in every theme.
  let bar: UInt32 = 0x1C1B18
  let barText: UInt32 = 0xF7F4EC
  let barSecondary: UInt32 = 0xC6C1B5
  /// The ground of a field and of a letter's key.
  let barField: UInt32 = 0x34322D
  /// The ground of a special key.
  let barSpecial: UInt32 = 0x3F3D37
  let barLine: UInt32 = 0x4A4841

  // "Here": the caret, the main action, the focus.
  let accent: UInt32 = 0xFFB000
  let accentInk: UInt32 = 0x1B1A17
  let handle: UInt32 = 0xB35C00

  let surround: UInt32
  let ink: UInt32
  /// Softer text on the surround.
  let surroundSecondary: UInt32
  let sheet: UInt32
  /// Softer text on a sheet.
  let secondary: UInt32
  /// The ground of a button on a sheet.
  let sheetButton: UInt32
  let line: UInt32
  let grip: UInt32
  let currentRow: UInt32
  /// The bar and the frame that mark what is current, beside its colour.
  let mark: UInt32
  /// The bar's own edge, where it would not stand out from the surround.
  let barEdge: UInt32?

  static let light = Palette(
    surround: 0xE9E6DF, ink: 0x1B1A17, surroundSecondary: 0x4C4942, sheet: 0xFAF8F3, secondary: 0x55514A,
    sheetButton: 0xEDE9DE, line: 0xDDD8CC, grip: 0x6B675E, currentRow: 0xFFF3DC, mark: 0xB35C00, barEdge: nil)
  static let dark = Palette(
    surround: 0x14130F, ink: 0xF2EFE7, surroundSecondary: 0xC4BFB3, sheet: 0x24221D, secondary: 0xCDC8BC,
    sheetButton: 0x38352E, line: 0x45423A, grip: 0x8A857A, currentRow: 0x3D3420, mark: 0xFFB000,
    barEdge: 0x3A3831)

  static func of(_ theme: Look.Theme) -> Palette {
    switch theme {
    case .light: light
    case .dark: dark
    }
  }

  /// Every colour of text with the grounds it is drawn on.
  var textPairs: [(text: UInt32, ground: UInt32)] {
    [
      (paperInk, paper), (paperSecondary, paper), (ink, surround), (surroundSecondary, surround),
      (ink, sheet), (secondary, sheet), (ink, sheetButton), (ink, currentRow), (secondary, currentRow),
      (barText, bar), (barSecondary, bar), (barText, barField), (barSecondary, barField),
      (barText, barSpecial), (accentInk, accent), (accentInk, barText),
    ]
  }

  /// Every colour of a shape that tells something with the grounds it is drawn on.
  var shapePairs: [(shape: UInt32, ground: UInt32)] {
    [
      (ink, sheetButton), (barText, bar), (barText, barField), (barText, barSpecial), (accentInk, accent),
      (accent, bar), (accent, barField), (mark, sheet), (mark, currentRow), (grip, sheet), (handle, paper),
      // The accent on light grounds always has a dark edge.
      (accent, accentInk), (accentInk, paper), (bar, Palette.light.surround), (paper, bar),
    ]
  }

  /// How much darker what a finger presses becomes.
  static let pressed = 0.12
  /// How much of its colour what is switched off keeps.
  static let disabled = 0.38

  /// The same colour, darker by a share.
  static func darkened(_ color: UInt32, by share: Double = pressed) -> UInt32 {
    [16, 8, 0].reduce(UInt32(0)) { result, shift in
      result | UInt32((Double(color >> UInt32(shift) & 0xFF) * (1 - share)).rounded()) << UInt32(shift)
    }
  }
}
