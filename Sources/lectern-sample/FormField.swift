/// A field of a form that lies over a drawn box.
struct FormField {
  enum Kind: Hashable {
    case text(isMultiline: Bool)
    case checkbox
    /// A list to choose from, the first being chosen.
    case choice([String])
  }

  var name: String
  var tooltip: String
  /// In pt from the page's top left.
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  var kind: Kind
}
