/// Where the bar of controls floats.
package enum ControlsPlace: String, Hashable, Sendable, CaseIterable {
  /// Over the lower edge, within reach of a hand on a high panel.
  case bottom
  /// Over the upper edge, for panels that hang low.
  case top
  /// There is none: the reader has gestures alone.
  case off
}
