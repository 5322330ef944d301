extension OptionTable<ViewerOptions> {
  /// Options of the viewer's own controls: where they are, how they look, what they speak.
  static let controlRows: [OptionSpec<ViewerOptions>] = [
    OptionSpec("controls", "WHERE", "bottom, top or off: where the bar of controls floats") {
      options, text throws(OptionValueError) in
      guard let place = ControlsPlace(rawValue: text) else {
        throw OptionValueError("must be bottom, top or off, not “\(text)”")
      }
      options.controls = place
    }.with { $0.note = { "default \($0.controls.rawValue)" } },
    OptionSpec("theme", "THEME", "light or dark (default light)") { options, text throws(OptionValueError) in
      guard let theme = Look.Theme(rawValue: text) else {
        throw OptionValueError("must be light or dark, not “\(text)”")
      }
      options.look.theme = theme
    },
    OptionSpec("language", "L[,L...]", "en, de, fr, es: the controls' language; of several visitors choose") {
      options, text throws(OptionValueError) in
      var languages: [Look.Language] = []
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let language = Look.Language(rawValue: String(name)), !languages.contains(language) else {
          throw OptionValueError("must be one or more of en, de, fr, es, such as en,de, not “\(text)”")
        }
        languages.append(language)
      }
      options.languages = languages
      options.look.language = languages.first ?? .english
    },
    .flag("easy", \.look.isEasy, "large labels and more buttons, for everybody to see and take"),
    .flag("reduce-motion", \.look.reducesMotion, "controls neither slide nor fade"),
    .flag("copy-qr", \.showsCopies, "show copied text as a code for the visitor's phone"),
  ]
}
