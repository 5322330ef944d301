/// A place in a document that reading goes to: where a link or a line of the outline leads, or what a search found.
package struct PagePlace: Hashable, Sendable {
  /// Counted from 0.
  package var page: Int
  /// Points from the page's top left. Where the one along the main axis is nil, reading of the page begins; where the
  /// other one is, the view stays as it is as far as the page lets it.
  package var x: Double?
  package var y: Double?
  /// How far into the view the place is to be seen, as a share of the view; 0 = where reading begins.
  package var share: Double

  package init(page: Int, x: Double? = nil, y: Double? = nil, share: Double = 0) {
    self.page = page
    self.x = x
    self.y = y
    self.share = share
  }

  package subscript(axis: Axis) -> Double? { axis == .vertical ? y : x }
}
