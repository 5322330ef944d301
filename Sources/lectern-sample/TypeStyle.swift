/// How a text is set. Sizes in pt.
struct TypeStyle {
  enum Alignment {
    case left
    case centre
    case right
  }

  /// Families in order of preference: the guide looks at home wherever one of them is there.
  static let serif = "P052, Palatino Linotype, TeX Gyre Pagella, Noto Serif, serif"
  static let sans = "Inter, Noto Sans, sans-serif"
  static let script = "Z003, TeX Gyre Chorus, cursive"

  var family: String
  var size: Double
  /// From one baseline to the next.
  var leading: Double
  /// 400 regular, 600 semibold, 700 bold.
  var weight: UInt32 = 400
  var italic = false
  var color = Colors.ink
  /// Added between letters.
  var tracking = 0.0
  /// OpenType features, as CSS writes them. Ligatures stay out: not every reader finds “floor” in them.
  var features = "liga=0"
  var alignment = Alignment.left

  static let body = TypeStyle(family: serif, size: 10.4, leading: 15, features: "liga=0, onum=1")
  static let lead = TypeStyle(family: serif, size: 13, leading: 20, italic: true, color: Colors.deep)
  static let title = TypeStyle(family: serif, size: 27, leading: 30)
  static let kicker = TypeStyle(
    family: sans, size: 7, leading: 10, weight: 600, color: Colors.brick, tracking: 0.65)
  static let heading = TypeStyle(family: sans, size: 8.8, leading: 15, weight: 600)
  static let caption = TypeStyle(family: sans, size: 7.2, leading: 10.5, color: Colors.secondary)
  static let small = TypeStyle(family: sans, size: 8.2, leading: 12.5, features: "liga=0, tnum=1")
  static let running = TypeStyle(
    family: sans, size: 6.6, leading: 10, color: Colors.secondary, tracking: 0.35)
  static let folio = TypeStyle(family: sans, size: 8, leading: 10, weight: 600, features: "liga=0, tnum=1")

  func aligned(_ alignment: Alignment) -> TypeStyle {
    var style = self
    style.alignment = alignment
    return style
  }

  func colored(_ color: UInt32) -> TypeStyle {
    var style = self
    style.color = color
    return style
  }

  func weighing(_ weight: UInt32) -> TypeStyle {
    var style = self
    style.weight = weight
    return style
  }

  func sized(_ size: Double, leading: Double) -> TypeStyle {
    var style = self
    style.size = size
    style.leading = leading
    return style
  }
}
