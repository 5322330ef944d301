/// The guide's page (A5, pt), its margins, and what stands on every text page.
enum PageFrame {
  static let width = 419.53
  static let height = 595.28
  static let left = 50.0
  static let right = 369.53
  static let textWidth = 319.53
  /// Baseline of the first line under a title.
  static let top = 72.0
  static let bottom = 546.0

  /// Running head with a way back to the contents, and the page number.
  static func drawFurniture(on canvas: borrowing Canvas, section: String, label: String) throws(SampleError) {
    try canvas.text("Tidewick Harbour Museum", .running, x: left, baseline: 36)
    try canvas.text(section, .running.aligned(.right), x: right, baseline: 36)
    canvas.line((left, 42.5), (right, 42.5))
    canvas.stroke(Colors.line, width: 0.5)
    canvas.link(toPage: Guide.contentsPage, left, 22, 120, 22)
    try canvas.text(label, .folio.aligned(.right), x: right, baseline: 568)
  }

  /// Kicker and title; gives the baseline where the text begins.
  static func drawTitle(on canvas: borrowing Canvas, kicker: String, title: String) throws(SampleError)
    -> Double
  {
    try canvas.text(kicker, .kicker, x: left, baseline: top)
    return try canvas.text(title, .title, x: left, baseline: top + 31, width: textWidth) + 2
  }

  /// A line that leads to another page.
  static func drawReference(
    on canvas: borrowing Canvas, _ text: String, page: Int, baseline: Double
  ) throws(SampleError) {
    let style = TypeStyle.small.weighing(600).colored(Colors.brick)
    try canvas.text("\(text)  \u{2192}", style, x: left, baseline: baseline)
    let width = try canvas.width(of: "\(text)  \u{2192}", style)
    canvas.link(toPage: page, left - 4, baseline - 15, width + 8, 22)
  }
}
