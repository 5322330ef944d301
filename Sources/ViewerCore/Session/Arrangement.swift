/// How pages lie on the panel: the style, and how much of the panel shows them.
struct Arrangement: Hashable, Sendable {
  var style: LayoutStyle
  /// px of the panel's lower edge under a keyboard.
  var covered = 0

  /// What of a panel shows pages, px.
  func view(of panel: Panel) -> PixelSize {
    PixelSize(width: panel.size.width, height: max(1, panel.size.height - covered))
  }

  /// Pages are fitted to the whole panel: a keyboard shortens the view, it does not make pages smaller.
  func layout(_ sizes: PageSizes, on panel: Panel, spacing: Int) -> PageLayout {
    PageLayout(
      sizes: sizes, viewport: view(of: panel), spacing: spacing, style: style, fitting: panel.size)
  }
}
