/// A place on a page that leads somewhere when it is touched.
package struct PageLink: Hashable, Sendable {
  /// What lies behind a link.
  package enum Target: Hashable, Sendable {
    /// A page, counted from 0, and the place on it in points from its top left where one is given.
    case page(Int32, x: Double?, y: Double?)
    /// An address as the document spells it; whether it may be followed is the kiosk's business.
    case uri(String)
    /// A named action of the format: `NextPage`, `PrevPage`, `FirstPage`, `LastPage`, `GoBack`...
    case named(String)
    /// What a kiosk does not do: `launch`, `remote`, `javascript`, `media`, `layers`, `form`, `broken`.
    case other(String)
  }

  /// Points of the upright page, from its top left.
  package var left: Double
  package var top: Double
  package var right: Double
  package var bottom: Double
  package var target: Target

  package init(left: Double, top: Double, right: Double, bottom: Double, target: Target) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    self.target = target
  }
}
