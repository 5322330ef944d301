/// How pages are arranged: which way they follow each other, how each is fitted, and how reading goes through them.
package struct LayoutStyle: Hashable, Sendable {
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// One page after the other with gaps between, scrolled freely.
    case continuous
    /// Every page has a slot that fills the view; reading comes to rest at slots.
    case paged
    /// One page alone; only controls, keys and commands lead to another.
    case single
  }

  /// What of the view a page fills at zoom 1, each page on its own.
  package enum Fit: String, Hashable, Sendable, CaseIterable {
    case width
    case height
    /// The whole page is seen.
    case page
  }

  package var mode: Mode
  /// Along which way pages follow each other.
  package var axis: Axis
  package var fit: Fit
  /// Pages go from the right to the left; on the horizontal axis alone.
  package var isRightToLeft: Bool
  /// Round the content, or round each page that has a slot; content px, so the zoom enlarges it too.
  package var insets: Insets

  package init(
    mode: Mode = .continuous, axis: Axis = .vertical, fit: Fit = .width, isRightToLeft: Bool = false,
    insets: Insets = Insets()
  ) {
    self.mode = mode
    self.axis = axis
    self.fit = fit
    self.isRightToLeft = isRightToLeft && axis == .horizontal
    self.insets = insets
  }
}
