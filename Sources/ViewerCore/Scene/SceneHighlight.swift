/// A part of a page that is marked: its pixels are multiplied by a colour, so that ink stays ink.
package struct SceneHighlight: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case selection
    case match
    /// The match that the reader is at; it has a frame besides, for colour alone tells too little.
    case currentMatch
    /// Something can be put in here.
    case field
    /// The field that is typed into; it has a frame as well.
    case currentField
  }

  /// px of the panel.
  package var frame: PixelRect
  package var kind: Kind

  package init(frame: PixelRect, kind: Kind) {
    self.frame = frame
    self.kind = kind
  }
}
