/// How the viewer's own things look, and which language they speak.
package struct Look: Hashable, Sendable {
  package enum Theme: String, Hashable, Sendable, CaseIterable {
    case light, dark
  }

  /// Languages that the controls and the keyboard know.
  package enum Language: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
  }

  package var theme: Theme
  package var language: Language
  /// A label under each icon, larger secondary labels.
  package var isEasy: Bool
  /// Nothing slides or fades.
  package var reducesMotion: Bool

  /// 0xRRGGBB around the pages: warm paper grey, so that the document is the brightest thing, or near black.
  package var surround: UInt32 { theme == .light ? 0xE9E6DF : 0x14130F }

  package init(
    theme: Theme = .light, language: Language = .english, isEasy: Bool = false, reducesMotion: Bool = false
  ) {
    self.theme = theme
    self.language = language
    self.isEasy = isEasy
    self.reducesMotion = reducesMotion
  }
}
